import type { Opening } from '#adventures/types.ts';
import { homes } from './read.ts';

const found = homes.flatMap(({ adventure: { id, products }, words }) => {
  const [product] = products;
  return words.opening && product ? [{ ...words.opening, world: id, slug: product.slug }] : [];
})[0];
if (!found) throw new Error('No adventure that is sold has an "opening", with which the home page begins.');

export const opening: Opening & { world: string; slug: string } = found;

export const lines: Readonly<Record<string, string>> = Object.fromEntries(
  homes.flatMap(({ adventure: { id }, words }) => (words.page ? [[id, words.page.line] as const] : [])),
);
