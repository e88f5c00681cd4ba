import Database from 'better-sqlite3';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepDeletedAccounts } from '#server/accounts/browser-session.ts';
import { openLedger } from '#server/engines/open-ledger.ts';
import { createCipher } from '#server/providers/cipher.ts';
import { createCognitoIdentity } from '#server/providers/cognito/identity.ts';
import type { SessionResponse } from '#shared/api/session.ts';
import { patternOf, readSession } from '#shared/endpoints.ts';
import { askIdentity } from '#tests/support/identity-calls.ts';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import { bearer, buy, json, readUnlockedContent, redeemCode, unlockedIds } from '#tests/support/orders.ts';
import { newPerson, type Person } from '#tests/support/people.ts';
import { beginSession, cookieOf } from '#tests/support/sessions.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const webPerson = () => newPerson(shop, undefined, webClientId);
const path = patternOf(readSession);

async function begin(person: Person, headers: Record<string, string> = {}) {
  const response = await beginSession(shop, person, headers);
  return { response, cookie: cookieOf(response) };
}
async function read(cookie: string): Promise<SessionResponse['session']> {
  const { body } = await request(shop.url).get(path).set({ cookie }).expect(200);
  return (body as SessionResponse).session;
}

/** Makes the identity service fail. */
const identityFault = async (body: object) => {
  const url = `${shop.sandboxUrl}/sandbox/identity/faults`;
  expect((await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) })).ok).toBe(true);
};

