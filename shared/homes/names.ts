import { homes } from './read.ts';

export const shortNames: Readonly<Record<string, string>> = Object.fromEntries(
  homes.map(({ adventure: { id, shortName } }) => [id, shortName] as const),
);
