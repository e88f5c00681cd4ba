import { catalogue, type Product, productById } from './catalogue.ts';
import { ownedItems } from './unlocks.ts';

/**
 * Finds what a buyer would pay for twice. It is only advice: the cart stays a sum of its lines, and buyers may buy
 * something again (for another account, for example).
 */

/** A line of a cart that unlocks nothing beyond another line. */
export interface CoveredLine {
  product: Product;
  /** The line that unlocks all of it, and is kept. */
  by: Product;
}

/**
 * The lines whose unlocks are all in another line. Of lines that unlock the same, the cheapest is kept, of equally cheap
 * ones the first. Removing them all loses nothing.
 */
export function coveredLines(products: readonly Product[]): CoveredLine[] {
  const covers = (by: Product, product: Product): boolean => {
    if (!product.unlocks.every((id) => by.unlocks.includes(id))) return false;
    if (by.unlocks.length > product.unlocks.length) return true;
    if (by.priceOre !== product.priceOre) return by.priceOre < product.priceOre;
    return products.indexOf(by) < products.indexOf(product);
  };
  const staying = products.filter((product) => !products.some((by) => covers(by, product)));
  return products.flatMap((product) => {
    const by = staying.find((other) => covers(other, product));
    return by ? [{ product, by }] : [];
  });
}

/**
 * The ids of all products of the catalogue that would give an account nothing new.
 * @param adventureIds what the account has unlocked
 */
export function ownedProductIds(adventureIds: readonly string[]): ReadonlySet<string> {
  const held = new Set(
    ownedItems(adventureIds).flatMap((item) =>
      item.kind === 'product' ? (productById(item.productId)?.unlocks ?? []) : [],
    ),
  );
  const owned = catalogue.filter(({ unlocks }) => unlocks.length > 0 && unlocks.every((id) => held.has(id)));
  return new Set(owned.map(({ id }) => id));
}

/**
 * The products inside a product that the account owns already, unless it owns all of it: for a bundle of which the buyer
 * has one adventure. A product that is not listed (any more) is among them only where no other one unlocks the same.
 * @param ownedIds as `ownedProductIds` gives them
 */
export function ownedParts(product: Product, ownedIds: ReadonlySet<string>): Product[] {
  if (ownedIds.has(product.id)) return [];
  const parts = catalogue.filter(
    (part) => ownedIds.has(part.id) && part.unlocks.every((id) => product.unlocks.includes(id)),
  );
  const named = parts.filter(({ hidden }) => !hidden);
  for (const part of parts) {
    if (part.unlocks.some((id) => !named.some(({ unlocks }) => unlocks.includes(id)))) named.push(part);
  }
  return named;
}
