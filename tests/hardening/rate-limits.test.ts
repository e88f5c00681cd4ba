import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { trustedProxies } from '#server/http/client-address.ts';
import { guessLimits } from '#server/http/guess-limit.ts';
import { limits } from '#server/http/rate-limits.ts';
import { lookUpsASecond } from '#server/providers/stripe/look-ups.ts';
import { bearer, checkout, json } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { newPostgresDatabase } from '#tests/support/postgres.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';
import { openShopWithValves } from './support/valve.ts';

/** Lets ten checkouts of a window through. */
const factor = String(10 / limits.checkout);
let shop: Shop | undefined;
let proxy: Server | undefined;
afterEach(async () => {
  proxy?.closeAllConnections();
  proxy?.close();
  proxy = undefined;
  await shop?.close();
  shop = undefined;
});

/** An ordinary reverse proxy: it appends the client's address to X-Forwarded-For. */
async function startProxy(target: string): Promise<string> {
  proxy = createServer((incoming, outgoing) => {
    const forwarded = [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress].filter(Boolean);
    const onward = httpRequest(
      `${target}${incoming.url}`,
      { method: incoming.method, headers: { ...incoming.headers, 'x-forwarded-for': forwarded.join(', ') } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Sends an empty cart from one of this machine's own addresses. */
async function sendEmptyCart(base: string, headers: Record<string, string>, from: string): Promise<Answer> {
  const request = httpRequest(`${base.replace('localhost', '127.0.0.1')}/api/create-checkout-session`, {
    method: 'POST',
    localAddress: from,
    headers: { ...json, ...headers },
  });
  request.end('{"products":[],"baseUrl":"x","email":"reader@example.com"}');
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return {
    status: answer.statusCode ?? 0,
    headers: new Headers(answer.headers as Record<string, string>),
    body: JSON.parse(text),
  };
}

/** Sends empty carts, each with another forwarded address. @returns how many were let in, and the last answer */
async function rotate(
  base: string,
  count: number,
  { headers = {}, from = '127.0.0.1' }: { headers?: Record<string, string>; from?: string } = {},
) {
  let letIn = 0;
  let last: Answer | undefined;
  for (let sent = 0; sent < count; sent += 1) {
    const forwarded = { 'x-forwarded-for': `203.0.113.${sent}, 198.51.100.${sent}`, ...headers };
    last = await sendEmptyCart(base, forwarded, from);
    if (last.status !== 429) letIn += 1;
  }
  return { letIn, last };
}

describe('An address may start so many checkouts, and X-Forwarded-For that changes with every request does not help', () => {
  it.each([
    ['without a proxy, directly', '0', false],
    ['with a list of proxies, from outside the list', '192.0.2.1', false],
    ['behind one proxy, counted', '1', true],
    ['behind one proxy, listed', '127.0.0.1', true],
    ['behind one proxy, listed as a subnet', '127.0.0.0/24', true],
  ])('%s', async (_, trustProxy, behindProxy) => {
    shop = await openShop({ environment: { TRUST_PROXY: trustProxy, RATE_LIMIT_FACTOR: factor } });
    const base = behindProxy ? await startProxy(shop.url) : shop.url;
    // The proxy is 127.0.0.1, so the client must have another address.
    const { letIn, last } = await rotate(base, 14, { from: '127.9.9.9' });
    expect(letIn).toBe(10);
    expect(last?.status).toBe(429);
    expect(last?.body).toMatchObject({ code: 'too_many_requests' });
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(last?.headers.get('ratelimit')).toMatch(/^"checkout"; r=0; t=\d+/);
    expect(last?.headers.get('ratelimit-policy')).toMatch(/^"checkout"; q=10; w=600/);
  });

  it('behind a proxy, people with different addresses are counted apart', async () => {
    shop = await openShop({ environment: { TRUST_PROXY: '1', RATE_LIMIT_FACTOR: factor } });
    const base = await startProxy(shop.url);
    expect((await rotate(base, 14, { from: '127.0.0.7' })).letIn).toBe(10);
    expect((await rotate(base, 14, { from: '127.0.0.8' })).letIn).toBe(10);
  });
});

it('With a number of proxies, who comes from the internet directly is none of them', () => {
  const trust = trustedProxies(2);
  for (const near of [
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
  ])
    expect([near, trust(near, 0)]).toEqual([near, true]);
  for (const far of ['203.0.113.9', '172.32.0.1', '2001:db8::1', '::ffff:8.8.8.8', '', 'unknown'])
    expect([far, trust(far, 0)]).toEqual([far, false]);
  expect(trust('10.1.2.3', 2)).toBe(false);
});

it('IPv6 is counted by /64: a household cannot change its address to go on', async () => {
  shop = await openShop({ environment: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: factor } });
  const { url } = shop;
  const from = async (address: string) =>
    (await rotate(url, 1, { headers: { 'x-forwarded-for': address } })).last?.status;
  for (let sent = 0; sent < 10; sent += 1) expect(await from(`2001:db8:1:2::${sent}`)).toBe(400);
  expect(await from('2001:db8:1:2:ffff::1')).toBe(429);
  expect(await from('2001:db8:1:3::1')).toBe(400);
});

it.each(['sqlite', 'postgres'])(
  'Somebody with a /48 of IPv6 has what four addresses have, and locks out nobody else: on %s',
  async (engine) => {
    shop = await openShop({
      environment: {
        ...{ TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: String(2 / limits.checkout) },
        ...(engine === 'postgres' && { DATABASE_URL: await newPostgresDatabase() }),
      },
    });
    const { url } = shop;
    const from = async (address: string) =>
      (await rotate(url, 1, { headers: { 'x-forwarded-for': address } })).last?.status;
    const statuses: (number | undefined)[] = [];
    for (let sent = 0; sent < 7; sent += 1) statuses.push(await from(`2001:db8:1:${sent.toString(16)}::1`));
    // All of these are in one /56, which has what two addresses have,
    expect(statuses.filter((status) => status !== 429)).toHaveLength(4);
    for (let sent = 1; sent < 9; sent += 1) statuses.push(await from(`2001:db8:1:${sent.toString(16)}00::1`));
    // and the /48 around it what four have.
    expect(statuses.filter((status) => status !== 429)).toHaveLength(8);
    expect(await from('2001:db8:2::1')).toBe(400);
    expect(await from('203.0.113.1')).toBe(400);
  },
);

it('An account may start so many checkouts, from however many addresses', async () => {
  shop = await openShop({
    environment: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: String(5 / limits['checkout-account']) },
  });
  const { idToken } = await newPerson(shop);
  const statuses: (number | undefined)[] = [];
  for (let sent = 0; sent < 7; sent += 1) {
    const headers = { ...bearer(idToken), 'x-forwarded-for': `203.0.113.${sent}` };
    statuses.push((await rotate(shop.url, 1, { headers })).last?.status);
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
});

it.each([
  ['GET', '/api/session', 'session'],
  ['GET', '/api/orders/cs_test_unknown', 'orders'],
  ['GET', '/api/orders', 'orders'],
  ['POST', '/api/withdrawals', 'withdrawals'],
] as const)('%s %s is limited too, and says how much is left', async (method, path, policy) => {
  shop = await openShop({ environment: { RATE_LIMIT_FACTOR: String(3 / limits[policy]) } });
  const answers: [status: number, limit: string | null][] = [];
  for (let sent = 0; sent < 5; sent += 1) {
    const { status, headers } = await fetch(`${shop.url}${path}`, { method, headers: json });
    answers.push([status, headers.get('ratelimit')?.replace(/t=\d+$/, 't') ?? null]);
    expect(headers.get('ratelimit-policy')).toMatch(new RegExp(`^"${policy}"; q=3; w=600`));
    expect(headers.has('retry-after')).toBe(status === 429);
  }
  expect(answers.map(([, limit]) => limit)).toEqual(
    [2, 1, 0, 0, 0].map((left) => `"${policy}"; r=${left}; t`),
  );
  expect(answers.map(([status]) => status === 429)).toEqual([false, false, false, true, true]);
  expect((await fetch(`${shop.url}/shop`)).status).toBe(200);
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
});

it('An account may look at its orders so often, from however many addresses', async () => {
  shop = await openShop({
    environment: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: String(5 / limits['orders-account']) },
  });
  const { idToken } = await newPerson(shop);
  const statuses: number[] = [];
  for (let sent = 0; sent < 7; sent += 1) {
    const headers = { ...bearer(idToken), 'x-forwarded-for': `203.0.113.${sent}` };
    const response = await fetch(`${shop.url}/api/orders`, { headers });
    expect(response.headers.get('ratelimit')).toContain('"orders-account"; r=');
    statuses.push(response.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

it('Whoever asks for orders that nobody made, from however many addresses, does not reach the payment provider', async () => {
  const valves = await openShopWithValves({ environment: { TRUST_PROXY: '127.0.0.1' } });
  shop = valves;
  const asked = () => valves.payments.requests.filter((path) => path.includes('checkout/sessions/')).length;
  const before = asked();
  const startedAt = performance.now();
  const ids = Array.from({ length: 100 }, (_, index) => `cs_test_${String(index).padStart(58, 'a')}`);
  const answers = await Promise.all(
    [...ids, ...ids.map((id) => id.replace('test', 'live'))].map(async (id, index) => {
      const headers = { 'x-forwarded-for': `203.0.113.${index}` };
      return (await fetch(`${valves.url}/api/orders/${id}`, { headers })).status;
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  expect(new Set(answers)).toEqual(new Set([404, 503]));
  expect(asked() - before).toBeLessThanOrEqual(lookUpsASecond.unknown * (1 + seconds));
  await checkout(valves, ['fist'], newEmail());
});

it('A payment page that the shop opened is looked up whatever strangers ask for, also after a restart', async () => {
  const valves = await openShopWithValves({ environment: { TRUST_PROXY: '127.0.0.1' } });
  shop = valves;
  const { sessionId } = await checkout(valves, ['fist'], newEmail());
  await valves.restart();
  const ask = (order: string, address: string) =>
    fetch(`${valves.url}/api/orders/${order}`, { headers: { 'x-forwarded-for': address } });
  const strangers = Array.from({ length: 15 * lookUpsASecond.unknown }, (_, index) =>
    ask(`cs_test_${String(index).padStart(58, 'a')}`, `203.0.113.${index}`),
  );
  const own = await ask(sessionId, '198.51.100.1');
  const answers = await Promise.all(strangers);
  expect(answers.map(({ status }) => status)).toContain(503);
  expect(own.status).toBe(200);
});

describe('wrong activation codes', () => {
  const guess = (idToken: string, address: string) =>
    fetch(`${shop?.url}/api/use-code`, {
      method: 'POST',
      headers: { ...json, ...bearer(idToken), 'x-forwarded-for': address },
      body: JSON.stringify({ activationCode: 'wrong-code' }),
    });
  const guesser = (name: string) =>
    shop?.sandbox.identity.mintToken({ use: 'id', clientId: webClientId, claims: { sub: name } }) ?? '';

  it('of one IPv6 /64 are counted together, and the headers say how many are left', async () => {
    shop = await openShop({ environment: { TRUST_PROXY: '127.0.0.1' } });
    const { perAddress, windowSeconds } = guessLimits;
    for (let sent = 0; sent < perAddress; sent += 1) {
      const { status, headers } = await guess(
        guesser(`account-${sent}`),
        `2001:db8:1:2::${sent.toString(16)}`,
      );
      expect(status).toBe(200);
      expect(headers.get('ratelimit')).toContain(`"wrong-codes"; r=${perAddress - sent}; t=`);
      expect(headers.get('ratelimit-policy')).toContain(`"wrong-codes"; q=${perAddress}; w=${windowSeconds}`);
    }
    const refused = await guess(guesser('another'), '2001:db8:1:2:ffff::1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(windowSeconds - 60);
    expect((await guess(guesser('another'), '2001:db8:1:3::1')).status).toBe(200);
  });
});

it('A class of thirty behind one address buys and watches its orders without being slowed down', () => {
  const pollsAnOrder = 12;
  expect(limits.checkout).toBeGreaterThan(30 * 10);
  expect(limits.orders).toBeGreaterThan(30 * 10 * pollsAnOrder);
  expect(limits.session).toBeGreaterThan(30 * 100);
});
