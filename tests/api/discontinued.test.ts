import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Products } from '#shared/api/products.ts';
import { listProducts, patternOf } from '#shared/endpoints.ts';
import { claimAs, linkOf } from '#tests/support/claim-calls.ts';
import { discontinued } from '#tests/support/discontinued.ts';
import { checkout, order, postCheckout, press, unlockedIds } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const cart = (email: string, gift = false) => ({
  ...{ products: [{ id: 'fist' }], baseUrl: shop.url, email },
  ...(gift && { gift }),
});

it('What is discontinued is not sold and not listed any more', async () => {
  discontinued('fist');
  for (const gift of [false, true]) {
    const refused = await postCheckout(shop, cart(newEmail(), gift));
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'unknown_product', field: 'products.0.id' },
    ]);
  }
  const { products } = (await request(shop.url).get(patternOf(listProducts))).body as Products;
  expect(products.map(({ id }) => id)).not.toContain('fist');
});

it('A payment page that was open before it was discontinued is honoured: it is unlocked, and called by its title', async () => {
  const email = newEmail();
  const { payUrl, sessionId } = await checkout(shop, ['fist'], email);
  discontinued('fist');
  await press(payUrl, 'pay');
  await shop.sandbox.stripe.deliveriesSettled();
  expect((await order(shop, sessionId)).body).toMatchObject({
    status: 'paid',
    products: [{ id: 'fist', title: "Steve Jackson's F.I.S.T." }],
  });
  expect(await unlockedIds(shop, (await newPerson(shop, email)).idToken)).toEqual(['fist']);
});

it('So is one of a gift: whoever opens its link gets it', async () => {
  const opened = await postCheckout(shop, cart(newEmail(), true)).expect(200);
  const { redirect_url: payUrl } = opened.body as { redirect_url: string };
  const cookies = (opened.get('set-cookie') ?? []) as string[];
  const cookie = cookies.find((each) => each.startsWith('browser='))?.split(';')[0] ?? '';
  discontinued('fist');
  await press(payUrl, 'pay');
  await shop.sandbox.stripe.deliveriesSettled();
  const token = await linkOf(shop, payUrl.slice(payUrl.lastIndexOf('/') + 1), { cookie });
  const reader = await newPerson(shop);
  expect(await claimAs(shop, reader.idToken, token)).toMatchObject({ valid: true, unlocks: ['fist'] });
});
