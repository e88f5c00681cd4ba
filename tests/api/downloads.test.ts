import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { download, pathOf } from '#shared/endpoints.ts';
import { openVerbs } from '#tests/support/ledger-verbs.ts';
import { bearer, buy, redeemCode, unlockedIds } from '#tests/support/orders.ts';
import { newPerson, type Person } from '#tests/support/people.ts';
import { beginSession, cookieOf } from '#tests/support/sessions.ts';
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
  await ledger.close();
  backer = await newPerson(shop, undefined, webClientId);
  await redeemCode(shop, 'backer', bearer(backer.idToken)).expect(200);
});
afterAll(() => shop.close());

/** Downloads a file: its bytes are in `body`, and as text in `text`. */
const ask = (headers: Record<string, string>, id = 'fod-artbook') =>
  request(shop.url).get(pathOf(download, { id })).set(headers);
const get = (headers: Record<string, string> = {}) => ask({ ...bearer(backer.idToken), ...headers });
const bookOf = ({ body }: request.Response) => String(body);

describe('the artbook', () => {
  it('is for owners only: 401 for nobody, 403 for an account that does not hold the reward, also with the adventure', async () => {
    await ask({}).expect(401).expect('www-authenticate', 'Bearer');
    const buyer = await newPerson(shop);
    await buy(shop, ['fod'], buyer.email);
    expect(await unlockedIds(shop, buyer.idToken)).toEqual(['fod']);
    for (const { idToken } of [await newPerson(shop), buyer]) {
      const { body } = await ask(bearer(idToken)).expect(403);
      expect(body).toMatchObject({ code: 'forbidden' });
    }
  });

  it('comes whole with a sensible file name, and stays out of shared caches', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(response.headers['content-disposition']).toBe(
      'attachment; filename="The Fortress of Death - Artbook.pdf"',
    );
    expect(response.headers['accept-ranges']).toBe('bytes');
    expect(response.headers['cache-control']).toBe('private, no-cache');
    expect(response.headers['vary']?.split(', ')).toEqual(
      expect.arrayContaining(['Authorization', 'Cookie']),
    );
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(bookOf(response)).toBe(book);
  });

  it("comes by the session's cookie too, as a link on the account page asks for it", async () => {
    const begun = await beginSession(shop, backer).expect(200);
    const response = await ask({ cookie: cookieOf(begun) }).expect(200);
    expect(bookOf(response)).toBe(book);
  });

  it.each([
    ['bytes=0-7', 'bytes 0-7/', book.slice(0, 8)],
    ['bytes=5-', 'bytes 5-', book.slice(5)],
    ['bytes=-4', `bytes ${book.length - 4}-`, book.slice(-4)],
  ])('comes in parts: Range %s is 206', async (range, contentRange, part) => {
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(response.headers['content-range']).toContain(contentRange);
    expect(response.headers['content-range']).toMatch(new RegExp(`/${book.length}$`));
    expect(bookOf(response)).toBe(part);
  });

  it('is sent whole to who asks for more of its end than there is', async () => {
    const response = await get({ range: 'bytes=-5000' });
    expect(response.status).toBe(200);
    expect(bookOf(response)).toBe(book);
  });

  it('has no part beyond its end: 416 says how long it is', async () => {
    const response = await get({ range: 'bytes=5000-' });
    expect(response.status).toBe(416);
    expect(response.headers['content-range']).toBe(`bytes */${book.length}`);
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(response.headers['content-disposition']).toBeUndefined();
    expect(response.body).toMatchObject({ code: 'range_not_satisfiable', status: 416 });
  });

  it('is not sent again to who has it, and a download that broke off goes on only with the same file', async () => {
    const etag = (await get()).headers['etag'] ?? '';
    expect(etag).not.toBe('');
    // fetch adds the header by itself, as do apps that bypass their cache.
    for (const wish of ['no-cache', 'max-age=0'])
      expect((await get({ 'if-none-match': etag, 'cache-control': wish })).status).toBe(304);
    const stale = await get({ range: 'bytes=5-', 'if-range': '"an older file"' });
    expect(stale.status).toBe(200);
    expect(bookOf(stale)).toBe(book);
  });

  it('goes on for who names it by its tag or its date, and comes whole for who had it otherwise', async () => {
    const { etag = '', 'last-modified': date = '' } = (await get()).headers;
    const rest = (named: string) => get({ range: 'bytes=5-', 'if-range': named });
    for (const same of [etag, date]) expect([same, (await rest(same)).status]).toEqual([same, 206]);
    // A later date belongs to a newer file that was replaced by an older one; a compressing proxy makes a tag weak.
    const later = new Date(Date.parse(date) + 60_000).toUTCString();
    for (const other of [later, `W/${etag}`, `"x", ${etag}`]) {
      const whole = await rest(other);
      expect([other, whole.status, bookOf(whole)]).toEqual([other, 200, book]);
    }
  });

  it.each([
    ['if-match', '"an older file"'],
    ['if-unmodified-since', 'Sat, 01 Jan 2000 00:00:00 GMT'],
  ])('has changed for who resumes an older one: %s is 412, and no failure of ours', async (name, value) => {
    const response = await get({ range: 'bytes=5-', [name]: value });
    expect(response.status).toBe(412);
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(response.headers['content-disposition']).toBeUndefined();
    expect(response.body).toMatchObject({ code: 'precondition_failed', status: 412 });
    const etag = (await get()).headers['etag'] ?? '';
    expect((await get({ range: 'bytes=5-', 'if-match': etag })).status).toBe(206);
  });

  it('comes as the OpenAPI document says: its media type, and each header that is about the file', async () => {
    const { body } = await request(shop.url).get('/api/openapi.json');
    const { responses } = body.paths['/api/downloads/{id}'].get;
    const etag = (await get()).headers['etag'] ?? '';
    const about = /^(content-(range|disposition)|accept-ranges|last-modified|etag)$/;
    for (const headers of [{}, { range: 'bytes=0-1' }, { 'if-none-match': etag }, { range: 'bytes=5000-' }]) {
      const response = await get(headers);
      const { headers: named = {}, content = {} } = responses[response.status];
      const said = Object.keys(named).map((name) => name.toLowerCase());
      const type = response.headers['content-type']?.split(';')[0];
      if (type) expect([type, '*/*']).toContain(Object.keys(content)[0]);
      const sent = Object.keys(response.headers).filter((name) => about.test(name));
      expect(said).toEqual(expect.arrayContaining(sent));
    }
  });

  it('answers HEAD with its size and no body', async () => {
    const head = request(shop.url).head(pathOf(download, { id: 'fod-artbook' }));
    await head.set(bearer(backer.idToken)).expect(200).expect('content-length', String(book.length));
  });

  it('leaves a log line without personal data', async () => {
    await get().expect(200);
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
    const { body } = await ask(bearer(backer.idToken), id).expect(404);
    expect(body).toMatchObject({ code: 'not_found' });
  },
);

it('A file that is missing is 503 for its owner, is logged, and comes again once it is put back', async () => {
  rmSync(file);
  const response = await get();
  expect(response.status).toBe(503);
  expect(response.body).toMatchObject({ code: 'file_missing' });
  expect(response.headers['content-disposition']).toBeUndefined();
  expect(shop.logText()).toContain('a file that buyers own is missing in the downloads directory');
  writeFileSync(file, book);
  expect((await get()).status).toBe(200);
});
