import type { Loop, Studio } from './loop.ts';

/** What makes one source. */
export type Maker = (studio: Studio) => Loop;

/** What makes each source of a world; the names are those of its scene. */
export type Makers = Readonly<Record<string, Maker>>;

/** For what has no highs: made at half the rate, in half the time and memory, and none the duller for it. */
export const low =
  (make: Maker): Maker =>
  (studio) =>
    make({ ...studio, rate: studio.rate / 2 });
