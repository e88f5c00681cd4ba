import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import request from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Account } from '#server/accounts/identity-provider.ts';
import { Refusal } from '#server/refusal.ts';
import { calls, type Endpoint } from '#shared/api/calls.ts';
import * as endpoints from '#shared/endpoints.ts';
import { answerErrors } from './error-handler.ts';
import { bodyReader, type Call, type Handlers, mountCalls, type Prechecks } from './mount-calls.ts';

const anna: Account = { id: 'sub-anna', username: 'anna', email: 'anna@example.com', emailVerified: true };
const allowedOrigins = ['https://shop.example.com'];

/** A site whose calls answer what the test says, and which writes down what happens to a request on its way. */
function site({
  answer = () => ({}),
  hasOperators = true,
  prechecks = {},
}: {
  answer?: (call: Call<Endpoint>) => unknown;
  hasOperators?: boolean;
  prechecks?: Prechecks;
} = {}) {
  const steps: string[] = [];
  const noted =
    (step: string): RequestHandler =>
    (_request, _response, next) => {
      steps.push(step);
      next();
    };
  const seen: { locals?: Express.Locals; call?: Call<Endpoint> } = {};
  const app = express().use((_request, response, next) => {
    Object.assign(response.locals, { requestId: 'request-1', startedAt: performance.now() });
    seen.locals = response.locals;
    next();
  });
  const handlers = Object.keys(calls).map((endpoint) => [
    endpoint,
    (call: Call<Endpoint>) => {
      steps.push('handler');
      seen.call = call;
      return answer(call);
    },
  ]);
  mountCalls(app, Object.fromEntries(handlers) as Handlers, {
    ...{ prechecks, allowedOrigins, hasOperators },
    shed: (load) => noted(`shed ${load}`),
    limits: {
      byAddress: (policy) => [noted(`address ${policy}`), noted('and its blocks')],
      byAccount: (policy) => noted(`account ${policy}`),
    },
    sessionCookie: { own: noted('own cookie'), read: noted('read cookie') },
    async authenticate(_request, _response, who) {
      steps.push(`authenticate ${who}`);
      return who === 'anybody' ? null : anna;
    },
  });
  app.use(answerErrors()).use((_request, response) => void response.status(404).end());
  return { app, steps, seen };
}

const cart = { products: [{ id: 'fist' }], baseUrl: 'https://shop.example.com', email: 'anna@example.com' };
const post = (app: express.Express, endpoint: string) => request(app).post(endpoints.patternOf(endpoint));
const get = (app: express.Express, endpoint: string) => request(app).get(endpoints.patternOf(endpoint));

describe('a request goes through what its contract asks for, what costs least first', () => {
  it('as a call that guests may make', async () => {
    const { app, steps, seen } = site();
    expect((await post(app, endpoints.createCheckoutSession).send(cart)).status).toBe(200);
    expect(steps).toEqual([
      ...['shed provider', 'address checkout', 'and its blocks', 'read cookie'],
      ...['authenticate guest-or-account', 'account checkout-account', 'handler'],
    ]);
    expect(seen.locals).toMatchObject({ route: '/api/create-checkout-session', account: anna });
    expect(seen.call).toMatchObject({ account: anna, body: { email: 'anna@example.com' } });
  });

  it('as a call that anybody may make, for which no cookie is looked at', async () => {
    const { app, steps, seen } = site();
    await get(app, endpoints.listProducts);
    expect(steps).toEqual(['shed standard', 'authenticate anybody', 'handler']);
    expect(seen.call?.account).toBeNull();
  });

  it('as a call that sets the session’s cookie, which must come from the site’s own pages', async () => {
    const { app, steps } = site();
    await get(app, endpoints.readSession);
    const passed = ['shed standard', 'address session', 'and its blocks', 'own cookie'];
    expect(steps.splice(0)).toEqual([...passed, 'authenticate anybody', 'handler']);
    const refused = await get(app, endpoints.readSession).set('origin', 'https://evil.example');
    expect(JSON.parse(refused.text).code).toBe('cross_site_request');
    expect(steps).toEqual(passed);
    const own = await get(app, endpoints.readSession).set('origin', 'https://shop.example.com');
    expect(own.status).toBe(200);
  });

  it('as a call for the site’s own pages alone, and as one that is not', async () => {
    const { app } = site();
    const path = endpoints.pathOf(endpoints.readInvoice, { checkoutSessionId: 'cs_1' });
    const evil = { origin: 'https://evil.example' };
    expect((await request(app).get(path).set(evil)).status).toBe(403);
    expect((await get(app, endpoints.listProducts).set(evil)).status).toBe(200);
  });
});

