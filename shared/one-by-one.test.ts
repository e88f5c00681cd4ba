import { describe, expect, it } from 'vitest';
import { catalogue, type Product, productById } from './catalogue.ts';
import { bundlesWith } from './one-by-one.ts';

const bundlesOf = (id: string) => {
  const product = productById(id);
  if (!product) throw new Error(`There is no product ${id}.`);
  return bundlesWith(product).map(({ bundle, parts, partsOre }) => ({
    bundle: bundle.id,
    parts: parts.map((part) => part.id),
    partsOre,
  }));
};

const bundle = { bundle: 'bundle-pre-order', parts: ['fod', 'fist', 'fod-expansions'], partsOre: 62_000 };

describe('A bundle beside its parts', () => {
  it('costs 620 SEK one by one, as the catalogue has it', () => {
    expect(bundlesOf('bundle-pre-order')).toEqual([bundle]);
  });

  it('is named with each of its parts, at whatever price that is sold', () => {
    for (const id of ['fod', 'fod-podcast-discount', 'fist', 'fod-expansions']) {
      expect(bundlesOf(id)).toEqual([bundle]);
    }
  });

  it('is not named with what it does not hold, or holds only a part of', () => {
    expect(bundlesOf('coc_aatt')).toEqual([]);
    expect(bundlesWith({ unlocks: ['fod', 'coc_aatt'] })).toEqual([]);
  });

  it('costs less than they do, or nothing is said', () => {
    const at = (priceOre: number) =>
      catalogue.map((each) => (each.type === 'bundle' ? { ...each, priceOre } : each));
    const fist = { unlocks: ['fist'] };
    expect(bundlesWith(fist, at(61_999)).map(({ partsOre }) => partsOre)).toEqual([62_000]);
    expect(bundlesWith(fist, at(62_000))).toEqual([]);
  });

  it('is listed, and so is each of its parts, alone: nobody is shown a price that is not asked', () => {
    const hidden = (id: string) =>
      catalogue.map((each) => (each.id === id ? { ...each, hidden: true } : each));
    const fod = { unlocks: ['fod'] };
    for (const id of ['bundle-pre-order', 'fist', 'fod-expansions'])
      expect(bundlesWith(fod, hidden(id)), id).toEqual([]);
    const withMore = catalogue.map((each) =>
      each.id === 'fist' ? { ...each, unlocks: ['fist', 'coc_aatt'] } : each,
    );
    expect(bundlesWith(fod, withMore)).toEqual([]);
    const several = catalogue.map((each) => (each.type === 'bundle' ? { ...each, type: 'game' } : each));
    expect(bundlesWith(fod, several as Product[])).toEqual([]);
  });
});
