/// <reference types="vite/client" />
import type { World } from '../../world.ts';
import type { MakersFile } from '../maker.ts';

/** Each adventure's makers are a separate chunk, so that only one is loaded. */
const files = import.meta.glob<MakersFile>('../../../../adventures/*/sound/makers.ts');

/**
 * Loads the makers of one adventure's sources.
 * @throws {Error} when the adventure has no scene, or the file does not load
 */
export async function loadMakers(world: World): Promise<Required<MakersFile>> {
  const load = files[`../../../../adventures/${world}/sound/makers.ts`];
  if (!load) throw new Error(`The world ${world} cannot be heard.`);
  const { makers, seed = world } = await load();
  return { makers, seed };
}