it('What stands in the path is given to the handler, and the route is the pattern', async () => {
  const { app, seen } = site();
  await request(app).get('/api/orders/cs_test_1');
  expect(seen.call?.parameters).toEqual({ checkoutSessionId: 'cs_test_1' });
  expect(seen.locals?.route).toBe('/api/orders/:checkoutSessionId');
});

describe('another method', () => {
  it.each([
    ['post', '/api/products', 'GET, HEAD', 'Use GET or HEAD.', []],
    [
      'put',
      '/api/session',
      'GET, HEAD, POST, DELETE',
      'Use GET or HEAD or POST or DELETE.',
      ['address session', 'and its blocks'],
    ],
    ['get', '/api/use-code', 'POST', 'Use POST.', []],
  ] as const)(
    '%s on %s is 405 with those that are there, and counted as they are',
    async (method, path, allow, detail, counted) => {
      const { app, steps, seen } = site();
      const answer = await request(app)[method](path);
      expect([answer.status, answer.headers['allow']]).toEqual([405, allow]);
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'method_not_allowed', detail });
      expect(steps).toEqual(counted);
      expect(seen.locals?.route).toBe(path);
    },
  );

  it('HEAD is answered as GET is', async () => {
    expect((await request(site().app).head('/api/products')).status).toBe(200);
  });
});

it('Operators’ calls are there where there are operators, and do not exist elsewhere', async () => {
  const path = endpoints.patternOf(endpoints.operatorToday);
  const { app, steps } = site();
  expect((await request(app).get(path)).status).toBe(200);
  expect(steps).toContain('authenticate operator');
  const without = site({ hasOperators: false });
  expect((await request(without.app).get(path)).status).toBe(404);
  expect((await request(without.app).get('/api/products')).status).toBe(200);
});

describe('what is asked before a body is read', () => {
  const prechecks: Prechecks = {
    [endpoints.useCode](asked) {
      if (asked.get('x-good') === undefined) throw new Refusal('forbidden', 'Not you.');
    },
  };

  it('refuses a request and ends the connection', async () => {
    const { app, steps } = site({ prechecks });
    const answer = await post(app, endpoints.useCode)
      .set('connection', 'keep-alive')
      .send({ activationCode: 'a' });
    expect([answer.status, answer.headers['connection']]).toEqual([403, 'close']);
    expect(steps).toEqual([]);
  });

  it('lets it in', async () => {
    const { app, steps } = site({ prechecks });
    const headers = { 'x-good': '1', connection: 'keep-alive' };
    const answer = await post(app, endpoints.useCode).set(headers).send({ activationCode: 'a' });
    expect([answer.status, answer.headers['connection']]).toEqual([200, 'keep-alive']);
    expect(steps).toContain('handler');
  });
});

describe('a request that is not of its contract', () => {
  it('is refused with the field that is meant', async () => {
    const { app, steps } = site();
    const answer = await post(app, endpoints.createCheckoutSession).send({ ...cart, products: [{ id: 7 }] });
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'invalid_request', field: 'products.0.id' });
    expect(steps).not.toContain('handler');
    const none = JSON.parse((await post(app, endpoints.createCheckoutSession).send([])).text);
    expect([none.code, 'field' in none]).toEqual(['invalid_request', false]);
  });

  it('is refused for its header', async () => {
    const asked = post(site().app, endpoints.createCheckoutSession).set('idempotency-key', 'k'.repeat(256));
    expect(JSON.parse((await asked.send(cart)).text)).toMatchObject({
      ...{ code: 'invalid_request', detail: 'Use an Idempotency-Key of at most 255 characters.' },
    });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded'])('is refused as %s', async (type) => {
    const answer = await post(site().app, endpoints.useCode).set('content-type', type).send('{"code":"a"}');
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([415, 'unsupported_media_type']);
  });

  it('is refused past 64 KiB', async () => {
    const { app } = site();
    const ofSize = (size: number) =>
      post(app, endpoints.useCode).send({
        activationCode: 'a'.repeat(size - '{"activationCode":""}'.length),
      });
    expect(JSON.parse((await ofSize(64 * 1024)).text).code).not.toBe('body_too_large');
    expect(JSON.parse((await ofSize(64 * 1024 + 1)).text).code).toBe('body_too_large');
  });
});

