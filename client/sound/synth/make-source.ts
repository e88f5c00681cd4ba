import type { World } from '../world.ts';
import type { Loop } from './loop.ts';
import { makeLoop } from './make-loop.ts';
import { makersOf, seedOf } from './worlds/index.ts';

/**
 * Makes one source of any world, or its music (`theme`).
 * @param rate samples a second; what has no highs comes at half of it
 * @throws {Error} when the world has no such source
 */
export function makeSource(world: World, source: string, rate: number): Loop {
  return makeLoop(makersOf(world), source, seedOf(world), rate);
}
