/// <reference types="vite/client" />
import type { World } from '../../world.ts';
import type { Makers, MakersFile } from '../maker.ts';

const files = new Map(
  Object.entries(
    import.meta.glob<MakersFile>('../../../../adventures/*/sound/makers.ts', { eager: true }),
  ).map(([path, file]) => [path.split('/').at(-3), file]),
);

/** The makers of an adventure's sources and music; none for an adventure without a scene. */
export function makersOf(world: World): Makers {
  return files.get(world)?.makers ?? {};
}

/** The seed of a scene's random numbers. */
export function seedOf(world: World): string {
  return files.get(world)?.seed ?? world;
}
