import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Products } from '#shared/api/products.ts';
import { listedProducts } from '#shared/catalogue.ts';
import { listProducts, patternOf } from '#shared/endpoints.ts';
import { bearer, buy, readUnlockedContent } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
let now = new Date('2025-07-31T21:59:00Z');
beforeAll(async () => {
  shop = await openShop({ clock: () => now, sandboxClock: () => new Date() });
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
  const email = newEmail();
  const { idToken } = await newPerson(shop, email);
  // The identity service's clock is the real one, and so is the token's.
  await buy(shop, ['coc_aatt'], email);
  const adventure = async () =>
    (await readUnlockedContent(shop, bearer(idToken)).expect(200)).body.data[0].adventures[0];
  expect(await adventure()).toMatchObject({ adventureId: 'coc_aatt', releasesOn: '2025-08-01' });
  now = new Date('2025-07-31T22:00:00Z');
  expect(await adventure()).not.toHaveProperty('releasesOn');
});
