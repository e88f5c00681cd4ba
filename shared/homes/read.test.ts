import { expect, it } from 'vitest';
import type { Offer } from '#adventures/types.ts';
import { hidingDiscontinued } from './read.ts';

it('What is discontinued is hidden as well, whatever its home says, and nothing else is', () => {
  const offer: Offer = {
    ...{ id: 'moon', title: 'The Moon', type: 'game', price: 100, slug: 'moon', preOrder: false },
    ...{ hidden: false, unlocks: ['moon'] },
  };
  const gone: Offer = { ...offer, id: 'sun', discontinued: true };
  const { products } = hidingDiscontinued({ products: [offer, gone, { ...offer, hidden: true }] });
  expect(products.map(({ hidden }) => hidden)).toEqual([false, true, true]);
});
