import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import Stripe from 'stripe';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '#shared/api/errors.ts';
import { createCheckoutSession, patternOf } from '#shared/endpoints.ts';
import { bearer, checkout, control, json, postCheckout } from '#tests/support/orders.ts';
import { newPerson } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

const path = patternOf(createCheckoutSession);
let shop: Shop;
let stripe: Stripe;
beforeAll(async () => {
  shop = await openShop();
  const { hostname, port } = new URL(shop.sandboxUrl);
  stripe = new Stripe('sk_test_shop', { host: hostname, port, protocol: 'http' });
});
afterAll(() => shop.close());

const email = 'reader@example.com';
const good = () => ({ products: [{ id: 'fod' }], baseUrl: shop.url, email });
const sessionCount = async () => (await stripe.checkout.sessions.list({ limit: 100 })).data.length;

describe('a checkout session', () => {
  it('takes names and prices from the catalogue, and carries all that fulfilment needs', async () => {
    const { sessionId } = await checkout(shop, ['fod', 'fod-podcast-discount'], ' Reader@Example.com ');
    const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['line_items'] });
    expect(session).toMatchObject({
      currency: 'sek',
      amount_total: 43_750,
      customer_email: email,
      metadata: { product_fod: '25000', 'product_fod-podcast-discount': '18750' },
      success_url: `${shop.url}/shop/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${shop.url}/shop/cancel`,
    });
    expect(session.line_items?.data.map((line) => [line.description, line.amount_total])).toEqual([
      ['Lone Wolf The Fortress of Death', 25_000],
      ['Lone Wolf The Fortress of Death', 18_750],
    ]);
  });

  it('accepts whole product objects with the price in SEK, as the specification posts them', async () => {
    const products = [
      {
        id: 'fod-podcast-discount',
        title: 'x',
        type: 'game',
        preOrder: false,
        price: 187.5,
        image: '/x',
        url: 'y',
      },
    ];
    expect((await postCheckout(shop, { ...good(), products })).status).toBe(200);
  });

  it('marks on the payment page what is sold ahead of its release: (Pre-Order)', async () => {
    const { sessionId } = await checkout(shop, ['bundle-pre-order'], email);
    const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['line_items'] });
    expect(session.line_items?.data[0]?.description).toMatch(/^\S.* \(Pre-Order\)$/);
  });

  it('collapses the same product posted twice', async () => {
    const { sessionId } = await checkout(shop, ['fod', 'fod'], email);
    expect(await stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({ amount_total: 25_000 });
  });

  it("uses a signed-in buyer's verified address instead of the posted one, and records the account", async () => {
    const person = await newPerson(shop);
    const { sessionId } = await checkout(shop, ['fist'], 'someone-else@example.com', bearer(person.idToken));
    const session = await stripe.checkout.sessions.retrieve(sessionId);
    expect(session.customer_email).toBe(person.email);
    expect(session.metadata?.['account_id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is made once for one idempotency key, and the key is refused for another order', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await checkout(shop, ['fod'], email, key);
    expect((await checkout(shop, ['fod'], email, key)).sessionId).toBe(first.sessionId);
    const other = await postCheckout(shop, { ...good(), products: [{ id: 'fist' }] }, key);
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ code: 'idempotency_conflict' });
  });
});

describe('a tampered cart is refused with a clear 400, and nothing is created', () => {
  it.each<[string, (body: ReturnType<typeof good>) => unknown, string]>([
    ['a price of 1', (body) => ({ ...body, products: [{ id: 'fod', price: 1 }] }), 'price_changed'],
    [
      'an unknown id',
      (body) => ({ ...body, products: [{ id: 'fod' }, { id: 'free-everything' }] }),
      'unknown_product',
    ],
    ['an id from the prototype', (body) => ({ ...body, products: [{ id: '__proto__' }] }), 'unknown_product'],
    ['an empty list', (body) => ({ ...body, products: [] }), 'cart_empty'],
    [
      '200 products',
      (body) => ({ ...body, products: Array.from({ length: 200 }, () => ({ id: 'fod' })) }),
      'too_many_products',
    ],
    ['a foreign baseUrl', (body) => ({ ...body, baseUrl: 'https://evil.example.com' }), 'origin_not_allowed'],
    [
      'a baseUrl that only begins like ours',
      (body) => ({ ...body, baseUrl: `${body.baseUrl}.evil.example.com` }),
      'origin_not_allowed',
    ],
    ['a bad e-mail', (body) => ({ ...body, email: 'reader@example' }), 'invalid_email'],
    ['no e-mail', ({ email: _, ...body }) => body, 'invalid_email'],
    ['products that are no list', (body) => ({ ...body, products: 'fod' }), 'invalid_request'],
    ['a body that is no object', () => 'fod', 'invalid_json'],
  ])('%s', async (_, tamper, code) => {
    const before = await sessionCount();
    const response = await postCheckout(shop, tamper(good()));
    const problem = response.body as Problem;
    expect(response.status).toBe(400);
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(problem).toMatchObject({ code, status: 400, requestId: response.headers['x-request-id'] });
    expect(problem.detail).toBeTruthy();
    expect(await sessionCount()).toBe(before);
  });

  it('a body that is not JSON, not declared as JSON, or too large', async () => {
    const post = (headers: Record<string, string>, body: string) =>
      request(shop.url).post(path).set(headers).send(body);
    await post(json, '{').expect(400);
    await post({ 'content-type': 'text/plain' }, JSON.stringify(good())).expect(415);
    await post(json, JSON.stringify({ ...good(), padding: 'x'.repeat(65 * 1024) })).expect(413);
  });

  it('a compressed body, which could become a large one', async () => {
    const response = await fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: { ...json, 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify(good())),
    });
    expect(response.status).toBe(415);
  });

  it('a token that does not check out is 401, not a guest', async () => {
    const response = await postCheckout(shop, good(), bearer('not.a.token'));
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  it('another method is 405 and says which are allowed', async () => {
    await request(shop.url).get(path).expect(405).expect('allow', 'POST');
  });
});

/** Has the next attempts to open a payment page fail, and nothing that a site asks the provider by itself after its start. */
const failNext = (count: number, status: number) =>
  control(shop, 'fail', { count, status, path: 'POST /checkout/sessions' });

it('A 500 of the payment provider, which repeats it to its key for a day, does not end the attempt: it gets one payment page', async () => {
  const key = { 'idempotency-key': randomUUID() };
  await failNext(1, 500);
  const first = await postCheckout(shop, good(), key);
  expect(first.status).toBe(200);
  expect((await postCheckout(shop, good(), key)).body).toEqual(first.body);
});

it('While the payment provider is down the answer is 502, and the same request works afterwards', async () => {
  // The call and its two repetitions.
  await failNext(3, 503);
  const key = { 'idempotency-key': randomUUID() };
  const down = await postCheckout(shop, good(), key);
  expect(down.status).toBe(502);
  expect(down.body).toMatchObject({ code: 'payment_provider_unavailable' });
  expect((await postCheckout(shop, good(), key)).status).toBe(200);
});
