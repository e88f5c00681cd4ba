import type { Loop, Studio } from './loop.ts';

/** A function that renders one source. */
type Maker = (studio: Studio) => Loop;

/** The makers of a scene's sources, by the names in the scene; the music is `theme`. */
export type Makers = Readonly<Record<string, Maker>>;

/** `sound/makers.ts` of an adventure's home. */
export interface MakersFile {
  makers: Makers;
  /** The seed of its random numbers, if it is not the adventure's id. Changing it changes all its sounds. */
  seed?: string;
}

/** For sources without highs: rendered at half the rate, in half the time and memory, without a loss. */
export const low =
  (make: Maker): Maker =>
  (studio) =>
    make({ ...studio, rate: studio.rate / 2 });
