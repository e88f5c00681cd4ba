import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bearer, buy, json, unlockedIds } from '#tests/support/orders.ts';
import { newPerson, type Person } from '#tests/support/people.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';

/** What happens to the DeleteUser call on its way; all others pass. */
type OnDeleteUser = (deliver: () => Promise<Response>) => Promise<Response | null>;

let shop: Shop;
let person: Person;
let road: Server;
let onDeleteUser: OnDeleteUser;
/** Shared by the tests: each leaves one that was started after its last kill. */
let site: ChildProcess | undefined;

beforeAll(async () => {
  shop = await openShop();
  await shop.stopSite();
  road = await openRoad();
});
beforeEach(async () => {
  onDeleteUser = (deliver) => deliver();
  if (!site || site.exitCode !== null || site.signalCode !== null) await startSite();
  person = await newPerson(shop, undefined, webClientId);
  await buy(shop, ['fod'], person.email);
});
afterAll(async () => {
  site?.kill('SIGKILL');
  road.closeAllConnections();
  road.close();
  await shop.close();
});

/** A proxy between the site and the identity service, in which a test can observe and stop calls. */
async function openRoad(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const target = String(request.headers['x-amz-target'] ?? '');
    const deliver = () =>
      fetch(`${shop.sandboxUrl}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { 'content-type': request.headers['content-type'] ?? '', 'x-amz-target': target },
        ...(body.length > 0 && { body }),
      });
    const answer = await (target.endsWith('.DeleteUser') ? onDeleteUser(deliver) : deliver());
    if (!answer) return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Starts the site as a separate process that calls the identity service through the proxy. */
async function startSite(): Promise<void> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...shop.environment,
      COGNITO_ENDPOINT: `http://127.0.0.1:${(road.address() as AddressInfo).port}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  site = child;
  for await (const line of createInterface({ input: child.stdout }))
    if (line.includes('site ready')) return child.stdout.resume() && undefined;
  throw new Error('The site did not start');
}

/** Ends the process as a power cut would. */
async function killSite(): Promise<void> {
  if (!site) throw new Error('No site runs');
  const gone = once(site, 'exit');
  site.kill('SIGKILL');
  await gone;
}

const deleteAccount = () =>
  fetch(`${shop.url}/api/account`, {
    method: 'DELETE',
    headers: { ...json, ...bearer(person.idToken) },
    body: JSON.stringify({ accessToken: person.accessToken }),
  });
const userExists = () =>
  shop.sandbox.identity.listUsers().some(({ username }) => username === person.username);
const accountId = () =>
  JSON.parse(Buffer.from(person.idToken.split('.')[1] ?? '', 'base64url').toString()).sub as string;

/** Every row of every table, as text. */
function databaseText(): string {
  const database = new Database(shop.config.databaseFile, { readonly: true });
  const tables = database
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all();
  const rows = tables.map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]);
  database.close();
  return JSON.stringify(rows);
}

/** The payment record of what the person bought. */
function purchases(): unknown[] {
  const database = new Database(shop.config.databaseFile, { readonly: true });
  const rows = database
    .prepare('SELECT email, account_id, total_ore FROM purchases WHERE email = ?')
    .all(person.email);
  database.close();
  return rows;
}

/** Gives the person everything that is stored about an account: a session and claimed purchases. */
async function useTheAccount(): Promise<string> {
  const response = await fetch(`${shop.url}/api/session`, {
    method: 'POST',
    headers: { ...json, ...bearer(person.idToken) },
    body: JSON.stringify({ refreshToken: person.refreshToken }),
  });
  expect(response.status).toBe(200);
  expect(await unlockedIds(shop, person.idToken)).toEqual(['fod']);
  expect(databaseText()).toContain(accountId());
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.slice(0, cookie.indexOf(';')))
    .join('; ');
}

it.each<[string, OnDeleteUser]>([
  [
    'after the identity service has deleted the user and before the site hears of it',
    async (deliver) => {
      expect((await deliver()).status).toBe(200);
      await killSite();
      return null;
    },
  ],
  [
    'before the identity service hears of it',
    async () => {
      await killSite();
      return null;
    },
  ],
  [
    'while the call is on its way, which arrives afterwards',
    async (deliver) => {
      await killSite();
      expect((await deliver()).status).toBe(200);
      return null;
    },
  ],
])(
  'Killed %s: after the restart nothing of the account is left but the payment record',
  async (_when, becomesOfTheCall) => {
    const cookie = await useTheAccount();
    let happened = false;
    onDeleteUser = async (deliver) => {
      const answer = await becomesOfTheCall(deliver);
      happened = true;
      return answer;
    };
    await expect(deleteAccount()).rejects.toThrow();
    await expect.poll(() => happened).toBe(true);
    expect(databaseText()).toContain(accountId());

    onDeleteUser = (deliver) => deliver();
    await startSite();
    await expect.poll(databaseText).not.toContain(accountId());
    expect(userExists()).toBe(false);
    expect(databaseText()).not.toContain(person.username);
    expect(purchases()).toEqual([{ email: person.email, account_id: null, total_ore: 25000 }]);
    const session = await fetch(`${shop.url}/api/session`, { headers: { cookie } });
    expect(await session.json()).toEqual({ session: null });
    expect(await unlockedIds(shop, (await newPerson(shop, person.email)).idToken)).toEqual([]);
  },
);

it('A site that starts while the identity service is away finishes the deletion when it is back', async () => {
  await useTheAccount();
  let tries = 0;
  onDeleteUser = async () => {
    tries += 1;
    if (tries === 1) await killSite();
    return null;
  };
  await expect(deleteAccount()).rejects.toThrow();
  await startSite();
  await expect.poll(() => tries).toBe(2);
  expect(userExists()).toBe(true);
  expect(databaseText()).toContain(accountId());
  await killSite();
  onDeleteUser = (deliver) => deliver();
  await startSite();
  await expect.poll(databaseText).not.toContain(accountId());
  expect(userExists()).toBe(false);
});
