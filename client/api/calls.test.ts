import { expect, test, vi } from 'vitest';
import { orderStatuses } from '#shared/api/orders.ts';
import * as endpoints from '#shared/endpoints.ts';
import { pathOf } from '#shared/endpoints.ts';
import { answeringServer } from '#tests/support/answering-server.ts';
import { deleteAccount } from './account.ts';
import { fetchClaimLink, postClaim } from './claims.ts';
import { createCheckoutSession } from './create-checkout-session.ts';
import { postGift } from './gifts.ts';
import { fetchInvoiceAddress } from './invoice.ts';
import { correctOrderAddress, fetchOrder } from './order.ts';
import { fetchOwnOrders } from './own-orders.ts';
import type { ApiProblem } from './problem.ts';
import { beginSession, endSession, readSession } from './session.ts';
import { endOneSession, endOtherSessions, fetchOwnSessions, signOutEverywhere } from './sessions.ts';
import { fetchUnlockedContent } from './unlocked-content.ts';
import { postActivationCode } from './use-code.ts';

const { server, lastRequest, failure } = answeringServer();

test('the checkout posts products, baseUrl and email with bearer and Idempotency-Key', async () => {
  server().answer(() => ({ json: { redirect_url: 'https://pay.example.com/1' } }));
  const request = {
    products: [{ id: 'fod', price: 250 }],
    baseUrl: 'https://shop.example.com',
    email: 'a@b.se',
  };
  const answer = await createCheckoutSession(request, { idToken: 'id-token', idempotencyKey: 'key-1' });
  expect(answer).toEqual({ redirect_url: 'https://pay.example.com/1' });
  expect(lastRequest()).toMatchObject({
    method: 'POST',
    path: '/api/create-checkout-session',
    body: request,
    headers: {
      authorization: 'Bearer id-token',
      'idempotency-key': 'key-1',
      'content-type': 'application/json',
    },
  });
});

/** The results of a call to a server that gives one of these answers after another. */
async function resultsOf<T>(answers: readonly unknown[], make: () => Promise<T>): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const json of answers) {
    server().answer(() => ({ json }));
    results.push(await make().catch((error: ApiProblem) => error.code));
  }
  return results;
}
const badAnswers = (answers: readonly unknown[]) => answers.map(() => 'bad_answer');

const notHttp = ['javascript:alert("https://pay.example.com")', 'data:text/html,http://', '//pay', 7, null];

test('the browser is never sent to an address that is not http', async () => {
  const pay = () => createCheckoutSession({ products: [], baseUrl: '' }, { idempotencyKey: 'key' });
  const bad = [...notHttp.map((redirect_url) => ({ redirect_url })), {}, []];
  expect(await resultsOf(bad, pay)).toEqual(badAnswers(bad));
  const good = [
    { redirect_url: 'http://localhost:3001/pay/1' },
    { redirect_url: 'https://pay.example.com/1' },
  ];
  expect(await resultsOf(good, pay)).toEqual(good);
});

const order = { status: 'paid', products: [], email: null, totalOre: 25_000, currency: 'sek' };

test('an order is asked for by its encoded id', async () => {
  server().answer(() => ({ json: order }));
  expect(await fetchOrder('cs_test/1')).toEqual(order);
  expect(lastRequest()?.path).toBe('/api/orders/cs_test%2F1');
});

test('an order of every status is taken, and no answer that is none', async () => {
  const orders = orderStatuses.map((status) => ({
    ...order,
    status,
    paymentPage: 'https://pay.example.com/1',
  }));
  expect(await resultsOf(orders, () => fetchOrder('cs'))).toEqual(orders);
  const bad = [
    ...['toString', 'unheard-of', 7, undefined].map((status) => ({ ...order, status })),
    ...notHttp.map((paymentPage) => ({ ...order, paymentPage })),
    ...[{ ...order, products: null }, { ...order, totalOre: '250' }, [], null],
  ];
  expect(await resultsOf(bad, () => fetchOrder('cs'))).toEqual(badAnswers(bad));
});

test('neither a claim link nor an invoice is taken from an address that is not http', async () => {
  const bad = [...notHttp.map((url) => ({ url })), {}, null];
  const never = new AbortController().signal;
  expect(await resultsOf(bad, () => fetchClaimLink('cs', never))).toEqual(badAnswers(bad));
  expect(await resultsOf(bad, () => fetchInvoiceAddress('cs'))).toEqual(badAnswers(bad));
  const url = 'https://shop.example.com/open/token';
  const link = { url, expiresAt: '2027-12-24T12:00:00.000Z' };
  expect(await resultsOf([link, { url }], () => fetchClaimLink('cs', never))).toEqual([link, 'bad_answer']);
  expect(await resultsOf([{ url }], () => fetchInvoiceAddress('cs'))).toEqual([url]);
});

