import { onTestFinished } from 'vitest';
import { type Product, productById } from '#shared/catalogue.ts';

/** Makes a product one that is not sold any more, until the test is over. @throws {Error} for an unknown id */
export function discontinued(id: string): Product {
  const product = productById(id);
  if (!product) throw new Error(`There is no product ${id}.`);
  const { hidden } = product;
  onTestFinished(() => {
    product.hidden = hidden;
    delete product.discontinued;
  });
  return Object.assign(product, { hidden: true, discontinued: true } as const);
}
