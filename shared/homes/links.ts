import type { GamePage } from '#adventures/types.ts';
import { homes } from './read.ts';

export const links: Readonly<Record<string, NonNullable<GamePage['link']>>> = Object.fromEntries(
  homes.flatMap(({ adventure: { id, page } }) => (page?.link ? [[id, page.link] as const] : [])),
);
