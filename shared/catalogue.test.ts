import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { discontinued } from '#tests/support/discontinued.ts';
import { catalogue, listedProducts, productById, productBySlug, productOnSale } from './catalogue.ts';
import { currency, formatSek, oreFromSek, sekFromOre } from './money.ts';
import { ownedProductIds } from './overlapping-products.ts';
import { descriptionOf, imageAltOf } from './product-words.ts';
import { opensOn } from './release-days.ts';
import { adventureIds, downloadById, isAdventureId, ownedItems } from './unlocks.ts';

describe('the catalogue (specification, section 3)', () => {
  it('holds the seven products exactly', () => {
    const rows = catalogue.map(({ id, title, type, preOrder, priceOre, url, hidden }) => [
      id,
      title,
      type,
      preOrder,
      sekFromOre(priceOre),
      url,
      hidden,
    ]);
    expect(rows).toEqual(
      expect.arrayContaining([
        [
          'coc_aatt',
          'Call of Cthulhu: Alone Against the Tide',
          'game',
          true,
          250,
          'alone-against-the-tide',
          true,
        ],
        ['fod', 'Lone Wolf The Fortress of Death', 'game', false, 250, 'fod', false],
        ['fod-pre-order', 'Lone Wolf The Fortress of Death', 'game', true, 215, 'fod-pre-order', true],
        [
          'fod-podcast-discount',
          'Lone Wolf The Fortress of Death',
          'game',
          false,
          187.5,
          'fod-podcast-discount',
          true,
        ],
        ['fist', "Steve Jackson's F.I.S.T.", 'game', false, 250, 'fist', false],
        [
          'bundle-pre-order',
          'The Fortress of Death + F.I.S.T. Bundle',
          'bundle',
          true,
          500,
          'bundle-pre-order',
          false,
        ],
        ['fod-expansions', 'Expansions (12 months)', 'expansion', false, 120, 'fod-expansions', false],
      ]),
    );
  });

  it('never lists hidden products, but finds them by slug', () => {
    const listed = listedProducts(['game', 'bundle']);
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(['fod', 'fist', 'bundle-pre-order']));
    expect(listed.filter(({ hidden }) => hidden)).toEqual([]);
    expect(listedProducts(['expansion']).map(({ id }) => id)).toContain('fod-expansions');
    expect(productBySlug('alone-against-the-tide')?.id).toBe('coc_aatt');
    expect(productBySlug('nowhere')).toBeUndefined();
  });

  it('sells what is hidden to who has the address of its page, and lists it nowhere', () => {
    const hidden = catalogue.filter((product) => product.hidden);
    expect(hidden.length).toBeGreaterThan(0);
    for (const product of hidden) {
      expect([productBySlug(product.url), productOnSale(product.id)]).toEqual([product, product]);
      expect(listedProducts([product.type])).not.toContain(product);
    }
  });

  it('goes on knowing what is discontinued, by id and by slug, and does not sell or list it', () => {
    expect(productOnSale('fist')?.id).toBe('fist');
    const fist = discontinued('fist');
    expect(productOnSale('fist')).toBeUndefined();
    expect([productById('fist'), productBySlug('fist')]).toEqual([fist, fist]);
    expect(listedProducts(['game'])).not.toContain(fist);
    expect(ownedProductIds(['fist'])).toContain('fist');
  });

  it('unlocks only what the app knows, and needs only what the shop sells', () => {
    for (const product of catalogue) {
      expect(product.unlocks.length).toBeGreaterThan(0);
      expect(descriptionOf(product)).toMatch(/^<p>.+<\/p>$/);
      expect(imageAltOf(product).length).toBeGreaterThan(60);
      expect(product.image).toBe(`/art/${product.world}.jpg`);
      expect(readFileSync(`adventures/${product.world}/product.md`, 'utf8')).toContain('## What you need');
      expect(product.unlocks.every(isAdventureId)).toBe(true);
      expect((product.needs ?? []).every((id) => productById(id))).toBe(true);
    }
    expect(productById('bundle-pre-order')?.unlocks).toEqual(['fod', 'fist', 'fod-expansions']);
    expect(productById('fod-expansions')?.needs).toEqual([
      'fod',
      'fod-pre-order',
      'fod-podcast-discount',
      'bundle-pre-order',
    ]);
  });

  it('is delivered when all of it is out', () => {
    const days = Object.fromEntries(catalogue.map((product) => [product.id, opensOn(product, '2020-01-01')]));
    expect(days).toMatchObject({
      fod: '2025-03-28',
      'fod-pre-order': '2025-03-28',
      'fod-podcast-discount': '2025-03-28',
      fist: '2024-09-07',
      coc_aatt: '2025-08-01',
      'bundle-pre-order': '2025-03-28',
      'fod-expansions': null,
    });
  });
});

describe('money', () => {
  it('is integer öre inside and SEK on the screen', () => {
    expect(oreFromSek(187.5)).toBe(18_750);
    expect(formatSek(25_000)).toBe('250 SEK');
    expect(formatSek(18_750)).toBe('187.50 SEK');
    expect(formatSek(12_005)).toBe('120.05 SEK');
    expect(formatSek(0)).toBe('0 SEK');
    expect(formatSek(-18_750)).toBe('-187.50 SEK');
    expect(formatSek(-50)).toBe('-0.50 SEK');
    expect(formatSek(99_900)).toBe('999 SEK');
    expect(formatSek(700_000)).toBe('7\u00a0000 SEK');
    expect(formatSek(-123_456_789)).toBe('-1\u00a0234\u00a0567.89 SEK');
    expect(sekFromOre(18_750)).toBe(187.5);
    expect(oreFromSek(1.005)).toBe(100);
    expect(currency).toBe('sek');
  });
});

describe('what adventure ids stand for', () => {
  it('fist-pre-order counts as fist', () => {
    expect(ownedItems(['fist-pre-order', 'fist'])).toEqual([{ kind: 'product', productId: 'fist' }]);
  });

  it('fod-kickstarter counts as fod and additionally gives the digital artbook', () => {
    expect(ownedItems(['fod-kickstarter'])).toEqual([
      { kind: 'product', productId: 'fod' },
      { kind: 'download', downloadId: 'fod-artbook' },
    ]);
  });

  it('give files that are there, each of its adventure', () => {
    expect(downloadById('fod-artbook')).toMatchObject({ id: 'fod-artbook', world: 'fod' });
    expect(downloadById('fod')).toBeUndefined();
  });

  it('stand for each thing once, in the order first met, and for themselves where nothing else is known', () => {
    expect(ownedItems(['moon', 'fod-kickstarter', 'fod', 'fod-kickstarter', 'moon'])).toEqual([
      { kind: 'product', productId: 'moon' },
      { kind: 'product', productId: 'fod' },
      { kind: 'download', downloadId: 'fod-artbook' },
    ]);
    expect(ownedItems([])).toEqual([]);
  });

  it('are these six and those of newer adventures, and nothing else can be unlocked', () => {
    expect(adventureIds).toEqual(
      expect.arrayContaining([
        ...['coc_aatt', 'fist', 'fist-pre-order', 'fod', 'fod-expansions', 'fod-kickstarter'],
      ]),
    );
    expect(new Set(adventureIds).size).toBe(adventureIds.length);
    expect(adventureIds.every(isAdventureId)).toBe(true);
    expect(['', 'moon', 'FOD', 'bundle-pre-order'].filter(isAdventureId)).toEqual([]);
  });
});
