import { expect, test } from 'vitest';
import { shelfOf } from './shelf.ts';

const names = (ids: string[]) =>
  shelfOf(ids).map((item) => (item.kind === 'product' ? item.product.id : item.id));

test('fod-kickstarter counts as fod and additionally gives a digital artbook item', () => {
  expect(names(['fod-kickstarter', 'fod'])).toEqual(['fod', 'fod-artbook']);
});

test('owned products are found in the catalogue by id: what is not there is left out', () => {
  expect(names(['an-adventure-of-another-shop', 'fist'])).toEqual(['fist']);
});
