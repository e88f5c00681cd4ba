import { describe, expect, it } from 'vitest';
import { discontinued } from '#tests/support/discontinued.ts';
import { catalogue, type Product, productById } from './catalogue.ts';
import { coveredLines, ownedParts, ownedProductIds } from './overlapping-products.ts';

const product = (id: string): Product => {
  const found = productById(id);
  if (!found) throw new Error(`There is no product ${id}`);
  return found;
};
const covered = (...ids: string[]) =>
  coveredLines(ids.map(product)).map(({ product, by }) => [product.id, by.id]);

describe('lines of a cart whose unlocks are all in another line', () => {
  it('are all that the bundle holds: 1 057.50 SEK become the 500 SEK they are worth', () => {
    const cart = ['fod', 'fod-podcast-discount', 'bundle-pre-order', 'fod-expansions'];
    expect(covered(...cart)).toEqual([
      ['fod', 'bundle-pre-order'],
      ['fod-podcast-discount', 'bundle-pre-order'],
      ['fod-expansions', 'bundle-pre-order'],
    ]);
    const taken = new Set(coveredLines(cart.map(product)).map(({ product }) => product.id));
    const sum = cart.filter((id) => !taken.has(id)).reduce((ore, id) => ore + product(id).priceOre, 0);
    expect(sum).toBe(50_000);
  });

  it('are the dearer ones of several offers of the same adventure', () => {
    expect(covered('fod', 'fod-podcast-discount', 'fod-pre-order')).toEqual([
      ['fod', 'fod-podcast-discount'],
      ['fod-pre-order', 'fod-podcast-discount'],
    ]);
  });

  it('are none where every line unlocks something of its own', () => {
    expect(covered('fod', 'fist', 'fod-expansions', 'coc_aatt')).toEqual([]);
  });

  it('leave one of two that cost and unlock the same: the first', () => {
    const twin = { ...product('fist'), id: 'fist-again' };
    expect(coveredLines([product('fist'), twin]).map(({ product }) => product.id)).toEqual(['fist-again']);
  });

  it('take nothing away: what stays unlocks as much as the whole cart, for every cart there can be', () => {
    for (let chosen = 0; chosen < 2 ** catalogue.length; chosen++) {
      const cart = catalogue.filter((_, index) => chosen & (1 << index));
      const lines = coveredLines(cart);
      const staying = cart.filter((each) => !lines.some(({ product }) => product === each));
      const unlocks = (products: Product[]) => new Set(products.flatMap(({ unlocks }) => unlocks));
      expect(unlocks(staying)).toEqual(unlocks(cart));
      expect(coveredLines(staying)).toEqual([]);
      for (const { by } of lines) expect(staying).toContain(by);
    }
  });
});

describe('what an account owns already', () => {
  it('is every offer of an adventure that it has, whatever it was bought as', () => {
    expect([...ownedProductIds(['fod-kickstarter'])]).toEqual([
      'fod',
      'fod-pre-order',
      'fod-podcast-discount',
    ]);
    expect([...ownedProductIds(['fist-pre-order'])]).toEqual(['fist']);
    expect([...ownedProductIds(['an-adventure-of-the-app'])]).toEqual([]);
  });

  it('is the bundle once all of it is there, and a part of the bundle before', () => {
    const half = ownedProductIds(['fod']);
    expect(half.has('bundle-pre-order')).toBe(false);
    expect(ownedParts(product('bundle-pre-order'), half).map(({ id }) => id)).toEqual(['fod']);
    const whole = ownedProductIds(['fod', 'fist', 'fod-expansions']);
    expect(whole.has('bundle-pre-order')).toBe(true);
    expect(ownedParts(product('bundle-pre-order'), whole)).toEqual([]);
    expect(ownedParts(product('fist'), half)).toEqual([]);
    // What unlocks more than it is no part of it.
    const smaller = { ...product('bundle-pre-order'), id: 'smaller', unlocks: ['fod', 'fist'] };
    expect(ownedParts(smaller, whole).map(({ id }) => id)).toEqual(['fod', 'fist']);
  });

  it('is a part of the bundle that is not sold alone any more, named once', () => {
    discontinued('fod');
    const parts = ownedParts(product('bundle-pre-order'), ownedProductIds(['fod', 'fist']));
    expect(parts.map(({ id }) => id)).toEqual(['fist', 'fod']);
  });

  it('is nothing of what unlocks nothing of the shop', () => {
    expect([...ownedProductIds(['fod-kickstarter'])]).not.toContain('fod-artbook');
    expect([...ownedProductIds([])]).toEqual([]);
  });
});
