import request from 'supertest';
import { describe, expect, it } from 'vitest';
import * as endpoints from '#shared/endpoints.ts';
import { anna } from '#tests/support/accounts.ts';
import { cart, get, post, callSite as site } from '#tests/support/call-site.ts';

describe('a request goes through what its contract asks for, what costs least first', () => {
  it('as a call that guests may make', async () => {
    const { app, steps, seen } = site();
    expect((await post(app, endpoints.createCheckoutSession).send(cart)).status).toBe(200);
    expect(steps).toEqual([
      ...['shed provider', 'address checkout', 'address checkout-burst', 'read cookie'],
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
    const passed = ['shed standard', 'address session', 'own cookie'];
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
      ['address session'],
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
