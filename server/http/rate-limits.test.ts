import express from 'express';
import request from 'supertest';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '#server/identity/identity-provider.ts';
import { BoundedCounts, countsInMemory } from '#server/ledger/bounded-counts.ts';
import type { NewRequestCounts } from '#server/ledger/request-counts.ts';
import { answerErrors } from './error-handler.ts';
import { createRateLimits, limits } from './rate-limits.ts';

const rateLimited = vi.fn();
/** Told of every call that was let through. */
const answered = vi.fn();
beforeEach(() => void [rateLimited, answered].map((told) => told.mockClear()));

/** A site with a call for each kind of count; @param factor of the limits, of which `checkout` is 1000 */
function site(factor: number, newCounts: NewRequestCounts = countsInMemory) {
  const { byAddress, byAccount } = createRateLimits(factor, newCounts, { rateLimited });
  const app = express().use((asked, response, next) => {
    const id = asked.get('x-account');
    Object.assign(response.locals, {
      ...{ requestId: 'request-1', startedAt: performance.now() },
      address: asked.get('x-address') ?? '203.0.113.9',
      account: id === undefined ? null : ({ id } as Account),
    });
    next();
  });
  const done = (_asked: unknown, response: express.Response) => {
    answered();
    response.end();
  };
  app.get('/checkout', byAddress('checkout'), done);
  app.get('/checkout-too', byAddress('checkout'), done);
  app.get('/burst', byAddress('checkout-burst'), done);
  app.get('/claims', byAddress('claims'), done);
  app.get('/own', byAccount('checkout-account'), done);
  app.use(answerErrors);
  return (path: string, headers: Record<string, string> = {}) => request(app).get(path).set(headers);
}
type Ask = ReturnType<typeof site>;
/** The statuses of several requests, one after the other. */
async function statuses(ask: Ask, times: number, path: string, headers: Record<string, string> = {}) {
  const found: number[] = [];
  for (let time = 0; time < times; time += 1) found.push((await ask(path, headers)).status);
  return found;
}

