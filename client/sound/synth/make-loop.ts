import { type Loop, normalised } from './loop.ts';
import type { Makers } from './maker.ts';
import { createRandom } from './random.ts';

/**
 * Renders one source: a seamless mono loop of at least 40 seconds with a peak of 1. Deterministic: the same call gives
 * the same samples everywhere.
 * @param seed of the random numbers
 * @param rate samples a second; sources without highs are rendered at half of it
 * @throws {Error} when there is no such source
 */
export function makeLoop(makers: Makers, source: string, seed: string, rate: number): Loop {
  const make = makers[source];
  if (!make) throw new Error(`There is no source ${source} in ${seed}.`);
  return normalised(make({ rate, random: createRandom(`${seed}/${source}`) }));
}