it('A body is given as bytes where its contract says so, of whatever type it calls itself, and as JSON of its types', async () => {
  const { app, seen } = site();
  await post(app, endpoints.receiveStripeEvent).set('content-type', 'application/x').send('bytes');
  expect(seen.call?.body).toEqual(Buffer.from('bytes'));
  await post(app, endpoints.reportCspViolations)
    .set('content-type', 'application/csp-report')
    .send('{"a":1}');
  expect(seen.call?.body).toEqual({ a: 1 });
  await post(app, endpoints.reportCspViolations).set('content-type', 'text/plain').send('{"a":1}');
  expect(seen.call?.body).toBeUndefined();
  // Of a call without one it is not read at all.
  const json = { 'content-type': 'application/json' };
  expect((await request(app).delete('/api/session').set(json).send('{')).status).not.toBe(400);
});

describe('an answer', () => {
  it('is JSON of its length, which is not kept', async () => {
    const { app } = site({ answer: () => ({ at: new Date(0), name: 'Åsa' }) });
    const answer = await get(app, endpoints.listOwnOrders);
    expect(answer.text).toBe('{"at":"1970-01-01T00:00:00.000Z","name":"Åsa"}');
    expect(answer.headers).toMatchObject({
      ...{ 'content-type': 'application/json; charset=utf-8', 'content-length': '47' },
      ...{ 'cache-control': 'no-store', 'server-timing': expect.stringMatching(/^app;dur=/) },
    });
    expect(answer.headers['etag']).toBe(undefined);
  });

  it('is kept as its contract says', async () => {
    const { headers } = await get(site().app, endpoints.readConfig);
    expect(headers['cache-control']).toBe('no-cache');
    const event = await post(site().app, endpoints.receiveStripeEvent).send('x');
    expect(event.headers['cache-control']).toBeUndefined();
  });

  it('of nothing is 204', async () => {
    const answer = await request(site().app).delete('/api/session');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers['server-timing']).toMatch(/^app;dur=/);
  });

  it('that is polled has a tag, and is 304 to who has it', async () => {
    const { app, seen } = site({ answer: () => ({ products: [] }) });
    const first = await get(app, endpoints.listProducts);
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    const again = await get(app, endpoints.listProducts).set('if-none-match', `${first.headers['etag']}`);
    expect([again.status, seen.locals?.quietRoute]).toEqual([304, '/api/products']);
  });

  it('that the handler writes itself is left to it, whenever it does', async () => {
    const { app } = site({
      answer: ({ response }) => void setImmediate(() => response.type('text/plain').end('own words')),
    });
    const answer = await get(app, endpoints.readSecurityTxt);
    expect([answer.status, answer.text, answer.headers['server-timing']]).toEqual([
      200,
      'own words',
      undefined,
    ]);
  });
});

describe('a body that waits to be asked for', () => {
  /** What a client is answered that sends its body only once it is told to, and whether it was told. */
  async function sendWhenAsked(length: number, waits = true) {
    const read = bodyReader({ types: 'raw', largestBytes: 10 });
    const app = express()
      .post('/', read, (asked, response) => void response.json({ bytes: asked.body.length }))
      .use((error: Refusal, _request: unknown, response: express.Response, _next: unknown) => {
        response.status(413).json({ code: error.code, detail: error.message });
      });
    const server = createServer(app).on('checkContinue', app).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { 'content-length': length, ...(waits && { expect: '100-continue' }) };
    const asking = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers });
    let asked = false;
    asking.on('continue', () => {
      asked = true;
      if (waits) asking.end('x'.repeat(length));
    });
    if (waits) asking.flushHeaders();
    else asking.end('x'.repeat(length));
    const [response] = await once(asking, 'response');
    let text = '';
    for await (const chunk of response) text += chunk;
    asking.destroy();
    return { asked, connection: response.headers.connection, answer: JSON.parse(text) };
  }

  it('is asked for', async () => {
    expect(await sendWhenAsked(10)).toMatchObject({ asked: true, answer: { bytes: 10 } });
  });

  it('is not asked for when it comes by itself', async () => {
    expect(await sendWhenAsked(10, false)).toMatchObject({ asked: false, answer: { bytes: 10 } });
  });

  it('is not when it says that it is too large', async () => {
    expect(await sendWhenAsked(11)).toEqual({
      ...{ asked: false, connection: 'close' },
      answer: { code: 'body_too_large', detail: 'Send at most 64 KiB.' },
    });
  });
});
