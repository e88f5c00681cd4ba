import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as endpoints from '#shared/endpoints.ts';
import { type AnsweringServer, startAnsweringServer } from '#tests/support/answering-server.ts';
import { deleteAccount } from './account.ts';
import { createCheckoutSession } from './create-checkout-session.ts';
import { call } from './http.ts';
import { fetchOrder } from './order.ts';
import { ApiProblem, isPassingFailure } from './problem.ts';
import { serverNow } from './server-clock.ts';
import { beginSession, endSession, readSession } from './session.ts';
import { fetchUnlockedContent } from './unlocked-content.ts';
import { postActivationCode } from './use-code.ts';

let server: AnsweringServer;
beforeAll(async () => {
  server = await startAnsweringServer();
  vi.stubGlobal('fetch', server.fetch);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.close();
});
beforeEach(() => {
  server.requests.length = 0;
});

const lastRequest = () => server.requests.at(-1);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('the call succeeded'),
    (error: unknown) => error,
  );

test("a problem document becomes an ApiProblem with the server's code, field and waiting time", async () => {
  server.answer(() => ({
    status: 429,
    headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '90' },
    json: { code: 'too_many_requests', status: 429, field: 'activationCode' },
  }));
  const problem = await failure(call(endpoints.readSession, {}));
  expect(problem).toBeInstanceOf(ApiProblem);
  expect(problem).toMatchObject({
    code: 'too_many_requests',
    status: 429,
    field: 'activationCode',
    retryAfterSeconds: 90,
  });
});

test("the time is the server's after any answer of it, whatever this device's clock says", async () => {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
  for (const status of [200, 503]) {
    server.answer(() => ({ status, headers: { Date: tomorrow.toUTCString() }, json: { session: null } }));
    await call(endpoints.readSession, {}).catch(() => null);
    expect(Math.abs(serverNow().getTime() - tomorrow.getTime())).toBeLessThan(60_000);
    server.answer(() => ({ json: { session: null } }));
    await call(endpoints.readSession, {});
    expect(Math.abs(serverNow().getTime() - Date.now())).toBeLessThan(60_000);
  }
});

test('Retry-After may be a date', async () => {
  server.answer(() => ({
    status: 503,
    headers: { 'Retry-After': new Date(Date.now() + 60_000).toUTCString() },
  }));
  const problem = (await failure(call(endpoints.readSession, {}))) as ApiProblem;
  expect(problem.retryAfterSeconds).toBeGreaterThan(55);
  expect(problem.retryAfterSeconds).toBeLessThanOrEqual(60);
});

test.each([
  [401, 'unauthorized', false],
  [404, 'not_found', false],
  [429, 'too_many_requests', false],
  [502, 'service_unavailable', true],
])('an answer without a problem document is judged by its status: %i', async (status, code, passing) => {
  server.answer(() => ({ status, text: '<h1>A proxy wrote this</h1>' }));
  const problem = await failure(call(endpoints.readSession, {}));
  expect(problem).toMatchObject({ code, status });
  expect(isPassingFailure(problem)).toBe(passing);
});

test("no answer is code 'network', and passes", async () => {
  server.answer(() => null);
  const problem = await failure(call(endpoints.readSession, {}));
  expect(problem).toMatchObject({ code: 'network', status: 0 });
  expect(isPassingFailure(problem)).toBe(true);
});

test("an answer that does not come in time is code 'network'", async () => {
  server.answer(() => new Promise(() => {}));
  expect(await failure(call(endpoints.readSession, { timeoutMs: 50 }))).toMatchObject({ code: 'network' });
});

test('a call its caller gave up is an AbortError, not a problem', async () => {
  const abort = new AbortController();
  server.answer(() => {
    abort.abort();
    return new Promise(() => {});
  });
  expect(await failure(call(endpoints.readSession, { signal: abort.signal }))).toMatchObject({
    name: 'AbortError',
  });
});

test('a page where JSON is expected is a bad answer', async () => {
  server.answer(() => ({ text: '<html>captive portal</html>' }));
  expect(await failure(call(endpoints.readSession, {}))).toMatchObject({ code: 'bad_answer', status: 200 });
});

