import type { World } from '../world.ts';
import { type Loop, normalised, type Sources } from './loop.ts';
import { createRandom } from './random.ts';

/**
 * Makes one source: a mono loop of at least 40 seconds that has no seam and whose peak is 1. The same call gives the same
 * samples everywhere.
 * @param rate samples a second; what has no highs comes at half of it
 * @throws {Error} when the world has no such source
 */
export function makeLoop(world: World, sources: Sources, source: string, rate: number): Loop {
  const make = sources[source];
  if (!make) throw new Error(`The world ${world} has no source ${source}.`);
  return normalised(make({ rate, random: createRandom(`${world}/${source}`) }));
}
