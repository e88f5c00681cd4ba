import type { IncomingMessage, ServerResponse } from 'node:http';
import request from 'supertest';
import { describe, expect, it, vi } from 'vitest';
import type { Account } from '#server/identity/identity-provider.ts';
import { clientAddress, trustedProxies } from './client-address.ts';
import { createLogger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { type ContextResponse, requestContexts, setServerTiming } from './request-context.ts';

/** What is logged and counted of one request that a handler answers. */
async function requested(
  handler: (response: ContextResponse) => void,
  { method = 'get', headers = {} }: { method?: 'get' | 'post'; headers?: Record<string, string> } = {},
) {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const [begins, ends, counted] = [vi.fn(), vi.fn(), vi.fn()];
  const metrics = { requestBegins: begins, requestEnds: ends, request: counted } as unknown as Metrics;
  const giveContext = requestContexts(
    log,
    metrics,
    (asked) => clientAddress(asked, trustedProxies(1)),
    (address) => `digest of ${address}`,
  );
  const closed = Promise.withResolvers<void>();
  const answer = await request((asked: IncomingMessage, plainResponse: ServerResponse) => {
    const response = giveContext(asked, plainResponse);
    response.on('close', () => closed.resolve());
    handler(response);
  })
    [method]('/')
    .set(headers)
    .catch(() => null);
  await closed.promise;
  expect([begins.mock.calls.length, ends.mock.calls.length]).toEqual([1, 1]);
  return { answer, lines, counted: counted.mock.calls };
}

describe('the access log', () => {
  it('has a line for each call: its pattern, its end, who asked and from where, but no address', async () => {
    const { lines, counted } = await requested(
      (response) => {
        response.locals.route = '/api/orders/:id';
        response.locals.account = { id: 'sub-anna', email: 'anna@example.com' } as Account;
        response.end();
      },
      { method: 'post', headers: { 'x-forwarded-for': '203.0.113.9' } },
    );
    expect(lines).toEqual([
      expect.objectContaining({
        ...{ msg: 'request', method: 'POST', route: '/api/orders/:id', status: 200, completed: true },
        ...{ from: 'digest of 203.0.113.9', account: 'sub-anna', ms: expect.any(Number) },
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      }),
    ]);
    expect(Object.keys(lines[0] ?? {})).not.toContain('problem');
    const { ms } = lines[0] as { ms: number };
    expect([ms >= 0, ms < 5000, Math.abs(ms * 10 - Math.round(ms * 10)) < 1e-6]).toEqual([true, true, true]);
    expect(counted).toEqual([['POST', '/api/orders/:id', 200, expect.any(Number)]]);
    expect(Math.abs(counted[0]?.[3] * 1000 - ms)).toBeLessThan(0.1);
  });

  it('has none for what is only looked up, unless it fails or breaks off', async () => {
    const quiet = (status: number) =>
      requested((response) => {
        response.locals.quietRoute = '/shop';
        response.writeHead(status).end();
      });
    expect((await quiet(200)).lines).toEqual([]);
    expect((await quiet(399)).lines).toEqual([]);
    expect((await quiet(400)).lines).toEqual([expect.objectContaining({ route: '/shop', status: 400 })]);
    const { lines } = await requested((response) => {
      response.locals.quietRoute = '/shop';
      response.destroy();
    });
    expect(lines).toEqual([expect.objectContaining({ route: '/shop', completed: false })]);
  });

  it('names the problem that was answered, and nobody where nobody asked', async () => {
    const { lines } = await requested((response) => {
      Object.assign(response.locals, { problem: 'not_found', account: null });
      response.writeHead(404).end();
    });
    expect(lines).toEqual([expect.objectContaining({ problem: 'not_found', route: null, status: 404 })]);
    expect(Object.keys(lines[0] ?? {})).not.toContain('account');
  });

  it('has the id of the request in all that is logged for it', async () => {
    const { lines } = await requested((response) => {
      response.locals.log.warn({ first: 1 }, 'something');
      response.locals.log.warn({ first: 2 }, 'something');
      response.end();
    });
    const ids = new Set(lines.map(({ requestId }) => requestId));
    expect([lines.length, ids.size]).toEqual([3, 1]);
  });
});

describe('the figures of requests', () => {
  it.each([
    ['/api/products', '/api/products'],
    ['/shop', '/shop'],
    ['/assets/index-AbCd.js', '(file)'],
    ['/film.MP4', '(file)'],
    ['/api/openapi.json', '/api/openapi.json'],
    ['/v1.2/shop', '/v1.2/shop'],
    [undefined, '(none)'],
  ])('count %s as %s', async (route, name) => {
    const { counted } = await requested((response) => {
      if (route !== undefined) response.locals.quietRoute = route;
      response.end();
    });
    expect(counted).toEqual([['GET', name, 200, expect.any(Number)]]);
  });

  it('count a client that went away before the answer as 499', async () => {
    const { counted } = await requested((response) => void response.destroy());
    expect(counted).toEqual([['GET', '(none)', 499, expect.any(Number)]]);
  });
});

it('An answer says how long it took here', async () => {
  const { answer } = await requested((response) => {
    setServerTiming(response);
    response.end();
  });
  const [, took] = /^app;dur=(\d+\.\d)$/.exec(answer?.headers['server-timing'] ?? '') ?? [];
  expect(Number(took)).toBeLessThan(5000);
});
