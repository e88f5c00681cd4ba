import { describe, expect, it } from 'vitest';
import {
  type Attention,
  type DisputeFact,
  deriveOrder,
  type OrderFacts,
  type RefundFact,
  supersedes,
} from './order-facts.ts';

const asOf = new Date('2026-01-01T00:00:00Z');
const refund = (over: Partial<RefundFact> = {}): RefundFact => ({
  kind: 'refund',
  id: 're_1',
  paymentIntentId: 'pi_1',
  amountOre: 25_000,
  status: 'succeeded',
  productIds: [],
  asOf,
  ...over,
});
const dispute = (over: Partial<DisputeFact> = {}): DisputeFact => ({
  kind: 'dispute',
  id: 'du_1',
  paymentIntentId: 'pi_1',
  amountOre: 25_000,
  status: 'needs_response',
  asOf,
  ...over,
});
const derived = (over: Partial<OrderFacts> = {}) =>
  deriveOrder({
    lines: [{ productId: 'fod', priceOre: 25_000 }],
    totalOre: 25_000,
    refunds: [],
    disputes: [],
    withdrawal: null,
    ...over,
  });

describe('a refund of the whole sum takes the grants back', () => {
  it.each([
    ['succeeded', 'refunded'],
    ['pending', 'refunded'],
    ['requires_action', null],
    ['failed', null],
    ['canceled', null],
  ])('when its status is %s: %s', (status, withheld) => {
    expect(derived({ refunds: [refund({ status })] }).withheld('fod')).toBe(withheld);
  });

  it('and a status that nobody knows counts as nothing and is put before the operator', () => {
    const order = derived({ refunds: [refund({ status: 'teleported' })] });
    expect(order.withheld('fod')).toBeNull();
    expect(order.attention).toEqual<Attention[]>([{ reason: 'unknown_refund_status', subject: 're_1' }]);
  });
});

describe('a dispute', () => {
  it.each([
    ['warning_needs_response', 'paid', null, ['dispute_needs_response']],
    ['warning_under_review', 'paid', null, []],
    ['warning_closed', 'paid', null, []],
    ['needs_response', 'disputed', 'dispute_open', ['dispute_needs_response']],
    ['under_review', 'disputed', 'dispute_open', []],
    ['lost', 'reversed', 'dispute_lost', []],
    ['appeal_needs_response', 'disputed', 'dispute_open', ['dispute_needs_response']],
    ['appeal_under_review', 'disputed', 'dispute_open', []],
    ['won', 'paid', null, []],
    ['prevented', 'paid', null, ['dispute_prevented']],
    ['teleported', 'paid', null, ['unknown_dispute_status']],
  ])('with the status %s makes the order %s', (status, standing, withheld, reasons) => {
    const order = derived({ disputes: [dispute({ status })] });
    expect(order.standing).toBe(standing);
    expect(order.withheld('fod')).toBe(withheld);
    expect(order.attention.map(({ reason }) => reason)).toEqual(reasons);
  });

  it('that is lost outweighs a refund, and a refund outweighs one that is open', () => {
    expect(derived({ refunds: [refund()], disputes: [dispute({ status: 'lost' })] }).standing).toBe(
      'reversed',
    );
    expect(derived({ refunds: [refund()], disputes: [dispute()] }).standing).toBe('refunded');
  });

  it('over a part that is lost takes everything back and is put before the operator', () => {
    const order = derived({ disputes: [dispute({ status: 'lost', amountOre: 100 })] });
    expect(order.withheld('fod')).toBe('dispute_lost');
    expect(order.attention).toEqual<Attention[]>([{ reason: 'partial_dispute', subject: 'du_1' }]);
  });
});

describe('an order', () => {
  it('that cost nothing is not refunded by nothing', () => {
    expect(derived({ totalOre: 0 }).standing).toBe('paid');
  });

  it('with a product that the catalogue does not know is put before the operator', () => {
    const order = derived({ lines: [{ productId: 'gone', priceOre: 25_000 }] });
    expect(order.attention).toEqual<Attention[]>([{ reason: 'unknown_product', subject: 'gone' }]);
  });

  it('keeps an adventure that another of its products unlocks too', () => {
    const order = derived({
      lines: [
        { productId: 'bundle-pre-order', priceOre: 50_000 },
        { productId: 'fist', priceOre: 25_000 },
      ],
      totalOre: 75_000,
      refunds: [refund({ amountOre: 50_000, productIds: ['bundle-pre-order'] })],
    });
    expect(['fod', 'fist', 'fod-expansions'].map((id) => order.withheld(id))).toEqual([
      'product_refunded',
      null,
      'product_refunded',
    ]);
    expect(order.attention).toEqual([]);
  });

  it('whose refund names a product that was not in it is put before the operator', () => {
    const order = derived({
      lines: [
        { productId: 'fod', priceOre: 25_000 },
        { productId: 'fist', priceOre: 25_000 },
      ],
      totalOre: 50_000,
      refunds: [refund({ productIds: ['coc_aatt'] })],
    });
    expect(order.withheld('fod')).toBeNull();
    expect(order.attention).toEqual<Attention[]>([{ reason: 'partial_refund_unassigned', subject: 're_1' }]);
  });

  it('with a withdrawal waits for the operator until what it names was given back', () => {
    const withdrawal = { reference: 'W-1', productIds: ['fod'] };
    expect(derived({ withdrawal }).attention).toEqual<Attention[]>([
      { reason: 'withdrawal_requested', subject: 'W-1' },
    ]);
    expect(derived({ withdrawal, refunds: [refund()] }).attention).toEqual([]);
  });
});

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
  });

  it('an equal one is not newer', () => {
    expect(supersedes(refund(), refund())).toBe(false);
  });
});
