import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressBudget, watchBodies } from './body-intake.ts';
import { usualPatience } from './listener.ts';
import type { ContextResponse } from './request-context.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const kibibyte = 1024;
const largest = 512 * kibibyte;
const patience = { ...usualPatience, bodyMs: 5000, bodyBytesPerMs: 40 };

interface Sent {
  length?: number | undefined;
  complete?: boolean;
  destroyed?: boolean;
  headersSent?: boolean;
}

function intake() {
  const watch = watchBodies(patience, largest);
  /** The head of a request is in, and its body is not. */
  return (address: string, { length = 500, headersSent = false, ...state }: Sent = {}) => {
    const destroySoon = vi.fn();
    const end = vi.fn();
    const request = Object.assign(new EventEmitter(), {
      ...{ complete: false, destroyed: false, ...state, socket: { destroySoon } },
      headers: { 'content-length': length > 0 ? String(length) : undefined },
    });
    const setHeader = vi.fn();
    const response = {
      ...{ locals: { address, requestId: 'request-1', startedAt: 0 }, headersSent, send: end, setHeader },
      ...{ status: vi.fn().mockReturnThis(), set: vi.fn().mockReturnThis(), type: vi.fn().mockReturnThis() },
    };
    watch(request as unknown as IncomingMessage, response as unknown as ContextResponse);
    vi.advanceTimersByTime(0);
    return {
      isEnded: () => end.mock.calls.length > 0,
      response,
      destroySoon,
      comes: () => request.emit('end'),
      goes: () => request.emit('close'),
    };
  };
}
type Body = ReturnType<ReturnType<typeof intake>>;
const endedOf = (bodies: readonly Body[]) =>
  bodies.flatMap(({ isEnded }, index) => (isEnded() ? [index] : []));
const many = (count: number, begin: (index: number) => Body) =>
  Array.from({ length: count }, (_, index) => begin(index));
const large = { length: largest };
const anAddress = '203.0.113.9';