test("a data array; the first element's adventures list is used, empty if none", async () => {
  server().answer(() => ({
    json: { data: [{ adventures: [{ adventureId: 'fod' }, { adventureId: 'fist' }] }, {}] },
  }));
  expect(await fetchUnlockedContent({ idToken: 't' })).toEqual(['fod', 'fist']);
  expect(lastRequest()?.headers).toMatchObject({
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: 'Bearer t',
  });
  for (const data of [[], [{}], [{ adventures: null }]]) {
    server().answer(() => ({ json: { data } }));
    expect(await fetchUnlockedContent({ idToken: 't' })).toEqual([]);
  }
  const bad = [
    ...[
      { data: [{ adventures: [{}] }] },
      { data: [{ adventures: ['fod'] }] },
      { data: [{ adventures: 'fod' }] },
    ],
    ...[{ data: { adventures: [] } }, {}, null, []],
  ];
  expect(await resultsOf(bad, () => fetchUnlockedContent({ idToken: 't' }))).toEqual(badAnswers(bad));
});

test('use code: body {activationCode}; reads valid, error, unlocks', async () => {
  server().answer(() => ({ json: { valid: false, error: 'code_revoked', unlocks: [] } }));
  expect(await postActivationCode({ activationCode: 'abc' }, { idToken: 't' })).toEqual({
    valid: false,
    error: 'code_revoked',
    unlocks: [],
  });
  expect(lastRequest()).toMatchObject({
    method: 'POST',
    path: '/api/use-code',
    body: { activationCode: 'abc' },
  });
  const answers = [
    { valid: true, error: null, unlocks: ['fod', 7] },
    { valid: true, error: 7 },
    { valid: 1 },
    null,
  ];
  expect(
    await resultsOf(answers, () => postActivationCode({ activationCode: 'abc' }, { idToken: 't' })),
  ).toEqual([
    { valid: true, error: null, unlocks: ['fod'] },
    { valid: true, error: null, unlocks: [] },
    ...['bad_answer', 'bad_answer'],
  ]);
});

const session = {
  username: 'ada',
  email: 'ada@example.com',
  emailVerified: true,
  idToken: 'i2',
  accessToken: 'a2',
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
};

test('a session begins with the id token as bearer and the refresh token in the body, ends with DELETE', async () => {
  server().answer(() => ({ json: { session } }));
  await beginSession({ idToken: 'i1', refreshToken: 'r1' });
  expect(lastRequest()).toMatchObject({
    method: 'POST',
    path: '/api/session',
    body: { refreshToken: 'r1' },
    headers: { authorization: 'Bearer i1' },
  });
  server().answer(() => ({ status: 204 }));
  await endSession();
  expect(lastRequest()).toMatchObject({ method: 'DELETE', path: '/api/session' });
});

test('signing out goes on when the page is closed right after the press', async () => {
  server().answer(() => ({ status: 204 }));
  const sent = vi.spyOn(globalThis, 'fetch');
  await endSession();
  expect(sent.mock.lastCall?.[1]).toMatchObject({ method: 'DELETE', keepalive: true });
  sent.mockRestore();
});

test("a session's end is counted on this machine's clock, however wrong that is", async () => {
  const serverNow = Date.now() + 5 * 3_600_000;
  server().answer(() => ({
    headers: { Date: new Date(serverNow).toUTCString() },
    json: { session: { ...session, expiresAt: new Date(serverNow + 3_600_000).toISOString() } },
  }));
  const left = ((await readSession())?.expiresAt ?? 0) - Date.now();
  expect(left).toBeGreaterThan(3_590_000);
  expect(left).toBeLessThan(3_610_000);
});

test('nobody is `null`, and an answer without that or a session is a bad one', async () => {
  server().answer(() => ({ json: { session: null } }));
  expect(await readSession()).toBeNull();
  const broken = [
    ...[
      { ...session, emailVerified: 'yes' },
      { ...session, username: 7 },
      { ...session, email: null },
    ],
    ...[
      { ...session, idToken: null },
      { ...session, accessToken: 7 },
      { ...session, expiresAt: 'soon' },
      'ada',
    ],
  ];
  const bad = [{}, null, [], ...broken.map((one) => ({ session: one }))];
  expect(await resultsOf(bad, readSession)).toEqual(badAnswers(bad));
});

