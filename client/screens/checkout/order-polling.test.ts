import { expect, test } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { afterAnswer } from './order-polling.ts';

const order = (status: Order['status']): Order => ({
  ...{ status, products: [], email: null, totalOre: 25_000, currency: 'sek' },
});
const lost = { kind: 'unreachable' } as const;
const processing = order('processing');
const paid = order('paid');

test('a payment on its way is asked for again, and what has come to an end is not', () => {
  expect(afterAnswer(null, { kind: 'order', order: order('open') }, 0).pauseMs).toBe(1500);
  expect(afterAnswer(null, { kind: 'order', order: processing }, 0)).toEqual({
    state: { kind: 'known', order: processing, stillAsking: true },
    pauseMs: 1500,
  });
  expect(afterAnswer(processing, { kind: 'order', order: paid }, 3)).toEqual({
    state: { kind: 'known', order: paid, stillAsking: false },
    pauseMs: null,
  });
});

test('an answer that is lost takes nothing away of what is known, and the polling goes on', () => {
  expect(afterAnswer(processing, lost, 1)).toEqual({
    state: { kind: 'known', order: processing, stillAsking: true },
    pauseMs: 2000,
  });
  // A correction or a gift in the meantime still has to be shown.
  expect(afterAnswer(paid, lost, 0)).toEqual({
    state: { kind: 'known', order: paid, stillAsking: false },
    pauseMs: 1500,
  });
});

test('after the last pause nobody says that the page keeps asking', () => {
  expect(afterAnswer(processing, lost, 11)).toEqual({
    state: { kind: 'known', order: processing, stillAsking: false },
    pauseMs: null,
  });
});

test('a shop that was asked too often is asked again when it says so, not before', () => {
  expect(afterAnswer(processing, { ...lost, waitSeconds: 30 }, 0).pauseMs).toBe(30_000);
  expect(afterAnswer(processing, { ...lost, waitSeconds: 1 }, 2).pauseMs).toBe(3000);
});

test('nobody can say how a payment stands only while nothing of it is known', () => {
  expect(afterAnswer(null, lost, 0)).toEqual({ state: lost, pauseMs: null });
  expect(afterAnswer(processing, { kind: 'unknown' }, 2)).toEqual({
    state: { kind: 'unknown' },
    pauseMs: null,
  });
});
