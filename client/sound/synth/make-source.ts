import type { World } from '../world.ts';
import { type Loop, normalised } from './loop.ts';
import { createRandom } from './random.ts';
import { makers } from './worlds/index.ts';
import { themes } from './worlds/themes.ts';

/**
 * Makes one source of a world, or its music (`theme`): a mono loop of at least 40 seconds that has no seam and whose peak is 1. The same call
 * gives the same samples everywhere.
 * @param rate samples a second; what has no highs comes at half of it
 * @throws {Error} when the world has no such source
 */
export function makeSource(world: World, source: string, rate: number): Loop {
  const make = source === 'theme' ? themes[world] : makers[world][source];
  if (!make) throw new Error(`The world ${world} has no source ${source}.`);
  return normalised(make({ rate, random: createRandom(`${world}/${source}`) }));
}
