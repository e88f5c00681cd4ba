import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { linkOf } from '#tests/support/claim-calls.ts';
import { askIdentity } from '#tests/support/identity-calls.ts';
import { openVerbs } from '#tests/support/ledger-verbs.ts';
import { buy, newBrowser, press } from '#tests/support/orders.ts';
import { newEmail, newPerson, type Person, password, signIn } from '#tests/support/people.ts';
import { appClientId, openShop, type Shop } from '#tests/support/shop.ts';
import { createApp, type Device, SignedOut, TryLater } from '../../examples/app/client.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  const ledger = openVerbs(shop.config.databaseFile, () => new Date());
  await ledger.addActivationCodes([{ code: 'candle', campaign: 'c', unlocks: ['fist'] }], new Date());
  await ledger.close();
});
afterAll(() => shop.close());

let device: Device;
let reader: Person;
let now: number;
beforeEach(async () => {
  device = { tokens: null, library: null };
  reader = await newPerson(shop);
  now = Date.now();
});
const appOf = (url = shop.url) =>
  createApp({ shop: url, identity: shop.sandboxUrl, clientId: appClientId }, device, () => now);
const ids = (library: { adventures: { adventureId: string }[] }) =>
  library.adventures.map(({ adventureId }) => adventureId);

/** A proxy that answers every call with this, or passes it on for `null`. */
async function troubled(answers: (readonly [status: number, retryAfter: string] | null)[]): Promise<Server> {
  const server = createServer(async (request, response) => {
    const trouble = answers.shift();
    if (trouble) {
      response.writeHead(trouble[0], { 'retry-after': trouble[1] }).end();
      return;
    }
    const headers = { authorization: request.headers.authorization ?? '' };
    const { status, headers: told, body } = await fetch(`${shop.url}${request.url}`, { headers });
    response.writeHead(status, { etag: told.get('etag') ?? '' });
    for await (const piece of body ?? []) response.write(piece);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

it('The example signs in, opens a claim link, redeems a code, and shows the library', async () => {
  const app = appOf();
  await app.signIn(reader.username, password);
  expect(await app.library()).toEqual({ adventures: [], isFresh: true });
  expect(await app.redeem(' CANDLE ')).toEqual({ valid: true, error: null, unlocks: ['fist'] });
  expect(ids(await app.library())).toEqual(['fist']);
  // 304 this time.
  expect(ids(await app.library())).toEqual(['fist']);
  const browser = newBrowser(shop);
  const { sessionId, payUrl } = await browser.checkout(['fod'], newEmail());
  await press(payUrl, 'pay');
  await shop.sandbox.stripe.deliveriesSettled();
  const token = await linkOf(shop, sessionId, { cookie: browser.cookie });
  expect(await app.claim(`${shop.url}/open/${token}`)).toEqual({
    valid: true,
    error: null,
    unlocks: ['fod'],
  });
  // By the app's own scheme, and with a trailing slash.
  for (const link of [`fable://open/${token}`, `${shop.url}/open/${token}/`])
    expect(await app.claim(link)).toMatchObject({ valid: true });
  expect(ids(await app.library()).toSorted()).toEqual(['fist', 'fod']);
});

it('Without a network it shows what the shop said last, for 30 days', async () => {
  const app = appOf();
  await app.signIn(reader.username, password);
  await buy(shop, ['fod'], reader.email);
  expect(ids(await app.library())).toEqual(['fod']);
  const offline = appOf('http://127.0.0.1:9');
  expect(await offline.library()).toMatchObject({ isFresh: false });
  expect(ids(await offline.library())).toEqual(['fod']);
  now += 30 * 24 * 3600 * 1000 + 1;
  await expect(offline.library()).rejects.toThrow(TryLater);
});

it('A library that was confirmed in the future is not trusted: the phone’s clock was set back', async () => {
  const app = appOf();
  await app.signIn(reader.username, password);
  await app.library();
  now -= 1;
  await expect(appOf('http://127.0.0.1:9').library()).rejects.toThrow(TryLater);
  expect((await app.library()).isFresh).toBe(true);
});

it.each([
  ['a page', '<h1>We are back soon</h1>'],
  ['an empty object', '{}'],
  ['a list without an account’s unlocks', '{"data":[]}'],
])('It goes on as without a network when an answer of 200 is %s', async (_, text) => {
  const app = appOf();
  await app.signIn(reader.username, password);
  await app.library();
  const signedIn = device.tokens;
  const proxy = createServer((_request, response) => void response.end(text));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const strange = appOf(addressOf(proxy));
  expect(await strange.library()).toEqual({ adventures: [], isFresh: false });
  await expect(strange.redeem('candle')).rejects.toThrow(TryLater);
  const pool = createApp(
    { shop: shop.url, identity: addressOf(proxy), clientId: appClientId },
    Object.assign(device, { tokens: { ...signedIn, idToken: 'run.out.long-ago' } }),
  );
  expect(await pool.library()).toEqual({ adventures: [], isFresh: false });
  expect(device.tokens?.refreshToken).toBe(signedIn?.refreshToken);
  device.library = null;
  await expect(strange.library()).rejects.toThrow(TryLater);
  proxy.close();
});

it.each([
  ['goes in the middle of an answer', (response: ServerResponse) => response.socket?.destroySoon()],
  ['has come, and the rest of the answer never does', () => undefined],
])(
  'It shows what the shop said last when the network %s, and a code may have been redeemed',
  async (_, then) => {
    const app = appOf();
    await app.signIn(reader.username, password);
    await app.library();
    const broken = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"data":[{', () => then(response));
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    const away = createApp(
      { shop: addressOf(broken), identity: shop.sandboxUrl, clientId: appClientId, patienceMs: 200 },
      device,
    );
    expect(await away.library()).toEqual({ adventures: [], isFresh: false });
    await expect(away.redeem('candle')).rejects.toBeInstanceOf(TryLater);
    broken.closeAllConnections();
    broken.close();
  },
);

it('An answer that leads to another name is as no answer: followed, it would lose the token and sign the reader out', async () => {
  const app = appOf();
  await app.signIn(reader.username, password);
  await app.library();
  const moved = createServer((request, response) => {
    response.writeHead(308, { location: `${shop.url}${request.url}` }).end();
  });
  await new Promise<void>((resolve) => moved.listen(0, '127.0.0.1', resolve));
  const old = appOf(addressOf(moved));
  expect(await old.library()).toEqual({ adventures: [], isFresh: false });
  await expect(old.redeem('candle')).rejects.toThrow(TryLater);
  expect(device.tokens).not.toBeNull();
  moved.close();
});

it('A token that has run out is refreshed, and a session that is over leads to the sign-in', async () => {
  const app = appOf();
  await app.signIn(reader.username, password);
  const good = device.tokens;
  if (!good) throw new Error('There are no tokens');
  device.tokens = { ...good, idToken: 'run.out.long-ago' };
  expect((await app.library()).isFresh).toBe(true);
  expect(device.tokens?.idToken).not.toBe('run.out.long-ago');
  device.tokens = { ...good, idToken: 'run.out.long-ago', refreshToken: 'not one of ours' };
  await expect(app.library()).rejects.toThrow(SignedOut);
  expect(device.tokens).toBeNull();
});

it('An account that the shop has deleted is signed out, although the pool still refreshes its tokens', async () => {
  const app = appOf();
  await app.signIn(reader.username, password);
  await app.library();
  const gone = await troubled([
    [401, ''],
    [401, ''],
  ]);
  await expect(appOf(addressOf(gone)).library()).rejects.toThrow(SignedOut);
  expect(device.tokens).toBeNull();
  gone.close();
});

it('Whether an account is gone is told by the pool’s refusal: signed out everywhere it is still there', async () => {
  const deletion = async ({ idToken, accessToken }: Pick<Person, 'idToken' | 'accessToken'>) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${idToken}` };
    const body = JSON.stringify({ accessToken });
    return (await fetch(`${shop.url}/api/account`, { method: 'DELETE', headers, body })).status;
  };
  const refresh = ({ refreshToken }: Pick<Person, 'refreshToken'>) =>
    askIdentity(shop.sandboxUrl, 'InitiateAuth', {
      ...{ AuthFlow: 'REFRESH_TOKEN_AUTH', ClientId: appClientId },
      AuthParameters: { REFRESH_TOKEN: refreshToken },
    }).then(
      () => undefined,
      (refusal: Error) => refusal.name,
    );
  const everywhere = await fetch(`${shop.url}/api/sign-out-everywhere`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${reader.idToken}` },
    body: JSON.stringify({ accessToken: reader.accessToken }),
  });
  expect(everywhere.status).toBe(204);
  expect([await deletion(reader), await refresh(reader)]).toEqual([401, 'NotAuthorizedException']);
  const again = await signIn(shop, reader.username);
  expect([await deletion(again), await deletion(again)]).toEqual([204, 204]);
  expect(await refresh(again)).toBe('UserNotFoundException');
  const chapter = readFileSync('docs/app.md', 'utf8').split('## Deleting the account')[1] ?? '';
  expect(chapter.split('\n## ')[0]).toMatch(/gone\s+when[^.]*UserNotFoundException/);
});

it('A pool that is asked too often, with 400 as Cognito has it, signs nobody out', async () => {
  await appOf().signIn(reader.username, password);
  const signedIn = device.tokens;
  if (!signedIn) throw new Error('There are no tokens');
  device.tokens = { ...signedIn, idToken: 'run.out.long-ago' };
  const pool = createServer((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify({ __type: 'TooManyRequestsException', message: 'Rate exceeded' }));
  });
  await new Promise<void>((resolve) => pool.listen(0, '127.0.0.1', resolve));
  const app = createApp({ shop: shop.url, identity: addressOf(pool), clientId: appClientId }, device);
  await expect(app.library()).rejects.toThrow(TryLater);
  await expect(app.signIn(reader.username, password)).rejects.toThrow(TryLater);
  expect(device.tokens.refreshToken).toBe(signedIn.refreshToken);
  pool.close();
});

it('The library of one account is not shown to another that signs in on the device while the shop cannot be asked', async () => {
  const app = appOf();
  await app.signIn(reader.username, password);
  await buy(shop, ['fod'], reader.email);
  expect(ids(await app.library())).toEqual(['fod']);
  const signedIn = device.tokens;
  if (!signedIn) throw new Error('There are no tokens');
  device.tokens = { ...signedIn, idToken: 'run.out.long-ago', refreshToken: 'not one of ours' };
  await expect(app.library()).rejects.toThrow(SignedOut);
  // The same account finds its unlocks again.
  await app.signIn(reader.username, password);
  const offline = appOf('http://127.0.0.1:9');
  expect(ids(await offline.library())).toEqual(['fod']);
  const sibling = await newPerson(shop);
  await offline.signIn(sibling.username, password);
  await expect(offline.library()).rejects.toThrow(TryLater);
  expect(device.library).toBeNull();
});

it('An answer that comes after its account has signed out changes nothing: nobody is signed in again, nothing is stored', async () => {
  await appOf().signIn(reader.username, password);
  const tokens = device.tokens;
  if (!tokens) throw new Error('There are no tokens');
  const shown = { sub: tokens.sub, adventures: [], etag: '', confirmedAt: now };
  for (const answer of [null, [401, ''], [503, '0']] as const) {
    device.tokens = tokens;
    device.library = shown;
    const server = await troubled([answer]);
    const app = appOf(addressOf(server));
    const asked = app.library();
    app.signOut();
    await expect(asked).rejects.toThrow(SignedOut);
    expect(device).toEqual({ tokens: null, library: null });
    server.close();
  }
  device.tokens = tokens;
  device.library = shown;
  const offline = appOf('http://127.0.0.1:9');
  const asked = offline.library();
  offline.signOut();
  await expect(asked).rejects.toThrow(TryLater);
});

it('It waits as long as 429 and 503 say, and tells what is too long to wait for', async () => {
  await appOf().signIn(reader.username, password);
  const answers = [[429, '0'], [503, '0'], null] as const;
  const server = await troubled([...answers]);
  const app = appOf(addressOf(server));
  expect(await app.library()).toEqual({ adventures: [], isFresh: true });
  server.close();
  device.library = null;
  const busy = await troubled([[429, '600']]);
  await expect(appOf(addressOf(busy)).library()).rejects.toMatchObject({ seconds: 600 });
  busy.close();
});

it('Signing out takes the library along', async () => {
  const app = appOf();
  await app.signIn(reader.username, password);
  await app.library();
  app.signOut();
  expect(device).toEqual({ tokens: null, library: null });
  await expect(app.library()).rejects.toThrow(SignedOut);
});
