import Database from 'better-sqlite3';
import pino from 'pino';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startSite } from '#server/main.ts';
import type { Problem } from '#shared/api/errors.ts';
import { askIdentity } from '#tests/support/identity-calls.ts';
import { bearer, buy, json, unlockedIds } from '#tests/support/orders.ts';
import { newPerson, type Person, signIn } from '#tests/support/people.ts';
import { beginSession, cookieOf, deleteAccount as deleteAccountOf } from '#tests/support/sessions.ts';
import { appClientId, openShop, type Shop, webClientId } from '#tests/support/shop.ts';

let shop: Shop;
let person: Person;
beforeEach(async () => {
  shop = await openShop({ environment: { OPERATOR_GROUP: 'operators' } });
  person = await newPerson(shop, undefined, webClientId);
  await buy(shop, ['fod'], person.email);
  expect(await unlockedIds(shop, person.idToken)).toEqual(['fod']);
});
afterEach(() => shop.close());

const deleteAccount = (accessToken: string, idToken = person.idToken) =>
  deleteAccountOf(shop, { idToken, accessToken });
const userExists = () =>
  shop.sandbox.identity.listUsers().some(({ username }) => username === person.username);

/** The whole content of the database, as text. */
function databaseText(): string {
  const database = new Database(shop.config.databaseFile, { readonly: true });
  const tables = database
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all();
  const text = JSON.stringify(
    tables.map(({ name }) => [name, database.prepare(`SELECT * FROM ${name}`).all()]),
  );
  database.close();
  return text;
}
const accountId = () =>
  JSON.parse(Buffer.from(person.idToken.split('.')[1] ?? '', 'base64url').toString()).sub as string;

describe('deleting an account', () => {
  it('deletes the user and everything about the account but the payment record', async () => {
    const { status, headers } = await deleteAccount(person.accessToken);
    expect([status, headers['clear-site-data']]).toEqual([204, '"cache", "storage"']);
    expect(userExists()).toBe(false);
    expect(databaseText()).not.toContain(accountId());
    expect(databaseText()).toContain(person.email);
    await expect(signIn(shop, person.username)).rejects.toThrow();
  });

  it("needs the person's own access token, and changes nothing without it", async () => {
    const other = await newPerson(shop, undefined, webClientId);
    for (const token of [other.accessToken, person.idToken, 'nonsense']) {
      expect((await deleteAccount(token)).status).toBe(401);
    }
    expect(userExists()).toBe(true);
    expect(await unlockedIds(shop, person.idToken)).toEqual(['fod']);
  });

  it('gives the purchases to no later owner of the address, also when the account is made anew', async () => {
    await deleteAccount(person.accessToken);
    const again = await newPerson(shop, person.email);
    expect(await unlockedIds(shop, again.idToken)).toEqual([]);
  });

  const dropNextDeletion = () =>
    fetch(`${shop.sandboxUrl}/sandbox/identity/faults`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ operation: 'DeleteUser', drop: true, times: 1 }),
    });

  it('that the identity service interrupted is finished at the next start', async () => {
    await dropNextDeletion();
    const { status, body, headers } = await deleteAccount(person.accessToken);
    expect([status, (body as Problem).code]).toEqual([503, 'deletion_noted']);
    expect(headers['clear-site-data']).toBe('"cache", "storage"');
    expect(userExists()).toBe(true);
    await shop.restart();
    await expect.poll(userExists).toBe(false);
    await expect.poll(databaseText).not.toContain(accountId());
  });

  it('that is noted forgets the browser, and lets its tokens buy and redeem nothing, which would be deleted too', async () => {
    const cookie = cookieOf(await beginSession(shop, person));
    await dropNextDeletion();
    const { idToken, accessToken } = person;
    const answer = await deleteAccountOf(shop, { idToken, accessToken }).set({ cookie });
    expect(String(answer.get('Set-Cookie'))).toMatch(/session=;/);
    for (const [path, content] of [
      [
        '/api/create-checkout-session',
        { products: [{ id: 'fist' }], baseUrl: shop.url, email: person.email },
      ],
      ['/api/use-code', { activationCode: 'good' }],
    ] as const) {
      const { status, body } = await request(shop.url).post(path).set(bearer(idToken)).send(content);
      expect([path, status, (body as Problem).code]).toEqual([path, 409, 'deletion_under_way']);
    }
    expect(await unlockedIds(shop, idToken)).toEqual(['fod']);
  });

  it.each<[string, string, (again: Person) => Promise<[status: number, code: string | undefined]>]>([
    [
      'the app’s next deletion',
      appClientId,
      async (again) => {
        const { status, body } = await deleteAccount(again.accessToken, again.idToken);
        return [status, (body as Problem).code];
      },
    ],
    [
      'the next sign-in on the site',
      webClientId,
      async ({ idToken, refreshToken }) => {
        const sent = request(shop.url).post('/api/session').set(bearer(idToken));
        const { status, body } = await sent.send({ refreshToken });
        return [status, (body as Problem).code];
      },
    ],
  ])('that no kept token could finish is finished by %s', async (_what, client, leave) => {
    await dropNextDeletion();
    expect((await deleteAccount(person.accessToken)).status).toBe(503);
    const revoked = { ClientId: webClientId, Token: person.refreshToken };
    await askIdentity(shop.sandboxUrl, 'RevokeToken', revoked);
    await shop.restart();
    await expect.poll(databaseText).not.toContain(accountId());
    expect(userExists()).toBe(true);
    const again = { ...person, ...(await signIn(shop, person.username, client)) };
    expect(await leave(again)).toEqual(client === webClientId ? [401, 'unauthorized'] : [204, undefined]);
    expect(userExists()).toBe(false);
    expect(databaseText()).not.toContain(accountId());
  });
});

