import { describe, expect, it } from 'vitest';
import type { OwnOrder } from '#shared/api/orders.ts';
import { isUnopenedGift, orderStatusText, orderText } from './order-words.ts';

const order = (over: Partial<OwnOrder> = {}): OwnOrder => ({
  id: 'cs_test_1',
  paidAt: '2025-06-02T10:00:00.000Z',
  status: 'paid',
  products: [{ id: 'fod', title: 'Lone Wolf The Fortress of Death' }],
  email: 'anna@example.com',
  totalOre: 25_000,
  currency: 'sek',
  ...over,
});

describe('how an order stands, in plain words', () => {
  it.each<[string, Partial<OwnOrder>]>([
    ['Paid', {}],
    ['Paid. You can still withdraw from this purchase.', { withdrawal: { receivedAt: null } }],
    [
      'Paid. You withdrew on 3 June 2025, and the money comes back within 14 days of that day.',
      { withdrawal: { receivedAt: '2025-06-02T22:30:00.000Z' } },
    ],
    [
      'Paid. You withdrew from a part of it on 3 June 2025, and the money comes back within 14 days of that day.',
      { withdrawal: { receivedAt: '2025-06-02T22:30:00.000Z', keepsSome: true } },
    ],
    [
      'Paid, of which 120 SEK went back to you. You withdrew from a part of it on 3 June 2025.',
      {
        ...{ status: 'partly_refunded', refundedOre: 12_000 },
        withdrawal: { receivedAt: '2025-06-02T22:30:00.000Z', keepsSome: true, paidBack: true },
      },
    ],
    [
      'Paid. You have the same by your order of 1 June 2025. You withdrew on 3 June 2025, and the money comes back within 14 days of that day.',
      {
        paidBefore: { at: '2025-06-01T10:00:00.000Z' },
        withdrawal: { receivedAt: '2025-06-02T22:30:00.000Z' },
      },
    ],
    ['Paid, of which 187.50 SEK went back to you', { status: 'partly_refunded', refundedOre: 18_750 }],
    [
      'Refunded: 250 SEK',
      {
        status: 'refunded',
        refundedOre: 25_000,
        withdrawal: { receivedAt: '2025-06-03T10:00:00.000Z' },
      },
    ],
    ['Refunded: 180 SEK', { status: 'refunded', refundedOre: 18_000 }],
    ['Refunded: 250 SEK', { status: 'refunded' }],
    ['Your bank has taken this payment back', { status: 'reversed' }],
    [
      'Your bank is looking into this payment. Until it has decided, what it unlocked is locked',
      { status: 'disputed' },
    ],
    ['Your payment is on its way', { status: 'processing' }],
    ['Not paid yet', { status: 'open' }],
    ['The payment failed', { status: 'failed' }],
    ['The payment page closed before anything was paid', { status: 'expired' }],
    [
      'Paid. You have the same by your order of 1 June 2025, and can have this payment back.',
      { paidBefore: { at: '2025-06-01T10:00:00.000Z' } },
    ],
    ['Refunded: 250 SEK', { status: 'refunded', paidBefore: { at: '2025-06-01T10:00:00.000Z' } }],
    ['Paid. Nothing of it is unlocked any more.', { ended: true }],
    [
      'Paid. It is a gift that nobody has opened yet: send it, or print its card, on the page of the order.',
      { gift: { openedAt: null } },
    ],
    [
      'Paid. It is a gift that was opened on 3 June 2025.',
      { gift: { openedAt: '2025-06-03T10:00:00.000Z' } },
    ],
    ['Your bank has taken this payment back', { status: 'reversed', gift: { openedAt: null } }],
  ])('is told as “%s”', (text, over) => {
    expect(orderStatusText(order(over))).toBe(text);
  });
});

it('Orders of the same things on the same day have different names', () => {
  expect(orderText(order({ paidAt: '2025-06-02T22:30:59.000Z' }))).toBe(
    'Lone Wolf The Fortress of Death, bought on 3 June 2025 at 00:30:59, Swedish time',
  );
});

it.each<[Partial<OwnOrder>, boolean]>([
  [{ gift: { openedAt: null } }, true],
  [{ gift: { openedAt: null }, withdrawal: { receivedAt: null } }, true],
  [{ gift: { openedAt: null }, withdrawal: { receivedAt: '2025-06-02T22:30:00.000Z' } }, false],
  [{ gift: { openedAt: null }, status: 'refunded' }, false],
  [{ gift: { openedAt: '2025-06-02T22:30:00.000Z' } }, false],
  [{}, false],
])('Whoever deletes the account reads of a gift that waits, and of no other order: %j', (over, waits) => {
  expect(isUnopenedGift(order(over))).toBe(waits);
});
