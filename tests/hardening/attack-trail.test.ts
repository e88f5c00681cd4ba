import { afterAll, beforeAll, expect, it } from 'vitest';
import { bearer, json } from '#tests/support/orders.ts';
import { newPerson } from '#tests/support/people.ts';
import { beginSession, cookieOf } from '#tests/support/sessions.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ environment: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => shop.close());

/** The lines with these words that came into the log after its first characters. */
const linesAfter = (before: number, words: string) =>
  shop
    .logText()
    .slice(before)
    .split('\n')
    .filter((line) => line.includes(words))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('Refusals and limits can be followed in the log by account and by a digest of the address, which does not tell it', async () => {
  const { idToken } = await newPerson(shop);
  const { sub } = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string;
  };
  const guess = (address: string, token: string) =>
    fetch(`${shop.url}/api/use-code`, {
      method: 'POST',
      headers: { ...json, ...bearer(token), 'x-forwarded-for': address },
      body: '{"activationCode":"wrong"}',
    });
  const before = shop.logText().length;
  for (let tried = 0; tried < 11; tried += 1) await guess(`2001:db8:1:2::${tried}`, idToken);
  await guess('203.0.113.9', idToken);
  await guess('203.0.113.9', 'nonsense');
  const lines = linesAfter(before, '"route":"/api/use-code"');
  expect(lines).toHaveLength(13);
  expect(new Set(lines.slice(0, 12).map(({ account }) => account))).toEqual(new Set([sub]));
  expect(new Set(lines.slice(0, 11).map(({ from }) => from)).size).toBe(1);
  expect(lines[10]).toMatchObject({ problem: 'too_many_requests' });
  expect(lines[12]).toMatchObject({ problem: 'unauthorized', from: lines[11]?.['from'] });
  expect(lines[11]?.['from']).toMatch(/^[\w-]{12}$/);
  expect(lines[11]?.['from']).not.toBe(lines[0]?.['from']);
  expect(shop.logText()).not.toMatch(/2001:db8|203\.0\.113/);
});

it('What a browser does with its session’s cookie alone can be followed by account too, and what is refused of it', async () => {
  const person = await newPerson(shop, undefined, webClientId);
  const { sub } = JSON.parse(Buffer.from(person.idToken.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string;
  };
  const cookie = cookieOf(await beginSession(shop, person));
  const before = shop.logText().length;
  const call = async (method: string, path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${shop.url}${path}`, { method, headers: { ...json, cookie, ...headers } })).status;
  expect(await call('GET', '/api/session')).toBe(200);
  expect(await call('GET', '/api/orders')).toBe(200);
  const elsewhere = { origin: 'https://elsewhere.example' };
  expect(await call('POST', '/api/use-code', elsewhere)).toBe(403);
  expect(await call('DELETE', '/api/session')).toBe(204);
  const lines = linesAfter(before, '"msg":"request"');
  expect(lines.map(({ method, route, account }) => [method, route, account])).toEqual([
    ['GET', '/api/session', sub],
    ['GET', '/api/orders', sub],
    ['POST', '/api/use-code', sub],
    ['DELETE', '/api/session', sub],
  ]);
});

it('Signing out and deleting the account have the browser forget what it kept', async () => {
  const { idToken, accessToken } = await newPerson(shop);
  const gone = async (path: string, body?: object) => {
    const init = { method: 'DELETE', headers: { ...json, ...bearer(idToken) }, body: JSON.stringify(body) };
    const answer = await fetch(`${shop.url}${path}`, init);
    return [answer.status, answer.headers.get('clear-site-data')];
  };
  expect(await gone('/api/session')).toEqual([204, '"cache"']);
  expect(await gone('/api/account', { accessToken })).toEqual([204, '"cache", "storage"']);
});

it('Health checks, of which a proxy makes five a second, leave no lines among these while the site is well', async () => {
  const before = shop.logText().length;
  for (const path of ['/healthz', '/readyz']) expect((await fetch(shop.url + path)).status).toBe(200);
  await fetch(`${shop.url}/api/nothing`);
  await expect.poll(() => shop.logText().slice(before)).toContain('"status":404');
  expect(shop.logText().slice(before)).not.toMatch(/healthz|readyz/);
});
