import { homes } from './read.ts';

const found = homes.flatMap(({ adventure: { demo, page, shortName } }) =>
  demo && page ? [{ name: demo.name, gameName: shortName, path: page.path }] : [],
)[0];
if (!found) throw new Error('No adventure has a "demo", which the home page and the questions speak of.');

export const demo: { name: string; gameName: string; path: string } = found;
