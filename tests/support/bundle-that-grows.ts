import { onTestFinished } from 'vitest';
import { type Product, productById } from '#shared/catalogue.ts';

/** A product of the catalogue that unlocks one adventure more until the test is over. @throws {Error} when there is none of this id */
export function unlocksAlso(id: string, adventureId: string): Product {
  const product = productById(id);
  if (!product) throw new Error(`There is no product ${id}.`);
  const { unlocks } = product;
  onTestFinished(() => void Object.assign(product, { unlocks }));
  return Object.assign(product, { unlocks: [...unlocks, adventureId] });
}
