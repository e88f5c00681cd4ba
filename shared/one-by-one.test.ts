import { describe, expect, it } from 'vitest';
import { productById } from './catalogue.ts';
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

  it('is not named with what it does not hold', () => {
    expect(bundlesOf('coc_aatt')).toEqual([]);
  });
});
