import { catalogue, type Product } from '../../shared/catalogue.ts';

/** What the measured shops sell: everything on the shelf that unlocks one thing. */
export const soldProducts: readonly Product[] = catalogue.filter(
  ({ hidden, unlocks }) => !hidden && unlocks.length === 1,
);

const [first, second] = soldProducts;
if (!first || !second) throw new Error('The shop sells too little to be measured.');

/** The product that most buyers buy, and another one. */
export const usualProduct = first;
export const otherProduct = second;
