import type { Day } from '#adventures/types.ts';
import { releaseDays } from '#homes/release-days';
import type { Product } from './catalogue.ts';

/**
 * The days on which the parts of a product come out: its own home's, and those of all it unlocks (specification, sections 1
 * and 9). A pre-order is delivered when the last of them has begun; what has no day was out before the shop opened.
 */
export function releaseDaysOf({ world, unlocks }: Pick<Product, 'world' | 'unlocks'>): Day[] {
  return [world, ...unlocks].flatMap((id) => releaseDays[id] ?? []);
}
