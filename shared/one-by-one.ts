import { catalogue, type Product } from './catalogue.ts';

/** A product that holds several others, beside the price of those. */
export interface Together {
  bundle: Product;
  /** What is in it, as it is sold one by one, in shelf order. */
  parts: readonly Product[];
  /** In öre: what the parts cost one by one. More than the bundle's own price. */
  partsOre: number;
}

/** The listed bundles that are, or hold, a product and cost less than their parts. */
export function bundlesWith({ id, unlocks }: Pick<Product, 'id' | 'unlocks'>): Together[] {
  return catalogue.flatMap((bundle) => {
    if (bundle.type !== 'bundle' || bundle.hidden) return [];
    if (bundle.id !== id && !unlocks.every((unlocked) => bundle.unlocks.includes(unlocked))) return [];
    const parts = bundle.unlocks.map(soldAlone);
    if (!parts.every((part) => part !== undefined)) return [];
    const partsOre = parts.reduce((sum, { priceOre }) => sum + priceOre, 0);
    return partsOre > bundle.priceOre ? [{ bundle, parts, partsOre }] : [];
  });
}

/** The listed product that unlocks this and nothing else. */
function soldAlone(adventureId: string): Product | undefined {
  return catalogue.find(
    ({ hidden, unlocks }) => !hidden && unlocks.length === 1 && unlocks[0] === adventureId,
  );
}
