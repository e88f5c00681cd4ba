import { onTestFinished } from 'vitest';
import { type Product, productById } from '#shared/catalogue.ts';

/** Makes a product unlock one more adventure until the test is over. @throws {Error} for an unknown id */
export function unlocksAlso(id: string, adventureId: string): Product {
  const product = productById(id);
  if (!product) throw new Error(`There is no product ${id}.`);
  const { unlocks } = product;
  onTestFinished(() => void Object.assign(product, { unlocks }));
  return Object.assign(product, { unlocks: [...unlocks, adventureId] });
}
