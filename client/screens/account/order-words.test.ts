import { describe, expect, it } from 'vitest';
import type { OwnOrder } from '#shared/api/orders.ts';
import { dayText, orderStatusText } from './order-words.ts';

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
      'Paid. You had bought the same on 1 June 2025. You withdrew on 3 June 2025, and the money comes back within 14 days of that day.',
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
    ['Your bank has taken this payment back', { status: 'reversed' }],
  ])('is told as “%s”', (text, over) => {
    expect(orderStatusText(order(over))).toBe(text);
  });

  it('has the day where the shop is', () => {
    expect(dayText('2025-12-31T23:30:00.000Z')).toBe('1 January 2026');
  });
});
