import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#tests/hardening/support/figures.ts';
import { bearer, buy } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  shop = await openShop({ environment: { METRICS_PORT: String(metricsPort) } });
});
afterAll(() => shop.close());

/** Headers that belong to a single answer or connection. */
const passing = new Set(['connection', 'date', 'keep-alive', 'server-timing', 'x-request-id']);

/** Status, body and headers, except those that differ from answer to answer. */
async function answerTo(path: string, init: RequestInit = {}) {
  const response = await fetch(`${shop.url}${path}`, init);
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !passing.has(name)));
  return { status: response.status, headers, body: await response.text() };
}

/** How often a route was answered with 200 so far, from the metrics. */
async function counted(route: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = `shop_http_request_duration_seconds_count{method="GET",route="${route}",status="200"} `;
  return Number(
    text
      .split('\n')
      .find((one) => one.startsWith(line))
      ?.slice(line.length),
  );
}

const requestLines = () =>
  shop
    .logText()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"')).length;

it('A page answered out of memory is the same whatever asks for it, header by header', async () => {
  const first = await answerTo('/faq', { headers: { 'accept-encoding': 'br' } });
  expect(first.headers['content-encoding']).toBe('br');
  expect(await answerTo('/faq?from=mail', { headers: { 'accept-encoding': 'br' } })).toEqual(first);
  const { headers, status, body } = await answerTo('/faq', {
    method: 'HEAD',
    headers: { 'accept-encoding': 'br' },
  });
  expect({ headers, status, body }).toEqual({ ...first, body: '' });
});

it('HEAD gets the headers alone, on the wire too, from memory and from disk', async () => {
  for (const path of ['/terms', '/terms', '/no-such-page']) {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
    socket.write(`HEAD ${path} HTTP/1.1\r\nhost: ${new URL(shop.url).host}\r\nconnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 (200|404) /);
    expect(answer.indexOf('\r\n\r\n')).toBe(answer.length - 4);
  }
});

it('What the app asks has the same answer for a token seen before, but for policies of documents', async () => {
  const email = newEmail();
  await buy(shop, ['fist'], email);
  const { idToken } = await newPerson(shop, email);
  const first = await answerTo('/api/unlocked-content', { headers: bearer(idToken) });
  expect(first.status).toBe(200);
  expect(first.body).toContain('"fist"');
  const again = await answerTo('/api/unlocked-content', { headers: bearer(idToken) });
  expect({ ...first, headers: { ...first.headers, ...again.headers } }).toEqual(first);
  expect(again).toMatchObject({ status: 200, body: first.body });
  const kept = ['cache-control', 'content-length', 'content-type', 'cross-origin-resource-policy', 'etag'];
  const safe = ['referrer-policy', 'vary', 'x-content-type-options'];
  expect(Object.keys(again.headers).sort()).toEqual([...kept, ...safe]);
});

it('A request that brings a body along is never answered before Express, which refuses large ones', async () => {
  const status = await new Promise((resolve, reject) => {
    const headers = { 'content-length': 1_000_000_000 };
    request(`${shop.url}/faq`, { headers }, (response) => resolve(response.statusCode))
      .on('error', reject)
      .flushHeaders();
  });
  expect(status).toBe(413);
});

it('What was only looked up is counted and not logged; other calls, and what failed, are', async () => {
  const { idToken } = await newPerson(shop);
  const owned = (headers: Record<string, string>) => answerTo('/api/unlocked-content', { headers });
  await owned(bearer(idToken));
  await answerTo('/faq');
  await answerTo('/favicon.ico');
  const lines = requestLines();
  const lookedUp = ['/faq', '(file)', '/api/unlocked-content'];
  const before = await Promise.all(lookedUp.map(counted));
  await owned(bearer(idToken));
  await owned({});
  for (const path of ['/faq', '/favicon.ico', '/nowhere', '/assets/none.js', '/api/config'])
    await answerTo(path);
  await expect.poll(requestLines).toBe(lines + 4);
  await expect.poll(() => Promise.all(lookedUp.map(counted))).toEqual(before.map((count) => count + 1));
});