describe('a browser session', () => {
  it('keeps a person signed in: fresh tokens on every reading, also after a restart of the server', async () => {
    const person = await webPerson();
    const { response, cookie } = await begin(person);
    expect(response.status).toBe(200);
    const session = await read(cookie);
    expect(session).toMatchObject({ username: person.username, email: person.email, emailVerified: true });
    expect(await unlockedIds(shop, session?.idToken ?? '')).toEqual([]);
    await shop.restart();
    expect(await read(cookie)).toMatchObject({ username: person.username });
  });

  it('is an httpOnly, SameSite=Strict cookie that holds neither token', async () => {
    const person = await webPerson();
    const { response } = await begin(person);
    const cookies = response.get('Set-Cookie') ?? [];
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie.toLowerCase()).toContain('httponly');
      expect(cookie.toLowerCase()).toContain('samesite=strict');
      expect(cookie).not.toContain(person.refreshToken);
      expect(Buffer.from(cookie.split('=')[1] ?? '', 'base64').toString()).not.toContain(person.username);
    }
    expect(response.text).not.toContain(person.refreshToken);
  });

  it('is encrypted in the database', async () => {
    const person = await webPerson();
    const { cookie } = await begin(person);
    const database = new Database(shop.config.databaseFile, { readonly: true });
    const stored = database.prepare('SELECT id_hash, refresh_token_encrypted FROM sessions').all();
    database.close();
    expect(stored.length).toBeGreaterThan(0);
    const text = stored
      .map(
        (row) =>
          JSON.stringify(row) +
          Buffer.from((row as { refresh_token_encrypted: Buffer }).refresh_token_encrypted).toString(
            'latin1',
          ),
      )
      .join();
    expect(text).not.toContain(person.refreshToken);
    const id = JSON.parse(Buffer.from(/session=([^;]+)/.exec(cookie)?.[1] ?? '', 'base64').toString()).id;
    expect(text).not.toContain(id);
  });

  it('is nobody without a cookie, with a forged one, and with one whose signature was changed', async () => {
    const { cookie } = await begin(await webPerson());
    expect(await read('')).toBeNull();
    const forged = Buffer.from(JSON.stringify({ id: 'guessed' })).toString('base64');
    expect(await read(`session=${forged}; session.sig=AAAA`)).toBeNull();
    const otherSignature = cookie.replace(
      /session\.sig=(.)/,
      (_, first) => `session.sig=${first === 'A' ? 'B' : 'A'}`,
    );
    expect(otherSignature).not.toBe(cookie);
    expect(await read(otherSignature)).toBeNull();
  });

  it('cannot be replayed after signing out, and the refresh token is revoked', async () => {
    const person = await webPerson();
    const { cookie } = await begin(person);
    const signedOut = await request(shop.url).delete(path).set({ cookie }).expect(204);
    expect(signedOut.headers['clear-site-data']).toBe('"cache"');
    const { body, headers } = await request(shop.url).get(path).set({ cookie }).expect(200);
    expect(body).toEqual({ session: null });
    // The cookie of an ended session is deleted.
    expect(headers['set-cookie']).toContainEqual(expect.stringMatching(/^session=;/));
    await readUnlockedContent(shop, { cookie }).expect(401);
    expect((await begin(person)).response.status).toBe(400);
  });

  it('that could not be ended, because the database refuses writes, keeps its cookie: the next try ends it', async () => {
    const { cookie } = await begin(await webPerson());
    const signOut = () => request(shop.url).delete(path).set({ cookie });
    const other = new Database(shop.config.databaseFile);
    other.exec('BEGIN IMMEDIATE');
    expect((await signOut().expect(503)).headers).not.toHaveProperty('set-cookie');
    other.close();
    expect(await read(cookie)).not.toBeNull();
    const { headers } = await signOut().expect(204);
    expect(headers['set-cookie']).toContainEqual(expect.stringMatching(/^session=;/));
    expect(await read(cookie)).toBeNull();
  });

  it('is over, and its cookie gone, also when its refresh token could not be revoked yet', async () => {
    const { cookie } = await begin(await webPerson());
    await identityFault({ operation: 'RevokeToken', drop: true, times: 1 });
    const { headers } = await request(shop.url).delete(path).set({ cookie }).expect(503);
    expect(headers['set-cookie']).toContainEqual(expect.stringMatching(/^session=;/));
    expect(await read(cookie)).toBeNull();
  });

  it('ends when the account is signed out everywhere', async () => {
    const person = await webPerson();
    const { cookie } = await begin(person);
    await askIdentity(shop.sandboxUrl, 'GlobalSignOut', { AccessToken: person.accessToken });
    expect(await read(cookie)).toBeNull();
  });

  it('is read by many tabs at once', async () => {
    const { cookie } = await begin(await webPerson());
    for (const session of await Promise.all(Array.from({ length: 8 }, () => read(cookie)))) {
      expect(session).not.toBeNull();
    }
  });

  it("takes nobody else's refresh token, and none that does not work", async () => {
    const [person, other] = [await webPerson(), await webPerson()];
    const mixed = await begin({ ...person, refreshToken: other.refreshToken });
    expect(mixed.response.status).toBe(400);
    expect(mixed.response.body).toMatchObject({ code: 'session_rejected' });
    expect(mixed.cookie).toBe('');
    expect((await begin({ ...person, refreshToken: 'nonsense' })).response.body).toMatchObject({
      code: 'session_rejected',
    });
    // The service answers with a client error, which would look like an outage.
    expect((await begin({ ...person, refreshToken: 'no token\n' })).response.body).toMatchObject({
      ...{ code: 'invalid_request', field: 'refreshToken' },
    });
  });

  it('gets a new id when a person signs in again, and the old one is over (no session fixation)', async () => {
    const first = await begin(await webPerson());
    const second = await begin(await webPerson(), { cookie: first.cookie });
    expect(second.cookie).not.toBe(first.cookie);
    expect(await read(first.cookie)).toBeNull();
    expect(await read(second.cookie)).not.toBeNull();
  });

  it('begins also where the refresh token of the one before could not be revoked yet', async () => {
    const first = await begin(await webPerson());
    await identityFault({ operation: 'RevokeToken', drop: true, times: 1 });
    const second = await begin(await webPerson(), { cookie: first.cookie });
    expect(second.response.status).toBe(200);
    expect(await read(first.cookie)).toBeNull();
    expect(await read(second.cookie)).not.toBeNull();
  });
});

