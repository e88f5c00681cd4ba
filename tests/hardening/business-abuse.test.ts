import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue.ts';
import { documentVersions } from '#shared/document-versions.ts';
import {
  bearer,
  buy,
  checkout,
  json,
  order,
  postCheckout,
  press,
  unlockedIds,
} from '#tests/support/orders.ts';
import { newEmail, newPerson, signIn } from '#tests/support/people.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';
import { paidEvent, postEvent } from './support/webhooks.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ environment: { TRUST_PROXY: '1' } });
});
afterAll(() => shop.close());

const opened = async (sessionId: string) => {
  const response = await fetch(`${shop.sandboxUrl}/v1/checkout/sessions/${sessionId}`, {
    headers: bearer('sk_test_shop'),
  });
  return (await response.json()) as {
    amount_total: number;
    currency: string;
    customer_email: string;
    success_url: string;
    metadata: Record<string, string>;
  };
};
const sessionsMade = async () => {
  const response = await fetch(`${shop.sandboxUrl}/v1/checkout/sessions?limit=100`, {
    headers: bearer('sk_test_shop'),
  });
  return ((await response.json()) as { data: unknown[] }).data.length;
};
const cart = (over: Record<string, unknown>) => ({
  products: [{ id: 'fist' }],
  baseUrl: shop.url,
  email: newEmail(),
  ...over,
});

describe('a buyer cannot choose', () => {
  it.each([
    ['a lower price', { products: [{ id: 'fist', price: 1 }] }],
    ['a negative price', { products: [{ id: 'fist', price: -250 }] }],
    ['a price as text', { products: [{ id: 'fist', price: '0' }] }],
    ['a quantity that takes money off', { products: [{ id: 'fist', price: 0, quantity: -1 }] }],
    ['a product that is not sold', { products: [{ id: 'free-everything' }] }],
    ['a product named like a part of JavaScript', { products: [{ id: '__proto__' }] }],
    ['what the reward of the campaign unlocks', { products: [{ id: 'fod-kickstarter' }] }],
    ['another site to come back to', { baseUrl: 'https://evil.example.com' }],
    ['a site that only begins like this one', { baseUrl: 'http://localhost.evil.example.com' }],
    ['a way back with a name in front', { baseUrl: 'http://localhost@evil.example.com' }],
    ['a script to come back to', { baseUrl: 'javascript:alert(1)' }],
    ['an address with a second one behind it', { email: 'a@example.com,b@example.com' }],
    ['an address with a header in it', { email: 'a@example.com\r\nBcc: b@example.com' }],
    ['nothing', { products: [] }],
  ])('%s: refused, and nothing is made at the payment provider', async (_, over) => {
    const before = await sessionsMade();
    expect((await postCheckout(shop, cart(over))).status).toBe(400);
    expect(await sessionsMade()).toBe(before);
  });

  it.each(catalogue.map((product) => [product.id, product.priceOre] as const))(
    '%s for anything but its own price, in SEK, to the address that was typed, back to this site',
    async (id, priceOre) => {
      const email = newEmail();
      const body = {
        products: [{ id, currency: 'usd', title: 'Free', unlocks: ['fod'], unit_amount: 1 }],
        baseUrl: shop.url,
        email,
        currency: 'usd',
        metadata: { product_fod: '0', account_id: 'somebody' },
        success_url: 'https://evil.example.com',
        discounts: [{ coupon: 'ALL' }],
      };
      const response = await postCheckout(shop, body);
      expect(response.status).toBe(200);
      const { redirect_url: url } = response.body as { redirect_url: string };
      expect(url.startsWith(shop.sandboxUrl)).toBe(true);
      const session = await opened(url.slice(url.lastIndexOf('/') + 1));
      expect(session).toMatchObject({ amount_total: priceOre, currency: 'sek', customer_email: email });
      expect(session.metadata).toEqual({
        [`product_${id}`]: String(priceOre),
        terms_version: documentVersions.terms,
      });
      expect(session.success_url.startsWith(`${shop.url}/`)).toBe(true);
    },
  );

  it('the same product twice for the price of one, or a different address than the verified one', async () => {
    const person = await newPerson(shop);
    const answer = await postCheckout(
      shop,
      cart({ email: 'somebody.else@example.com' }),
      bearer(person.idToken),
    );
    const { redirect_url: url } = answer.body as { redirect_url: string };
    const session = await opened(url.slice(url.lastIndexOf('/') + 1));
    expect(session.customer_email).toBe(person.email);
    expect(session.metadata['account_id']).toBeTruthy();
    const twice = await postCheckout(shop, cart({ products: [{ id: 'fist' }, { id: 'fist' }] }));
    if (twice.status === 200) {
      const { redirect_url: payUrl } = twice.body as { redirect_url: string };
      const { amount_total: total } = await opened(payUrl.slice(payUrl.lastIndexOf('/') + 1));
      expect(total).toBe(25_000);
    } else expect(twice.status).toBe(400);
  });
});

