/// <reference types="vite/client" />
import type { World } from '../../world.ts';
import type { Makers, MakersFile } from '../maker.ts';

const files = new Map(
  Object.entries(
    import.meta.glob<MakersFile>('../../../../adventures/*/sound/makers.ts', { eager: true }),
  ).map(([path, file]) => [path.split('/').at(-3), file]),
);

/** What makes each source of a world, and its music; nothing for a world that cannot be heard. */
export function makersOf(world: World): Makers {
  return files.get(world)?.makers ?? {};
}

/** What the chance of a world's sounds begins with. */
export function seedOf(world: World): string {
  return files.get(world)?.seed ?? world;
}