test('a session that the server does not give is none', async () => {
  server().answer(() => ({ json: { session: null } }));
  expect(await failure(beginSession({ idToken: 'i', refreshToken: 'r' }))).toMatchObject({
    code: 'bad_answer',
  });
});

test('an account is deleted with the id token as bearer and the access token in the body', async () => {
  server().answer(() => ({ status: 204 }));
  await deleteAccount({ idToken: 'i', accessToken: 'a' });
  expect(lastRequest()).toMatchObject({
    method: 'DELETE',
    path: '/api/account',
    body: { accessToken: 'a' },
    headers: { authorization: 'Bearer i' },
  });
});

test('own sessions are listed and ended with the id token; the one for all of them has the access token, too', async () => {
  const one = { id: '7', device: 'Firefox', beganAt: '2026-01-01', lastUsedAt: '2026-01-02', isThis: true };
  expect(await resultsOf([{ sessions: [one] }], () => fetchOwnSessions({ idToken: 'i' }))).toEqual([[one]]);
  const broken = [{ ...one, isThis: 'yes' }, { ...one, device: null }, { ...one, id: 7 }, null];
  const bad = [{}, null, { sessions: {} }, ...broken.map((other) => ({ sessions: [one, other] }))];
  expect(await resultsOf(bad, () => fetchOwnSessions({ idToken: 'i' }))).toEqual(badAnswers(bad));
  server().answer(() => ({ status: 204 }));
  for (const [end, call] of [
    [
      () => endOneSession('7', { idToken: 'i' }),
      ['DELETE', pathOf(endpoints.endOneSession, { id: '7' }), null],
    ],
    [() => endOtherSessions({ idToken: 'i' }), ['DELETE', pathOf(endpoints.endOtherSessions, {}), null]],
    [
      () => signOutEverywhere({ idToken: 'i', accessToken: 'a' }),
      ['POST', pathOf(endpoints.signOutEverywhere, {}), { accessToken: 'a' }],
    ],
  ] as const) {
    await end();
    const [method, path, body] = call;
    expect(lastRequest()).toMatchObject({ method, path, body, headers: { authorization: 'Bearer i' } });
  }
});

test('own orders, a gift’s card, a corrected address and a claim are what the contract says, or bad answers', async () => {
  const own = { ...order, id: 'cs_1', paidAt: '2026-01-01', email: 'ada@example.com' };
  const orders = () => fetchOwnOrders({ idToken: 'i' });
  expect(await resultsOf([{ orders: [own] }, { orders: [] }], orders)).toEqual([[own], []]);
  expect(lastRequest()?.headers).toMatchObject({ authorization: 'Bearer i' });
  const bad = [{}, null, { orders: [{ ...own, email: null }] }, { orders: [own, { ...own, status: 'x' }] }];
  expect(await resultsOf(bad, orders)).toEqual(badAnswers(bad));

  const wrap = () => postGift('cs_1', { recipient: null });
  const correct = () => correctOrderAddress('cs_1', 'ada@example.com');
  for (const change of [wrap, correct])
    expect(await resultsOf([order, { ...order, status: 'x' }, null], change)).toEqual([
      order,
      ...badAnswers([1, 2]),
    ]);
  expect(lastRequest()).toMatchObject({
    path: expect.stringContaining('cs_1'),
    body: { email: 'ada@example.com' },
  });

  const claimed = { valid: true, error: null, unlocks: ['fod'] };
  expect(await resultsOf([claimed, {}, null], () => postClaim('token', 'i'))).toEqual([
    claimed,
    ...badAnswers([1, 2]),
  ]);
  expect(lastRequest()).toMatchObject({ body: { token: 'token' }, headers: { authorization: 'Bearer i' } });
});

test('an order that nobody waits for any more is no longer asked for', async () => {
  const leaving = new AbortController();
  const { promise, resolve } = Promise.withResolvers<null>();
  server().answer(() => promise);
  const left = failure(fetchOrder('cs', { signal: leaving.signal }));
  leaving.abort();
  expect(await left).toMatchObject({ name: 'AbortError' });
  resolve(null);
  server().requests.length = 0;
  expect(await failure(fetchOrder('cs', { signal: leaving.signal }))).toMatchObject({ name: 'AbortError' });
  expect(server().requests).toEqual([]);
});
