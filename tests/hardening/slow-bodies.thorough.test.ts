import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { addressBudget } from '#server/http/body-intake.ts';
import {
  createCheckoutSession,
  patternOf,
  receiveStripeEvent,
  reportCspViolations,
} from '#shared/endpoints.ts';
import { checkout } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import { paidEvent, postEvent, signatureOf } from './support/webhooks.ts';

let shop: Shop;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await shop.close();
});

interface SlowBody {
  socket: Socket;
  /** The answers so far. */
  answer(): string;
}

/** Sends the head of a request whose body never comes. It has arrived once the site has answered the previous one. */
async function beginBody(path: string, headers: Record<string, string | number>): Promise<SlowBody> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(shop.url).port) });
  sockets.push(socket);
  let text = '';
  socket.on('error', () => undefined).setEncoding('latin1');
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  while (!text.includes('{"status":"ok"}')) await once(socket, 'data');
  text = '';
  const lines = Object.entries({ host: 'x', 'content-length': 500, ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  await new Promise((resolve) => socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n{`, resolve));
  return { socket, answer: () => text };
}
const json = { 'content-type': 'application/json' };
const beginMany = (
  count: number,
  path: string,
  headers: (index: number) => Record<string, string | number>,
) => Promise.all(Array.from({ length: count }, (_, index) => beginBody(path, headers(index))));

describe('bodies that do not come', () => {
  it('hold no place: past the number of requests at once everybody is served as if they were not there', async () => {
    shop = await openShop({ environment: { MOST_REQUESTS_AT_ONCE: '20', TRUST_PROXY: '127.0.0.1' } });
    const from = (index: number) => ({ ...json, 'x-forwarded-for': `203.0.113.${index % 250}` });
    await beginMany(40, patternOf(reportCspViolations), from);
    const { payload } = paidEvent(newEmail(), 'fist');
    await beginMany(40, patternOf(receiveStripeEvent), (index) => ({
      ...from(index),
      'stripe-signature': signatureOf({ payload }),
    }));
    await checkout(shop, ['fist'], newEmail());
    expect((await postEvent(shop, paidEvent(newEmail(), 'fist'))).status).toBe(200);
    expect((await fetch(`${shop.url}/api/config`)).status).toBe(200);
  });

  it('of one address compete with each other: the one that has been coming for longest makes room', async () => {
    shop = await openShop({ environment: { TRUST_PROXY: '127.0.0.1' } });
    const from = (address: string) => () => ({ ...json, 'x-forwarded-for': address });
    const [other] = await beginMany(1, patternOf(createCheckoutSession), from('198.51.100.7'));
    const slow: SlowBody[] = [];
    for (let sent = 0; sent < addressBudget.holdings + 5; sent += 1)
      slow.push(...(await beginMany(1, patternOf(createCheckoutSession), from('203.0.113.9'))));
    await expect.poll(() => slow.filter(({ answer }) => answer() !== '').length).toBe(5);
    for (const { answer } of slow.slice(0, 5)) expect(answer()).toMatch(/^HTTP\/1\.1 408/);
    expect(other?.answer()).toBe('');
    // Honest but slow requests still succeed.
    const body = JSON.stringify({ products: [{ id: 'fist' }], baseUrl: shop.url, email: newEmail() });
    other?.socket.write(body.slice(1).padEnd(499, ' '));
    await expect.poll(() => other?.answer()).toMatch(/^HTTP\/1\.1 200/);
  });

  it('may not hold more bytes than a budget, however few they are', async () => {
    shop = await openShop({ environment: { TRUST_PROXY: '127.0.0.1' } });
    const { payload } = paidEvent(newEmail(), 'fist');
    const bytes = 300_000;
    const large = await beginMany(6, patternOf(receiveStripeEvent), () => ({
      ...{ 'stripe-signature': signatureOf({ payload }), 'content-length': bytes },
    }));
    const most = Math.floor(addressBudget.bytes / bytes);
    await expect.poll(() => large.filter(({ answer }) => answer() !== '').length).toBe(6 - most);
  });

  it('of IPv6 compete within their /48 too, so that another address is no other party', async () => {
    shop = await openShop({ environment: { TRUST_PROXY: '127.0.0.1' } });
    const slow = await beginMany(5 * addressBudget.holdings, patternOf(createCheckoutSession), (index) => ({
      ...{ ...json, 'x-forwarded-for': `2001:db8:7:${index.toString(16)}::1` },
    }));
    await expect
      .poll(() => slow.filter(({ answer }) => answer() === '').length)
      .toBeLessThanOrEqual(4 * addressBudget.holdings);
  });
});

describe('the body of a webhook event', () => {
  const hour = 3600;
  const now = () => Math.floor(Date.now() / 1000);
  it.each([
    ['without a signature', () => ''],
    ['with a signature that is none', () => 'nonsense'],
    ['with a signature that is too short', () => `t=${now()},v1=00`],
    ['with a signature of an hour ago', () => signatureOf({ payload: '{}' }, { timestamp: now() - hour })],
    ['with a signature of tomorrow', () => signatureOf({ payload: '{}' }, { timestamp: now() + 24 * hour })],
  ])('%s is not waited for', async (_, signature) => {
    shop = await openShop();
    const { socket, answer } = await beginBody(patternOf(receiveStripeEvent), {
      'stripe-signature': signature(),
    });
    await once(socket, 'close');
    expect(answer()).toMatch(/^HTTP\/1\.1 400/);
    expect(answer()).toContain('"code":"invalid_signature"');
  });
});