describe('a token of an account that was deleted', () => {
  /** Every call that takes an id token, with its other inputs. */
  const calls: [method: 'GET' | 'POST' | 'DELETE', path: string, body?: object][] = [
    ['GET', '/api/unlocked-content'],
    ['GET', '/api/orders'],
    ['GET', '/api/downloads/fod-artbook'],
    ['POST', '/api/operator/orders', { query: 'fod' }],
    ['POST', '/api/use-code', { activationCode: 'good' }],
    ['POST', '/api/create-checkout-session', { products: [{ id: 'fist' }] }],
  ];
  const send = (url: string, [method, path, body]: (typeof calls)[number]) =>
    request(url)
      [method.toLowerCase() as 'get' | 'post' | 'delete'](path)
      .set(bearer(person.idToken))
      .send(body && { ...body, baseUrl: shop.url, email: person.email });

  const checkoutSessions = async () => {
    const headers = bearer(shop.config.stripe.secretKey);
    return (await fetch(`${shop.sandboxUrl}/v1/checkout/sessions`, { headers })).json();
  };

  async function expectRefused(url: string): Promise<void> {
    for (const call of calls) {
      const response = await send(url, call);
      const problem = response.body as Problem;
      expect([call[1], response.status, problem.code]).toEqual([call[1], 401, 'unauthorized']);
      expect(problem.detail).toBe('This account has been deleted. Sign in with another one.');
    }
  }

  it('is refused by every call for as long as it would have lived, and writes nothing', async () => {
    expect((await deleteAccount(person.accessToken)).status).toBe(204);
    // It waits for the verified owner of the address, which the old token still claims.
    await buy(shop, ['fist'], person.email);
    const before = await checkoutSessions();
    await expectRefused(shop.url);
    // What would delete the user, were it still there, takes tokens that the identity service knows, and begins nothing.
    const session = await send(shop.url, ['POST', '/api/session', { refreshToken: person.refreshToken }]);
    expect([session.status, (session.body as Problem).code]).toEqual([400, 'session_rejected']);
    const again = await send(shop.url, ['DELETE', '/api/account', { accessToken: person.accessToken }]);
    expect(again.status).toBe(204);
    expect(databaseText()).not.toContain(accountId());
    expect(await checkoutSessions()).toEqual(before);
  });

  it('is refused at once by a second process on the same database that has believed it before', async () => {
    const second = await startSite(readConfig({ ...shop.environment, PORT: '0' }), {
      log: pino({ level: 'silent' }),
    });
    try {
      expect((await send(second.address, ['GET', '/api/unlocked-content'])).status).toBe(200);
      expect((await deleteAccount(person.accessToken)).status).toBe(204);
      await expectRefused(second.address);
    } finally {
      await second.close();
    }
  });
});
