import { canBeHeard } from '#client/sound/scenes/load-scene.ts';
import type { World } from '#client/sound/world.ts';
import { type Product, productById } from '#shared/catalogue.ts';

/** What there is to hear of a product: its own world, or the first it unlocks or belongs to. */
export function soundOf({ world, unlocks, needs = [] }: Product): World | undefined {
  return [world, ...unlocks, ...needs.map((id) => productById(id)?.world ?? '')].find(canBeHeard);
}
