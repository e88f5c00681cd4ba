import { beforeEach, describe, expect, it } from 'vitest';
import { beginErasure } from '#server/accounts/erasures.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import { text } from '#server/ledger/rows.ts';
import { command } from '#server/ledger/script.ts';
import { productById } from '#shared/catalogue.ts';
import { anna } from '#tests/support/accounts.ts';
import { discontinued } from '#tests/support/discontinued.ts';
import { ownProcessorTime } from '#tests/support/own-processor-time.ts';
import { byPage, type SmallShop, sessionOf, smallShop } from '#tests/support/small-shop.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { startCheckout } from './start-checkout.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const allowedOrigins = ['https://shop.example', 'https://other.example'];
const start = (over: object = {}, account: Account | null = null, key: string | null = null) =>
  startCheckout(
    { ...shop, allowedOrigins },
    {
      ...{ products: [{ id: 'fod' }], baseUrl: 'https://shop.example', email: ' Guest@Example.com ' },
      ...over,
    },
    { account, browserId: 'a browser' },
    key,
  );
const ordered = () => shop.asked[0]?.[1];

describe('a checkout', () => {
  it('sells the products of the catalogue, each once, to the normalised address, and tells where to pay', async () => {
    const products = [{ id: 'fist' }, { id: 'fod', price: 250 }, { id: 'fist', price: 250 }];
    expect(await start({ products }, null, 'key-1')).toEqual({ redirect_url: 'https://pay.example/cs_new' });
    expect(shop.asked).toEqual([
      [
        'createCheckoutSession',
        {
          products: [productById('fist'), productById('fod')],
          ...{ email: 'guest@example.com', accountId: null, isGift: false, origin: 'https://shop.example' },
          idempotencyKey: 'key-1',
        },
      ],
    ]);
  });

  it('of a signed-in buyer is for the account, and its verified address wins over the posted one', async () => {
    await start({}, anna);
    expect(ordered()).toMatchObject({ accountId: anna.id, email: anna.email });
  });

  it('of an account whose deletion is noted is refused before any payment page is made', async () => {
    await beginErasure(shop.ledger, {
      ...{ accountId: anna.id, email: anna.email, requestedAt: shop.clock() },
      accessTokenEncrypted: new Uint8Array(),
    });
    await expect(start({}, anna)).rejects.toMatchObject({ code: 'deletion_under_way' });
    expect(shop.asked).toEqual([]);
  });

  it.each(["o'neil@example.com", 'anna@räksmörgås.example'])(
    'of a signed-in buyer takes the verified address %s, which a guest could not type',
    async (email) => {
      await start({}, { ...anna, email });
      expect(ordered()).toMatchObject({ email });
      await expect(start({ email })).rejects.toMatchObject({ code: 'invalid_email' });
    },
  );

  it('of a gift says so to the payment provider, and closes no other page of the buyer: it is for somebody else', async () => {
    await start({ gift: true });
    expect(ordered()).toMatchObject({ isGift: true });
    const opened = await shop.rows('SELECT {columns} FROM opened_checkouts', { productIds: text });
    expect(opened).toEqual([{ productIds: '[]' }]);
  });

  it('of a gift that was paid a moment ago, its card unwritten, leads to it once: the answer may have been lost', async () => {
    await start({ gift: true });
    await shop.ledger.amend(() => command("UPDATE opened_checkouts SET checkout_session_id = 'cs_1'").run());
    await fulfilOrder(shop, sessionOf({ isGift: true }), byPage);
    const redirect_url = 'https://shop.example/shop/success?session_id=cs_1&again=1';
    expect(await start({ gift: true })).toEqual({ redirect_url });
    expect(await start({ gift: true })).toEqual({ redirect_url: 'https://pay.example/cs_new' });
  });

  it('does not take an address that is not verified from the account', async () => {
    await start({}, { ...anna, emailVerified: false });
    expect(ordered()).toMatchObject({ accountId: anna.id, email: 'guest@example.com' });
  });

  it('sends the buyer back to the origin they came from, when it is one of the site', async () => {
    await start({ baseUrl: 'https://other.example//' });
    expect(ordered()).toMatchObject({ origin: 'https://other.example' });
  });
});

it('A cart of as many products as fit is taken', async () => {
  await expect(start({ products: Array.from({ length: 47 }, () => ({ id: 'fod' })) })).resolves.toBeDefined();
});

describe('a checkout is refused, and nothing is created', () => {
  it('with an origin of many slashes, as fast as with any other', async () => {
    const begun = ownProcessorTime();
    const baseUrl = `https:${'/'.repeat(50_000)}x`;
    await expect(start({ baseUrl })).rejects.toMatchObject({ code: 'origin_not_allowed' });
    expect(ownProcessorTime() - begun).toBeLessThan(1000);
    expect(shop.asked).toEqual([]);
  });

  it('with a product that is discontinued', async () => {
    discontinued('fist');
    await expect(start({ products: [{ id: 'fod' }, { id: 'fist' }] })).rejects.toMatchObject({
      code: 'unknown_product',
      field: 'products.1.id',
    });
    expect(shop.asked).toEqual([]);
  });

  const many = Array.from({ length: 48 }, () => ({ id: 'fod' }));
  it.each([
    ['with an empty cart', { products: [] }, 'cart_empty', 'products'],
    ['with more products than fit', { products: many }, 'too_many_products', 'products'],
    [
      'with an unknown product',
      { products: [{ id: 'fod' }, { id: 'x' }] },
      'unknown_product',
      'products.1.id',
    ],
    [
      'with another price than the shop’s',
      { products: [{ id: 'fod' }, { id: 'fist', price: 249 }] },
      'price_changed',
      'products.1.price',
    ],
    ['from another site', { baseUrl: 'https://evil.example' }, 'origin_not_allowed', 'baseUrl'],
    [
      'from a site that is called nearly so',
      { baseUrl: 'https://shop.example/x' },
      'origin_not_allowed',
      'baseUrl',
    ],
    ['with an address that is none', { email: 'guest' }, 'invalid_email', 'email'],
    ['without an address', { email: undefined }, 'invalid_email', 'email'],
  ])('%s', async (_name, over, code, field) => {
    await expect(start(over)).rejects.toEqual(expect.objectContaining({ name: 'Refusal', code, field }));
    expect(shop.asked).toEqual([]);
  });
});