describe('requests of one address', () => {
  it('are refused past the limit of ten minutes, which the answers say, and those of others are not', async () => {
    const ask = site(2 / limits.checkout);
    const { headers } = await ask('/checkout');
    expect(headers['ratelimit-policy']).toMatch(/^"checkout"; q=2; w=600$/);
    expect(headers['ratelimit']).toMatch(/^"checkout"; r=1; t=(599|600)$/);
    expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    expect(await statuses(ask, 2, '/checkout')).toEqual([200, 429]);
    const refused = await ask('/checkout');
    expect(JSON.parse(refused.text)).toMatchObject({
      ...{ code: 'too_many_requests' },
      detail: 'Wait as long as Retry-After says, then send it again.',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590);
    expect(rateLimited.mock.calls).toEqual([['checkout'], ['checkout']]);
    expect(answered).toHaveBeenCalledTimes(2);
    expect((await ask('/checkout', { 'x-address': '203.0.113.10' })).status).toBe(200);
  });

  it('count together for calls with the same policy, and apart for others', async () => {
    const ask = site(1 / limits.checkout);
    expect((await ask('/checkout')).status).toBe(200);
    expect((await ask('/checkout-too')).status).toBe(429);
    expect((await ask('/claims')).status).toBe(200);
  });

  it('are refused for seconds when many come at once, however small the factor', async () => {
    const ask = site(1 / limits.checkout);
    const most = limits['checkout-burst'];
    const found = await statuses(ask, most + 1, '/burst');
    expect([most, found.indexOf(429)]).toEqual([200, most]);
    const { headers } = await ask('/burst');
    expect(headers['ratelimit-policy']).toBe('"checkout-burst"; q=200; w=10');
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(10);
    expect((await ask('/burst', { 'x-address': '203.0.113.10' })).status).toBe(200);
    expect((await site(2)('/burst')).headers['ratelimit-policy']).toContain('q=400');
  });

  it('are fine once at least, however small the factor', async () => {
    expect(await statuses(site(0), 2, '/checkout')).toEqual([200, 429]);
  });

  it('of IPv6 are those of its /64; its /56 has twice as many, its /48 four times', async () => {
    const ask = site(1 / limits.checkout);
    const from = (address: string) => statuses(ask, 1, '/checkout', { 'x-address': address });
    expect(await from('2001:db8:0:100::1')).toEqual([200]);
    expect(await from('2001:db8:0:100::2')).toEqual([429]);
    const { headers } = await ask('/checkout', { 'x-address': '2001:db8:0:9900::1' });
    for (const [name, most] of [
      ['checkout', 1],
      ['checkout-56', 2],
      ['checkout-48', 4],
    ])
      expect(headers['ratelimit-policy']).toContain(`"${name}"; q=${most}; w=600`);
    // The third of a /56, and the fifth of a /48.
    const other = site(1 / limits.checkout);
    const elsewhere = (address: string) => statuses(other, 1, '/checkout', { 'x-address': address });
    for (const network of ['0', '1', '100', '101'])
      expect(await elsewhere(`2001:db8:0:${network}::1`)).toEqual([200]);
    expect(await elsewhere('2001:db8:0:200::1')).toEqual([429]);
    expect(await elsewhere('2001:db8:1:0::1')).toEqual([200]);
    expect(await elsewhere('2001:db8:1:1::1')).toEqual([200]);
    expect(await elsewhere('2001:db8:1:2::1')).toEqual([429]);
    expect(rateLimited).toHaveBeenCalledWith('checkout');
  });
});

describe('counts that have room for six clients', () => {
  const roomForSix: NewRequestCounts = (_kind, windowSeconds) => {
    const counts = new BoundedCounts(windowSeconds * 1000, 6);
    return {
      increment: async (key) => counts.increment(key).count,
      decrement: async (key) => counts.decrement(key),
      get: async (key) => counts.get(key),
    };
  };
  const asking = () => {
    const ask = site(1 / limits.checkout, roomForSix);
    return async (address: string) => (await ask('/checkout', { 'x-address': address })).status;
  };

  it('keep whom they know through any number of addresses of one network: what its /48 refuses makes no count of a /64', async () => {
    const from = asking();
    expect(await from('2001:db8:1::1')).toBe(200);
    for (let network = 0; network < 20; network += 1) await from(`2001:db8:2:${network}00::1`);
    expect(await from('2001:db8:1::1')).toBe(429);
  });

  it('hear of the /48 alone that it has no room', async () => {
    const ask = site(1 / limits.checkout);
    const from = (network: number) => ask('/checkout', { 'x-address': `2001:db8:2:${network}00::1` });
    for (let network = 0; network < 4; network += 1) expect((await from(network)).status).toBe(200);
    const { status, headers } = await from(4);
    expect([status, headers['ratelimit-policy']]).toEqual([429, '"checkout-48"; q=4; w=600']);
    expect(headers['ratelimit']).toMatch(/^"checkout-48"; r=0; t=\d+$/);
    expect(answered).toHaveBeenCalledTimes(4);
  });

  it('keep those of IPv4 whatever comes by IPv6', async () => {
    const from = asking();
    expect(await from('203.0.113.9')).toBe(200);
    for (let network = 0; network < 20; network += 1) expect(await from(`2001:db8:${network}::1`)).toBe(200);
    expect(await from('203.0.113.9')).toBe(429);
  });
});

it('Requests of one account are refused past its limit, from whatever address, and those of nobody pass uncounted', async () => {
  const ask = site(1 / limits['checkout-account']);
  expect(await statuses(ask, 3, '/own')).toEqual([200, 200, 200]);
  expect((await ask('/own', { 'x-account': 'anna' })).status).toBe(200);
  expect((await ask('/own', { 'x-account': 'anna', 'x-address': '192.0.2.1' })).status).toBe(429);
  expect((await ask('/own', { 'x-account': 'bo' })).status).toBe(200);
  expect(rateLimited.mock.calls).toEqual([['checkout-account']]);
});