describe('a call that relies on the cookie', () => {
  it('answers what the person owns', async () => {
    const person = await webPerson();
    await buy(shop, ['fod'], person.email);
    const { cookie } = await begin(person);
    expect((await readUnlockedContent(shop, { cookie })).body).toMatchObject({
      data: [{ adventures: [{ adventureId: 'fod' }] }],
    });
  });

  it.each<[string, Record<string, string>, number]>([
    ['from the site itself', { 'sec-fetch-site': 'same-origin' }, 200],
    ['from another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['from a sibling site', { 'sec-fetch-site': 'same-site' }, 403],
    ['with a foreign Origin', { origin: 'https://evil.example.com' }, 403],
    ['with no origin to speak of', { origin: 'null' }, 403],
  ])('and changes something is checked for where it comes from: %s', async (_, headers, status) => {
    const { cookie } = await begin(await webPerson());
    const { body } = await redeemCode(shop, 'none-such', { ...headers, cookie }).expect(status);
    if (status === 403) {
      expect(body).toMatchObject({ code: 'cross_site_request' });
      await request(shop.url)
        .delete(path)
        .set({ ...headers, cookie })
        .expect(403);
      expect(await read(cookie)).not.toBeNull();
    }
  });
});

it('An outage of the identity service is 503 and signs nobody out', async () => {
  const { cookie } = await begin(await webPerson());
  await identityFault({ operation: 'GetTokensFromRefreshToken', drop: true, times: 1 });
  const { body } = await request(shop.url).get(path).set({ cookie }).expect(503);
  expect(body).toMatchObject({ code: 'identity_provider_unavailable' });
  expect(await read(cookie)).not.toBeNull();
});

it('Behind https the cookie is Secure and host-only, whatever the proxy says', async () => {
  const secure = await openShop({ environment: { PUBLIC_URL: 'https://shop.example.com' } });
  try {
    const person = await newPerson(secure, undefined, webClientId);
    const cookies = (await beginSession(secure, person).expect(200)).get('Set-Cookie') ?? [];
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-session/);
      expect(cookie.toLowerCase()).toMatch(/; secure/);
      expect(cookie.toLowerCase()).toMatch(/path=\/(;|$)/);
      expect(cookie.toLowerCase()).not.toContain('domain=');
    }
  } finally {
    await secure.close();
  }
});

describe('an account that was deleted in the app', () => {
  /** The user deletes the account as the app does: at the identity service alone. */
  const deleteInApp = (accessToken: string) =>
    askIdentity(shop.sandboxUrl, 'DeleteUser', { AccessToken: accessToken });
  const left = (email: string) => {
    const database = new Database(shop.config.databaseFile, { readonly: true });
    const rows = database.prepare('SELECT 1 FROM sessions WHERE email = ?').all(email);
    database.close();
    return rows.length;
  };
  async function somebodyGone() {
    const person = await webPerson();
    const { cookie } = await begin(person);
    await buy(shop, ['fist'], person.email);
    expect(await unlockedIds(shop, person.idToken)).toEqual(['fist']);
    await deleteInApp(person.accessToken);
    return { person, cookie };
  }

  it('is erased here when its browser comes back: session, unlocks, and the token counts no more', async () => {
    const { person, cookie } = await somebodyGone();
    expect(await read(cookie)).toBeNull();
    expect((await readUnlockedContent(shop, bearer(person.idToken))).status).toBe(401);
    expect(left(person.email)).toBe(0);
  });

  it('is erased by the daily sweep when nobody comes back, and the others stay signed in', async () => {
    const { person } = await somebodyGone();
    const stays = await webPerson();
    const { cookie } = await begin(stays);
    const clock = () => new Date();
    const { ledger } = await openLedger(shop.config, { clock, log: silentLog, user: 'operator' });
    const identity = createCognitoIdentity(shop.config.identity, clock);
    const cipher = createCipher(shop.config.sessionKeys);
    await sweepDeletedAccounts({ ledger, identity, cipher, clock });
    await ledger.close();
    expect((await readUnlockedContent(shop, bearer(person.idToken))).status).toBe(401);
    expect(left(person.email)).toBe(0);
    expect(await read(cookie)).toMatchObject({ username: stays.username });
  });
});
