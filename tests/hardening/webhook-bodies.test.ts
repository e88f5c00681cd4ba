import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/api/calls.ts';
import {
  beginSession,
  createCheckoutSession,
  patternOf,
  readConfig,
  receiveStripeEvent,
} from '#shared/endpoints.ts';
import { bearer } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';
import { openShopWithValves } from './support/valve.ts';
import { paidEvent, signatureOf } from './support/webhooks.ts';

let shop: Shop;
afterEach(() => shop.close());

const webhookPath = patternOf(receiveStripeEvent);
const { largestBytes } = calls[receiveStripeEvent].body;

/** A signed event of so many bytes, padded with spaces, which JSON ignores. */
function eventOf(bytes: number) {
  const event = paidEvent(newEmail(), 'fist');
  return { ...event, payload: event.payload.padEnd(bytes, ' ') };
}

async function deliver(
  event: { payload: string },
  headers: Record<string, string> = {},
): Promise<{ status: number; code?: string }> {
  const sent = httpRequest(`${shop.url}${webhookPath}`, {
    method: 'POST',
    headers: { 'stripe-signature': signatureOf(event), ...headers },
  });
  sent.on('error', () => undefined);
  sent.end(event.payload);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  return { status: answer.statusCode ?? 0, ...JSON.parse(text) };
}

describe('the body of a webhook event', () => {
  it.each([
    ['told beforehand', {}],
    ['known from its chunks only', { 'transfer-encoding': 'chunked' }],
  ])('may have so many bytes and not one more, its length %s', async (_, headers) => {
    shop = await openShop();
    const allowed = await deliver(eventOf(largestBytes), headers);
    expect(allowed).toMatchObject({ status: 200, outcome: 'fulfilled' });
    expect(await deliver(eventOf(largestBytes + 1), headers)).toMatchObject({ code: 'body_too_large' });
    await request(shop.url).get('/healthz').expect(200);
  });

  it('of more than 512 KiB is refused before it is read, when its length is told', async () => {
    expect(largestBytes).toBe(512 * 1024);
    shop = await openShop();
    const sent = httpRequest(`${shop.url}${webhookPath}`, {
      method: 'POST',
      headers: { 'content-length': largestBytes + 1 },
    });
    sent.on('error', () => undefined);
    sent.flushHeaders();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect([answer.statusCode, answer.headers.connection]).toEqual([413, 'close']);
    sent.destroy();
  });
});

it('Webhooks are refused last: past the limit for all others they still come in', async () => {
  const limit = 10;
  const valves = await openShopWithValves({ environment: { MOST_REQUESTS_AT_ONCE: String(limit) } });
  shop = valves;
  const checkout = () =>
    request(shop.url)
      .post(patternOf(createCheckoutSession))
      .send({ products: [{ id: 'fist' }], baseUrl: shop.url, email: newEmail() });
  const config = () => request(shop.url).get(patternOf(readConfig));
  const { idToken, refreshToken } = await newPerson(shop, undefined, webClientId);
  const signIn = () =>
    request(shop.url).post(patternOf(beginSession)).set(bearer(idToken)).send({ refreshToken });

  // Calls that wait for the payment provider may use half of the places,
  valves.payments.set('hangs');
  const hanging = Array.from({ length: limit / 2 }, checkout);
  for (const waiting of hanging) waiting.end(() => undefined);
  await valves.payments.arrived(hanging.length, 'checkout/sessions');
  await checkout().expect(503);
  await config().expect(200);
  // the others the rest,
  valves.identity.set('hangs');
  const before = valves.identity.requests.filter((path) => path.endsWith('/')).length;
  const signingIn = Array.from({ length: limit / 2 }, signIn);
  for (const waiting of signingIn) waiting.end(() => undefined);
  await valves.identity.arrived(before + signingIn.length, '/');
  await config().expect(503);
  // and events still come in.
  expect(await deliver(paidEvent(newEmail(), 'fist'))).toMatchObject({ outcome: 'fulfilled' });
  await request(shop.url).get('/healthz').expect(200);

  for (const waiting of [...hanging, ...signingIn]) waiting.abort();
  await expect.poll(async () => (await config()).status).toBe(200);
});
