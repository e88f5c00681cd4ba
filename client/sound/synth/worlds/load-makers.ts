/// <reference types="vite/client" />
import type { World } from '../../world.ts';
import type { MakersFile } from '../maker.ts';

/** Each world's makers are a file of their own, so that nobody fetches what makes the other four. */
const files = import.meta.glob<MakersFile>('../../../../adventures/*/sound/makers.ts');

/**
 * Brings what makes the sources of one world.
 * @throws {Error} when the world cannot be heard, or the file does not come
 */
export async function loadMakers(world: World): Promise<Required<MakersFile>> {
  const load = files[`../../../../adventures/${world}/sound/makers.ts`];
  if (!load) throw new Error(`The world ${world} cannot be heard.`);
  const { makers, seed = world } = await load();
  return { makers, seed };
}
