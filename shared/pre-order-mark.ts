import type { Product } from './catalogue.ts';

/** The mark of a product that is sold ahead of its release, behind its title. */
export const preOrderMark = '(Pre-Order)';

/** A title, marked when the product is sold ahead of its release. */
export const markedTitle = ({ title, preOrder }: Pick<Product, 'title' | 'preOrder'>): string =>
  preOrder ? `${title} ${preOrderMark}` : title;
