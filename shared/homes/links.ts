import type { GamePage } from '#adventures/types.ts';
import { shopDay } from '#shared/shop-day.ts';
import { homes } from './read.ts';

/** Adventures that are released, not sold here and have no link, as of the build. */
export const inTheApp: readonly string[] = homes.flatMap(
  ({ adventure: { id, demo, page, products, releasedOn } }) =>
    page &&
    !page.link &&
    !demo &&
    products.every(({ hidden }) => hidden) &&
    releasedOn !== null &&
    releasedOn <= shopDay(new Date())
      ? [id]
      : [],
);

export const links: Readonly<Record<string, NonNullable<GamePage['link']>>> = Object.fromEntries(
  homes.flatMap(({ adventure: { id, page } }) => (page?.link ? [[id, page.link] as const] : [])),
);
