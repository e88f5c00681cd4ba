import { catalogue, type Product } from './catalogue.ts';
import { sumOf } from './money.ts';

/** A bundle, with the price of its parts bought one by one. */
export interface Together {
  bundle: Product;
  /** Its parts as they are sold one by one, in the shop's order. */
  parts: readonly Product[];
  /** In öre: what the parts cost one by one. More than the bundle's own price. */
  partsOre: number;
}

/** The listed bundles that are or contain a product and cost less than their parts. @param shelf what the shop sells */
export function bundlesWith(
  { unlocks }: Pick<Product, 'unlocks'>,
  shelf: readonly Product[] = catalogue,
): Together[] {
  return shelf.flatMap((bundle) => {
    if (bundle.type !== 'bundle' || bundle.hidden) return [];
    if (!unlocks.every((unlocked) => bundle.unlocks.includes(unlocked))) return [];
    const parts = bundle.unlocks.map((unlocked) => soldAlone(unlocked, shelf));
    if (!parts.every((part) => part !== undefined)) return [];
    const partsOre = sumOf(parts.map(({ priceOre }) => priceOre));
    return partsOre > bundle.priceOre ? [{ bundle, parts, partsOre }] : [];
  });
}

/** The listed product that unlocks only this. */
function soldAlone(adventureId: string, shelf: readonly Product[]): Product | undefined {
  return shelf.find(({ hidden, unlocks }) => !hidden && unlocks.length === 1 && unlocks[0] === adventureId);
}