test('the checkout posts products, baseUrl and email with bearer and Idempotency-Key', async () => {
  server.answer(() => ({ json: { redirect_url: 'https://pay.example.com/1' } }));
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

test('the browser is never sent to an address that is not http', async () => {
  server.answer(() => ({ json: { redirect_url: 'javascript:alert(1)' } }));
  const work = createCheckoutSession({ products: [], baseUrl: '' }, { idempotencyKey: 'key' });
  expect(await failure(work)).toMatchObject({ code: 'bad_answer' });
});

test('an order is asked for by its encoded id', async () => {
  const order = { status: 'paid', products: [], email: null, totalOre: 25_000, currency: 'sek' };
  server.answer(() => ({ json: order }));
  expect(await fetchOrder('cs_test/1')).toEqual(order);
  expect(lastRequest()?.path).toBe('/api/orders/cs_test%2F1');
  server.answer(() => ({ json: { ...order, status: 'toString' } }));
  expect(await failure(fetchOrder('cs'))).toMatchObject({ code: 'bad_answer' });
});

test("a data array; the first element's adventures list is used, empty if none", async () => {
  server.answer(() => ({
    json: { data: [{ adventures: [{ adventureId: 'fod' }, { adventureId: 'fist' }] }, {}] },
  }));
  expect(await fetchUnlockedContent({ idToken: 't' })).toEqual(['fod', 'fist']);
  expect(lastRequest()?.headers).toMatchObject({
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: 'Bearer t',
  });
  for (const data of [[], [{}], [{ adventures: null }]]) {
    server.answer(() => ({ json: { data } }));
    expect(await fetchUnlockedContent({ idToken: 't' })).toEqual([]);
  }
  server.answer(() => ({ json: { data: [{ adventures: [{}] }] } }));
  expect(await failure(fetchUnlockedContent({ idToken: 't' }))).toMatchObject({ code: 'bad_answer' });
});

test('use code: body {activationCode}; reads valid, error, unlocks', async () => {
  server.answer(() => ({ json: { valid: false, error: 'code_revoked', unlocks: [] } }));
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
});

test('a session begins with the id token as bearer and the refresh token in the body, ends with DELETE', async () => {
  const session = {
    username: 'ada',
    email: 'ada@example.com',
    emailVerified: true,
    idToken: 'i2',
    accessToken: 'a2',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  };
  server.answer(() => ({ json: { session } }));
  await beginSession({ idToken: 'i1', refreshToken: 'r1' });
  expect(lastRequest()).toMatchObject({
    method: 'POST',
    path: '/api/session',
    body: { refreshToken: 'r1' },
    headers: { authorization: 'Bearer i1' },
  });
  server.answer(() => ({ status: 204 }));
  await endSession();
  expect(lastRequest()).toMatchObject({ method: 'DELETE', path: '/api/session' });
});

test('signing out goes on when the page is closed right after the press', async () => {
  server.answer(() => ({ status: 204 }));
  const sent = vi.spyOn(globalThis, 'fetch');
  await endSession();
  expect(sent.mock.lastCall?.[1]).toMatchObject({ method: 'DELETE', keepalive: true });
  sent.mockRestore();
});

test("a session's end is counted on this machine's clock, however wrong that is", async () => {
  const serverNow = Date.now() + 5 * 3_600_000;
  server.answer(() => ({
    headers: { Date: new Date(serverNow).toUTCString() },
    json: {
      session: {
        username: 'ada',
        email: 'ada@example.com',
        emailVerified: true,
        idToken: 'i',
        accessToken: 'a',
        expiresAt: new Date(serverNow + 3_600_000).toISOString(),
      },
    },
  }));
  const session = await readSession();
  const left = (session?.expiresAt ?? 0) - Date.now();
  expect(left).toBeGreaterThan(3_590_000);
  expect(left).toBeLessThan(3_610_000);
});

test('nobody is `null`, and an answer without that or a session is a bad one', async () => {
  server.answer(() => ({ json: { session: null } }));
  expect(await readSession()).toBeNull();
  server.answer(() => ({ json: {} }));
  expect(await failure(readSession())).toMatchObject({ code: 'bad_answer' });
});

test('an account is deleted with the id token as bearer and the access token in the body', async () => {
  server.answer(() => ({ status: 204 }));
  await deleteAccount({ idToken: 'i', accessToken: 'a' });
  expect(lastRequest()).toMatchObject({
    method: 'DELETE',
    path: '/api/account',
    body: { accessToken: 'a' },
    headers: { authorization: 'Bearer i' },
  });
});
