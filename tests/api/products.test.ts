import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownedAnswer } from '#server/http/routes/claiming.ts';
import type { Products } from '#shared/api/products.ts';
import { listedProducts } from '#shared/catalogue.ts';
import { listProducts, patternOf } from '#shared/endpoints.ts';
import { anna } from '#tests/support/accounts.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import { noon, purchaseOf, smallShop } from '#tests/support/small-shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ask = () => request(shop.url).get(patternOf(listProducts));

it('The app is told what the shop lists: titles, texts, prices, pictures, in shelf order, and nothing hidden', async () => {
  const { products } = (await ask().expect(200)).body as Products;
  expect(products.map(({ id }) => id)).toEqual(
    listedProducts(['game', 'bundle', 'expansion']).map(({ id }) => id),
  );
  expect(products.map(({ id }) => id)).not.toContain('coc_aatt');
  const fod = products.find(({ id }) => id === 'fod');
  expect(fod).toMatchObject({
    ...{ title: 'Lone Wolf The Fortress of Death', type: 'game', preOrder: false },
    ...{ priceOre: 25_000, currency: 'sek', unlocks: ['fod'], needs: [], releasesOn: null },
    page: `${shop.url}/shop/product/fod`,
  });
  expect(fod?.description).toMatch(/^<p>.+<\/p>$/);
  for (const { picture, page } of products) {
    expect(picture.alt).not.toBe('');
    for (const url of [picture.url, page]) expect((await fetch(url)).status).toBe(200);
  }
});

it('It is revalidated: an ETag for everybody, and 304 when nothing changed', async () => {
  const { headers } = await ask();
  expect(headers['cache-control']).toBe('public, max-age=300');
  expect(headers).not.toHaveProperty('vary');
  await ask()
    .set('if-none-match', headers['etag'] ?? '')
    .expect(304);
});

it('What is unlocked says on which day it comes out, until that day has begun in Stockholm', async () => {
  const small = smallShop();
  const bought = purchaseOf({ accountId: anna.id });
  await small.verbs.recordPurchase(bought, ['coc_aatt'], { by: 'webhook', event: null }, noon);
  const adventureAt = async (moment: string) => {
    const services = { ledger: small.ledger, clock: () => new Date(moment) };
    return (await ownedAnswer(services, anna)).data[0]?.adventures[0];
  };
  expect(await adventureAt('2025-07-31T21:59:59Z')).toMatchObject({
    ...{ adventureId: 'coc_aatt', releasesOn: '2025-08-01' },
  });
  expect(await adventureAt('2025-07-31T22:00:00Z')).not.toHaveProperty('releasesOn');
});
