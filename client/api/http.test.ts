import { expect, test } from 'vitest';
import * as endpoints from '#shared/endpoints.ts';
import { answeringServer } from '#tests/support/answering-server.ts';
import { call } from './http.ts';
import { ApiProblem, isPassingFailure } from './problem.ts';
import { serverNow } from './server-clock.ts';

const { server, lastRequest, failure } = answeringServer();

test("a problem document becomes an ApiProblem with the server's code, field and waiting time", async () => {
  server().answer(() => ({
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
    server().answer(() => ({ status, headers: { Date: tomorrow.toUTCString() }, json: { session: null } }));
    await call(endpoints.readSession, {}).catch(() => null);
    expect(Math.abs(serverNow().getTime() - tomorrow.getTime())).toBeLessThan(60_000);
    server().answer(() => ({ json: { session: null } }));
    await call(endpoints.readSession, {});
    expect(Math.abs(serverNow().getTime() - Date.now())).toBeLessThan(60_000);
  }
});

test('Retry-After may be a date', async () => {
  server().answer(() => ({
    status: 503,
    headers: { 'Retry-After': new Date(Date.now() + 60_000).toUTCString() },
  }));
  const problem = (await failure(call(endpoints.readSession, {}))) as ApiProblem;
  expect(problem.retryAfterSeconds).toBeGreaterThan(55);
  expect(problem.retryAfterSeconds).toBeLessThanOrEqual(60);
});

test.each([
  [400, 'bad_answer', false],
  [401, 'unauthorized', false],
  [403, 'forbidden', false],
  [404, 'not_found', false],
  [408, 'network', true],
  [413, 'body_too_large', false],
  [429, 'too_many_requests', false],
  [500, 'service_unavailable', true],
  [502, 'service_unavailable', true],
])('an answer without a problem document is judged by its status: %i', async (status, code, passing) => {
  server().answer(() => ({ status, text: '<h1>A proxy wrote this</h1>' }));
  const problem = await failure(call(endpoints.readSession, {}));
  expect(problem).toMatchObject({ code, status });
  expect(isPassingFailure(problem)).toBe(passing);
});

test("no answer is code 'network', and passes", async () => {
  server().answer(() => null);
  const problem = await failure(call(endpoints.readSession, {}));
  expect(problem).toMatchObject({ code: 'network', status: 0 });
  expect(isPassingFailure(problem)).toBe(true);
});

test("an answer that does not come in time is code 'network'", async () => {
  server().answer(() => new Promise(() => {}));
  expect(await failure(call(endpoints.readSession, { timeoutMs: 50 }))).toMatchObject({ code: 'network' });
});

test('a call its caller gave up is an AbortError, not a problem', async () => {
  const abort = new AbortController();
  server().answer(() => {
    abort.abort();
    return new Promise(() => {});
  });
  expect(await failure(call(endpoints.readSession, { signal: abort.signal }))).toMatchObject({
    name: 'AbortError',
  });
});

test("a body that the shop says took too long is the network's fault", async () => {
  server().answer(() => ({ status: 408, json: { code: 'body_too_slow' } }));
  expect(await failure(call(endpoints.readSession, {}))).toMatchObject({ code: 'network', status: 408 });
});

test('a page where JSON is expected is a bad answer', async () => {
  server().answer(() => ({ text: '<html>captive portal</html>' }));
  expect(await failure(call(endpoints.readSession, {}))).toMatchObject({ code: 'bad_answer', status: 200 });
});

test('a call without a body and without a person says nothing of either', async () => {
  server().answer(() => ({ json: { session: null } }));
  await call(endpoints.readSession, {});
  expect(lastRequest()?.headers).not.toHaveProperty('content-type');
  expect(lastRequest()?.headers).not.toHaveProperty('authorization');
});

test('a problem document of another kind than the shop writes is judged by its status', async () => {
  server().answer(() => ({ status: 404, json: { code: 7, field: ['email'], detail: 'gone' } }));
  expect(await failure(call(endpoints.readSession, {}))).toMatchObject({
    ...{ code: 'not_found', status: 404, cause: 'gone' },
    ...{ field: undefined, retryAfterSeconds: undefined },
  });
});
