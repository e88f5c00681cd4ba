import type { World } from '../world.ts';
import type { Loop } from './loop.ts';
import { makeLoop } from './make-loop.ts';
import { makersOf, seedOf } from './worlds/index.ts';

/**
 * Renders one source of any adventure's scene, or its music (`theme`).
 * @param rate samples a second; sources without highs are rendered at half of it
 * @throws {Error} when the scene has no such source
 */
export function makeSource(world: World, source: string, rate: number): Loop {
  return makeLoop(makersOf(world), source, seedOf(world), rate);
}
