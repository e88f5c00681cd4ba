import { describe, expect, it } from 'vitest';
import { awaitsFunds } from '#shared/refund-words.ts';
import { noon as asOf, disputeOf as dispute, refundOf as refund } from '#tests/support/small-shop.ts';
import { daysInBooks, supersedes } from './refunds-and-disputes.ts';

describe('of two states of the same refund or dispute', () => {
  const later = new Date(asOf.getTime() + 1000);

  it("the one with the provider's later time is the newer, whatever its status", () => {
    expect(
      supersedes(dispute({ status: 'lost', asOf: later }), dispute({ status: 'appeal_under_review' })),
    ).toBe(true);
    expect(supersedes(refund({ status: 'failed' }), refund({ status: 'succeeded', asOf: later }))).toBe(
      false,
    );
  });

  it('within one second the one further on is the newer', () => {
    expect(supersedes(refund({ status: 'failed' }), refund())).toBe(true);
    expect(supersedes(refund(), refund({ status: 'failed' }))).toBe(false);
    expect(supersedes(refund({ productIds: ['fod'] }), refund())).toBe(true);
    expect(supersedes(refund({ status: 'canceled' }), refund({ status: 'requires_action' }))).toBe(true);
    expect(supersedes(refund({ status: awaitsFunds }), refund({ status: 'pending' }))).toBe(false);
    expect(supersedes(dispute({ status: 'lost' }), dispute({ status: 'under_review' }))).toBe(true);
    expect(supersedes(dispute({ status: 'under_review' }), dispute({ status: 'lost' }))).toBe(false);
  });

  it('an equal one is not newer', () => {
    expect(supersedes(refund(), refund())).toBe(false);
  });
});

describe('of two states that say different things at the same moment and are equally far on', () => {
  it('one is always the newer, whichever came first', () => {
    const pairs = [
      [refund({ amountOre: 1 }), refund({ amountOre: 2 })],
      [refund({ productIds: ['fist'] }), refund({ productIds: ['fod'] })],
      [dispute({ amountOre: 1 }), dispute({ amountOre: 2 })],
      [dispute({ status: 'x' }), dispute({ status: 'y' })],
      [dispute({ currency: 'eur' }), dispute({ currency: null })],
    ] as const;
    expect(supersedes(dispute(), dispute({ amountOre: 99_999, currency: 'eur' }))).toBe(true);
    expect(supersedes(dispute({ amountOre: 99_999, currency: 'eur' }), dispute())).toBe(false);
    for (const [one, other] of pairs) expect(supersedes(one, other)).not.toBe(supersedes(other, one));
  });

  it('one that names more products is the newer, whatever else it says', () => {
    const named = refund({ amountOre: 1, productIds: ['fod'] });
    expect(supersedes(named, refund({ amountOre: 9 }))).toBe(true);
    expect(supersedes(refund({ amountOre: 9 }), named)).toBe(false);
  });
});

it.each([
  ...['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented', 'needs_response'],
  ...['under_review', 'lost', 'appeal_needs_response', 'appeal_under_review'],
])('a dispute that was %s within the same second is won later', (status) => {
  expect(supersedes(dispute({ status: 'won' }), dispute({ status }))).toBe(true);
  expect(supersedes(dispute({ status }), dispute({ status: 'won' }))).toBe(false);
});

it.each(['failed', 'canceled'])(
  'the money of a refund on its way is the shop’s again when it is %s',
  (status) => {
    const later = new Date(asOf.getTime() + 1000);
    const days = daysInBooks(refund({ status, asOf: later }), refund({ status: 'pending' }));
    expect(days).toEqual({ countedAt: asOf, reinstatedAt: later });
  },
);
