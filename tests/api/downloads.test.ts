import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVerbs } from '#tests/support/ledger-verbs.ts';
import { bearer, json } from '#tests/support/orders.ts';
import { newPerson, type Person } from '#tests/support/people.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';

const book = '%PDF-1.7 twelve pictures of a fortress';

let shop: Shop;
let backer: Person;
let file: string;
beforeAll(async () => {
  shop = await openShop();
  mkdirSync(shop.config.downloadsDir, { recursive: true });
  file = join(shop.config.downloadsDir, 'fod-artbook.pdf');
  writeFileSync(file, book);
  const ledger = openVerbs(shop.config.databaseFile, () => new Date());
  await ledger.addActivationCodes(
    [{ code: 'backer', campaign: 'test', unlocks: ['fod-kickstarter'] }],
    new Date(),
  );
  ledger.close();
  backer = await newPerson(shop, undefined, webClientId);
  const redemption = await fetch(`${shop.url}/api/use-code`, {
    method: 'POST',
    headers: { ...json, ...bearer(backer.idToken) },
    body: JSON.stringify({ activationCode: 'backer' }),
  });
  expect(redemption.status).toBe(200);
});
afterAll(() => shop.close());

const url = (id = 'fod-artbook') => `${shop.url}/api/downloads/${id}`;
const get = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url(), { method, headers: { ...bearer(backer.idToken), ...headers } });

describe('the artbook', () => {
  it('is for owners only: 401 for nobody, 403 for an account that does not hold the reward', async () => {
    const nobody = await fetch(url());
    expect(nobody.status).toBe(401);
    expect(nobody.headers.get('www-authenticate')).toMatch(/^Bearer/);
    const other = await newPerson(shop);
    const refused = await fetch(url(), { headers: bearer(other.idToken) });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'forbidden' });
  });

  it('comes whole with a sensible file name, and stays out of shared caches', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="The Fortress of Death - Artbook.pdf"',
    );
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe(book);
  });

  it("comes by the session's cookie too, as a link on the account page asks for it", async () => {
    const begun = await fetch(`${shop.url}/api/session`, {
      method: 'POST',
      headers: { ...json, ...bearer(backer.idToken) },
      body: JSON.stringify({ refreshToken: backer.refreshToken }),
    });
    const cookie = begun.headers
      .getSetCookie()
      .map((text) => text.slice(0, text.indexOf(';')))
      .join('; ');
    const response = await fetch(url(), { headers: { cookie } });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(book);
  });

  it.each([
    ['bytes=0-7', 'bytes 0-7/', book.slice(0, 8)],
    ['bytes=5-', 'bytes 5-', book.slice(5)],
    ['bytes=-4', `bytes ${book.length - 4}-`, book.slice(-4)],
  ])('comes in parts: Range %s is 206', async (range, contentRange, part) => {
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toContain(contentRange);
    expect(response.headers.get('content-range')).toMatch(new RegExp(`/${book.length}$`));
    expect(await response.text()).toBe(part);
  });

  it('has no part beyond its end: 416 says how long it is', async () => {
    const response = await get({ range: 'bytes=5000-' });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe(`bytes */${book.length}`);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(await response.json()).toMatchObject({ code: 'range_not_satisfiable', status: 416 });
  });

  it('is not sent again to who has it, and a download that broke off goes on only with the same file', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    // Without this header fetch adds one that asks for the whole file in any case.
    expect((await get({ 'if-none-match': etag, 'cache-control': 'max-age=0' })).status).toBe(304);
    const stale = await get({ range: 'bytes=5-', 'if-range': '"an older file"' });
    expect(stale.status).toBe(200);
    expect(await stale.text()).toBe(book);
  });

  it('answers HEAD with its size and no body', async () => {
    const response = await get({}, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(book.length));
  });

  it('leaves a log line without personal data', async () => {
    await (await get()).text();
    const line = shop
      .logText()
      .split('\n')
      .findLast((text) => text.includes('/api/downloads/:id'));
    expect(JSON.parse(line ?? '')).toMatchObject({ method: 'GET', status: 200, msg: 'request' });
    for (const secret of [backer.email, backer.username, backer.idToken, backer.refreshToken]) {
      expect(shop.logText()).not.toContain(secret);
    }
  });
});

it.each(['nothing', 'constructor', '..%2f..%2fsite.sqlite', 'fod-artbook.pdf'])(
  'There is no other file to be had: %s is 404',
  async (id) => {
    const response = await fetch(url(id), { headers: bearer(backer.idToken) });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  },
);

it('A file that is missing is 503 for its owner, is logged, and comes again once it is put back', async () => {
  rmSync(file);
  const response = await get();
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: 'file_missing' });
  expect(response.headers.get('content-disposition')).toBeNull();
  expect(shop.logText()).toContain('a file that buyers own is missing in the downloads directory');
  writeFileSync(file, book);
  expect((await get()).status).toBe(200);
});
