import type { Loop, Studio } from './loop.ts';

/** What makes one source. */
export type Maker = (studio: Studio) => Loop;

/** What makes each source of a world; the names are those of its scene, and its music is `theme`. */
export type Makers = Readonly<Record<string, Maker>>;

/** `sound/makers.ts` of an adventure's home. */
export interface MakersFile {
  makers: Makers;
  /** What the chance of its sounds begins with, where it is not the world's id. Another one makes other sounds of all. */
  seed?: string;
}

/** For what has no highs: made at half the rate, in half the time and memory, and none the duller for it. */
export const low =
  (make: Maker): Maker =>
  (studio) =>
    make({ ...studio, rate: studio.rate / 2 });
