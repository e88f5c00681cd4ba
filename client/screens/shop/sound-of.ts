import { canBeHeard } from '#client/sound/scenes/load-scene.ts';
import type { World } from '#client/sound/world.ts';
import { type Product, productById } from '#shared/catalogue.ts';

/** The scene to listen to for a product: its own, or the first of those it unlocks or needs. */
export function soundOf({ world, unlocks, needs = [] }: Product): World | undefined {
  return [world, ...unlocks, ...needs.map((id) => productById(id)?.world ?? '')].find(canBeHeard);
}