describe('a body that does not come', () => {
  it('is waited for five seconds and for its bytes, and then answered with a problem on a connection that ends', () => {
    const body = intake()(anAddress, { length: 4000 });
    vi.advanceTimersByTime(5099);
    expect(body.isEnded()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(body.isEnded()).toBe(true);
    expect(body.response.status.mock.calls).toEqual([[408]]);
    expect(body.response.setHeader.mock.calls).toContainEqual(['connection', 'close']);
    expect(JSON.parse(body.response.send.mock.calls[0]?.[0])).toMatchObject({ code: 'body_too_slow' });
    expect(body.destroySoon).not.toHaveBeenCalled();
  });

  it.each([
    ['without a length', { length: 0 }],
    ['that says it is longer than any', { length: largest * 3 }],
  ])('%s is waited for as for the largest', (_, sent) => {
    const body = intake()(anAddress, sent);
    vi.advanceTimersByTime(5000 + Math.floor(largest / 40) - 1);
    expect(body.isEnded()).toBe(false);
    vi.advanceTimersByTime(2);
    expect(body.isEnded()).toBe(true);
  });

  it('ends the connection where its answer has begun already', () => {
    const body = intake()(anAddress, { headersSent: true });
    vi.advanceTimersByTime(60_000);
    expect(body.destroySoon).toHaveBeenCalledOnce();
    expect(body.isEnded()).toBe(false);
  });
});

describe('a body is not watched', () => {
  it('that is in with its head, or whose sender has gone', () => {
    const begin = intake();
    const bodies = [begin(anAddress, { complete: true }), begin(anAddress, { destroyed: true })];
    vi.advanceTimersByTime(60_000);
    expect(endedOf(bodies)).toEqual([]);
  });

  it.each(['comes', 'goes'] as const)('once it %s, and its place is another’s', (ends) => {
    const begin = intake();
    const bodies = many(1000, () => {
      const body = begin(anAddress, large);
      body[ends]();
      return body;
    });
    vi.advanceTimersByTime(60_000);
    expect(endedOf(bodies)).toEqual([]);
  });
});

describe('unfinished bodies', () => {
  it('of one address are 64; for one more the oldest goes, and no other address’s', () => {
    const begin = intake();
    const other = begin('198.51.100.7');
    const bodies = many(addressBudget.holdings, () => begin(anAddress));
    expect(addressBudget.holdings).toBe(64);
    expect(endedOf(bodies)).toEqual([]);
    bodies.push(begin(anAddress), begin(anAddress));
    expect([endedOf(bodies), other.isEnded()]).toEqual([[0, 1], false]);
    bodies[2]?.comes();
    bodies.push(begin(anAddress));
    expect(endedOf(bodies)).toEqual([0, 1]);
    bodies.push(begin(anAddress));
    expect(endedOf(bodies)).toEqual([0, 1, 3]);
  });

  it('are counted on when the connection of an earlier one closes late', () => {
    const begin = intake();
    const slow = begin(anAddress);
    vi.advanceTimersByTime(6000);
    expect(slow.isEnded()).toBe(true);
    const bodies = many(addressBudget.holdings, () => begin(anAddress));
    slow.goes();
    bodies.push(begin(anAddress));
    expect(endedOf(bodies)).toEqual([0]);
  });

  it('of one address have a mebibyte together; for more the oldest go', () => {
    const begin = intake();
    const half = { length: largest };
    const bodies = [begin(anAddress, half), begin(anAddress, half)];
    expect(endedOf(bodies)).toEqual([]);
    bodies.push(begin(anAddress, { length: 1 }));
    expect(endedOf(bodies)).toEqual([0]);
    // What the first had is free again, once and not twice.
    bodies[0]?.comes();
    bodies.push(begin(anAddress, { length: largest - 1 }));
    expect(endedOf(bodies)).toEqual([0]);
    bodies.push(begin(anAddress, { length: 1 }));
    expect(endedOf(bodies)).toEqual([0, 1]);
  });

  it('of IPv6 are 64 in a /64, twice as many in a /56, four times as many in a /48', () => {
    for (const [most, addressOf] of [
      [64, (index: number) => `2001:db8:1:1::${index.toString(16)}`],
      [128, (index: number) => `2001:db8:1:1${(index % 8).toString(16).padStart(2, '0')}::1`],
      [256, (index: number) => `2001:db8:1:${(index % 32).toString(16)}00::1`],
    ] as const) {
      const begin = intake();
      const bodies = many(most, (index) => begin(addressOf(index)));
      expect(endedOf(bodies)).toEqual([]);
      bodies.push(begin(addressOf(most)));
      expect(endedOf(bodies)).toEqual([0]);
    }
  });

  it('of a /56 have twice as many bytes together', () => {
    const begin = intake();
    const bodies = many(4, (index) => begin(`2001:db8:1:10${index}::1`, large));
    expect(endedOf(bodies)).toEqual([]);
    bodies.push(begin('2001:db8:1:104::1', { length: 1 }));
    expect(endedOf(bodies)).toEqual([0]);
  });

  it('of a few addresses, however many they begin, end none of another’s: whoever has most gives way', () => {
    for (const [most, sent] of [
      [addressBudget.holdings, {}],
      [2, large],
    ] as const) {
      const begin = intake();
      const honest = begin('192.0.2.1');
      const bodies = many(9 * most, (index) => begin(`198.51.100.${index % 9}`, sent));
      expect([honest.isEnded(), endedOf(bodies).length]).toEqual([false, most + 1]);
      const late = begin('192.0.2.2');
      many(1000, (index) => begin(`198.51.100.${index % 9}`, sent));
      expect([honest.isEnded(), late.isEnded()]).toEqual([false, false]);
    }
  });

  it('of everybody are 512, with eight mebibytes; for more the oldest goes', () => {
    const address = (index: number) => `198.51.${index >> 8}.${index & 255}`;
    for (const [most, sent] of [
      [512, {}],
      [16, large],
    ] as const) {
      const begin = intake();
      const bodies = many(most, (index) => begin(address(index), sent));
      expect(endedOf(bodies)).toEqual([]);
      bodies.push(begin(address(most), sent));
      expect(endedOf(bodies)).toEqual([0]);
    }
  });
});
