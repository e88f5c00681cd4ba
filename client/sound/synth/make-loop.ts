import { type Loop, normalised } from './loop.ts';
import type { Makers } from './maker.ts';
import { createRandom } from './random.ts';

/**
 * Makes one source: a mono loop of at least 40 seconds that has no seam and whose peak is 1. The same call gives the same
 * samples everywhere.
 * @param seed what the chance of the world's sounds begins with
 * @param rate samples a second; what has no highs comes at half of it
 * @throws {Error} when there is no such source
 */
export function makeLoop(makers: Makers, source: string, seed: string, rate: number): Loop {
  const make = makers[source];
  if (!make) throw new Error(`There is no source ${source} in ${seed}.`);
  return normalised(make({ rate, random: createRandom(`${seed}/${source}`) }));
}
