import type { FirstFacts } from '#homes/facts';
import { homes } from './read.ts';

export const facts: readonly FirstFacts[] = homes.map(({ adventure: { id, name, page, products } }) => ({
  id,
  name,
  ...(page && { page: { path: page.path, ...(page.movedFrom && { movedFrom: page.movedFrom }) } }),
  products,
}));