describe('an order', () => {
  it('counts once, however often its event is replayed, from whatever time, with whatever event id', async () => {
    const person = await newPerson(shop);
    const event = paidEvent(person.email, 'fist');
    const replays = await Promise.all(Array.from({ length: 10 }, () => postEvent(shop, event)));
    expect(new Set(replays.map(({ status }) => status))).toEqual(new Set([200]));
    const renamed = { payload: event.payload.replace(event.id, `evt_${randomUUID()}`) };
    expect((await postEvent(shop, renamed)).status).toBe(200);
    const old = Math.floor(Date.now() / 1000) - 301;
    expect((await postEvent(shop, paidEvent(person.email, 'fod'), { timestamp: old })).status).toBe(400);
    expect((await postEvent(shop, paidEvent(person.email, 'fod'), { timestamp: old + 902 })).status).toBe(
      400,
    );
    expect(await unlockedIds(shop, person.idToken)).toEqual(['fist']);
  });

  it('is not fulfilled by an event that nobody signed, or that was changed after signing', async () => {
    const person = await newPerson(shop);
    const event = paidEvent(person.email, 'fist');
    const bare = await fetch(`${shop.url}/api/stripe/webhook`, { method: 'POST', body: event.payload });
    expect(bare.status).toBe(400);
    expect((await postEvent(shop, event, { secret: 'whsec_guessed_0123456' })).status).toBe(400);
    expect(await unlockedIds(shop, person.idToken)).toEqual([]);
  });

  it('is not fulfilled by opening its page before it is paid', async () => {
    const person = await newPerson(shop);
    const { sessionId } = await checkout(shop, ['fist'], person.email);
    expect((await order(shop, sessionId)).body.status).toBe('open');
    expect(await unlockedIds(shop, person.idToken)).toEqual([]);
  });

  it('of somebody else tells nothing that names them, and unlocks nothing', async () => {
    const buyer = newEmail();
    const { sessionId } = await buy(shop, ['fist'], buyer);
    const stranger = await newPerson(shop);
    const text = JSON.stringify((await order(shop, sessionId)).body);
    expect(text).not.toContain(buyer);
    expect(text).not.toMatch(/pi_|account/);
    expect(await unlockedIds(shop, stranger.idToken)).toEqual([]);
    for (const guess of ['cs_test_', 'cs_test_1', '..%2fconfig', sessionId.slice(0, -1), `${sessionId}x`])
      expect((await fetch(`${shop.url}/api/orders/${guess}`)).status).toBe(404);
  });
});

describe('an account', () => {
  it('does not get at what belongs to another, also with the same address after the first one has claimed it', async () => {
    const email = newEmail();
    await buy(shop, ['fist'], email);
    const first = await newPerson(shop, email);
    expect(await unlockedIds(shop, first.idToken)).toEqual(['fist']);
    const second = shop.sandbox.identity.mintToken({
      use: 'id',
      clientId: webClientId,
      claims: { sub: 'a-later-owner', email, email_verified: true },
    });
    expect(await unlockedIds(shop, second)).toEqual([]);
    expect(await unlockedIds(shop, first.idToken)).toEqual(['fist']);
  });

  it('that was deleted and made anew with the same name and address starts with nothing', async () => {
    const email = newEmail();
    await buy(shop, ['fist'], email);
    const person = await newPerson(shop, email);
    expect(await unlockedIds(shop, person.idToken)).toEqual(['fist']);
    const { accessToken, idToken } = await signIn(shop, person.username);
    const gone = await fetch(`${shop.url}/api/account`, {
      method: 'DELETE',
      headers: { ...json, ...bearer(idToken) },
      body: JSON.stringify({ accessToken }),
    });
    expect(gone.status).toBe(204);
    const again = await newPerson(shop, email);
    expect(await unlockedIds(shop, again.idToken)).toEqual([]);
  });

  it('cannot delete another with its own access token', async () => {
    const [person, other] = [await newPerson(shop), await newPerson(shop)];
    const response = await fetch(`${shop.url}/api/account`, {
      method: 'DELETE',
      headers: { ...json, ...bearer(person.idToken) },
      body: JSON.stringify({ accessToken: other.accessToken }),
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect((await signIn(shop, person.username)).idToken).toBeTruthy();
    expect((await signIn(shop, other.username)).idToken).toBeTruthy();
  });
});

it('A payment that was cancelled or declined unlocks nothing', async () => {
  const person = await newPerson(shop);
  const { payUrl } = await checkout(shop, ['fist'], person.email);
  await press(payUrl, 'decline');
  await press(payUrl, 'cancel');
  await shop.sandbox.stripe.deliveriesSettled();
  expect(await unlockedIds(shop, person.idToken)).toEqual([]);
});
