/// <reference types="vite/client" />
import type { World } from '../../world.ts';
import type { Makers } from '../maker.ts';

/** `sound/makers.ts` of an adventure's home. */
interface MakersFile {
  makers: Makers;
  /** What the chance of its sounds begins with, where it is not the world's id. Another one makes other sounds of all. */
  seed?: string;
}

const files = new Map(
  Object.entries(
    import.meta.glob<MakersFile>('../../../../adventures/*/sound/makers.ts', { eager: true }),
  ).map(([path, file]) => [path.split('/').at(-3), file]),
);

/** What makes each source of a world; nothing for a world that cannot be heard. */
export function makersOf(world: World): Makers {
  return files.get(world)?.makers ?? {};
}

/** What the chance of a world's sounds begins with. */
export function seedOf(world: World): string {
  return files.get(world)?.seed ?? world;
}
