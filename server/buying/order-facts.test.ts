import { describe, expect, it } from 'vitest';
import { awaitsCharge, awaitsFunds, awaitsOther } from '#shared/refund-words.ts';
import { type Attention, deriveOrder, type OrderFacts } from './order-facts.ts';
import type { DisputeFact, KnownRefund } from './refunds-and-disputes.ts';

const asOf = new Date('2026-01-01T00:00:00Z');
const refund = (over: Partial<KnownRefund> = {}): KnownRefund => ({
  kind: 'refund',
  id: 're_1',
  paymentIntentId: 'pi_1',
  amountOre: 25_000,
  status: 'succeeded',
  productIds: [],
  asOf,
  countedAt: asOf,
  reinstatedAt: null,
  ...over,
});
const dispute = (over: Partial<DisputeFact> = {}): DisputeFact => ({
  kind: 'dispute',
  id: 'du_1',
  paymentIntentId: 'pi_1',
  amountOre: 25_000,
  currency: 'sek',
  status: 'needs_response',
  asOf,
  countedAt: asOf,
  ...over,
});
const derived = (over: Partial<OrderFacts> = {}) =>
  deriveOrder({
    lines: [{ productId: 'fod', priceOre: 25_000 }],
    totalOre: 25_000,
    currency: 'sek',
    refunds: [],
    disputes: [],
    withdrawal: null,
    ...over,
  });

describe('a refund of the whole sum takes the grants back', () => {
  it.each([
    ['succeeded', 'refunded', []],
    ['pending', 'refunded', []],
    ['requires_action', null, []],
    [awaitsCharge, null, []],
    [awaitsOther, null, []],
    [awaitsFunds, null, [{ reason: 'refund_awaits_funds', subject: 're_1' }]],
    ['failed', null, [{ reason: 'refund_failed', subject: 're_1' }]],
    ['canceled', null, []],
  ])('when its status is %s: %s', (status, withheld, attention) => {
    const order = derived({ refunds: [refund({ status })] });
    expect(order.withheld('fod')).toBe(withheld);
    expect(order.attention).toEqual(attention);
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

  const two = {
    lines: [
      { productId: 'fod', priceOre: 25_000 },
      { productId: 'fist', priceOre: 10_000 },
    ],
    totalOre: 35_000,
  };
  it('over a part that is lost takes everything back and is put before the operator', () => {
    const order = derived({ ...two, disputes: [dispute({ status: 'lost', amountOre: 25_000 })] });
    expect(order.withheld('fist')).toBe('dispute_lost');
    expect(order.attention).toEqual<Attention[]>([{ reason: 'partial_dispute', subject: 'du_1' }]);
  });

  it('of a part leaves the operator what the lost ones left: one that is open or was won took nothing', () => {
    const lines = [
      { productId: 'fod', priceOre: 25_000 },
      { productId: 'fist', priceOre: 25_000 },
    ];
    for (const status of ['won', 'needs_response']) {
      const disputes = [dispute({ status: 'lost' }), dispute({ id: 'du_2', status })];
      expect(derived({ lines, totalOre: 50_000, disputes }).attention).toContainEqual({
        ...{ reason: 'partial_dispute', subject: 'du_1' },
      });
    }
  });

  it('in another currency waits for the operator once it is lost, for its part of the order is not known', () => {
    const asked = (status: string, over: Partial<OrderFacts> = {}) =>
      derived({ disputes: [dispute({ status, currency: 'eur' })], ...over }).attention;
    expect(asked('under_review')).toEqual([]);
    expect(asked('lost')).toEqual([{ reason: 'unexpected_total', subject: 'du_1' }]);
    const inEuro = asked('lost', { currency: 'eur' });
    expect(inEuro).toEqual([{ reason: 'unexpected_total', subject: '25000-eur' }]);
    expect(derived({ disputes: [dispute({ status: 'lost', currency: null })] }).attention).toEqual([]);
  });

  it('that is lost and leaves less than any product costs was over the whole, at another exchange rate', () => {
    const lost = (amountOre: number) => [dispute({ status: 'lost', amountOre })];
    expect(derived({ ...two, disputes: lost(25_001) }).attention).toEqual([]);
    expect(derived({ disputes: lost(24_900) }).attention).toEqual([]);
    expect(derived({ disputes: lost(25_100) }).attention).toEqual([]);
    const free = { lines: [...two.lines, { productId: 'coc', priceOre: 0 }], totalOre: 35_000 };
    expect(derived({ ...free, disputes: lost(35_000) }).attention).toEqual([
      { reason: 'unknown_product', subject: 'coc' },
    ]);
  });

  it.each([
    [
      'a refund and a lost dispute',
      [refund({ amountOre: 24_900 })],
      [dispute({ status: 'lost', amountOre: 100 })],
    ],
    [
      'two lost disputes',
      [],
      [
        dispute({ status: 'lost', amountOre: 20_000 }),
        dispute({ id: 'du_2', status: 'lost', amountOre: 5_000 }),
      ],
    ],
  ])('over parts leaves nothing to give back once %s took everything', (_what, refunds, disputes) => {
    expect(derived({ refunds, disputes }).attention).toEqual([]);
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

  it.each([
    ['under_review', []],
    ['lost', []],
    ['won', ['withdrawal_requested']],
    ['warning_under_review', ['withdrawal_requested']],
  ])('with a withdrawal waits for nobody while the bank looks into the payment: %s', (status, asked) => {
    const withdrawal = { reference: 'W-1', productIds: ['fod'] };
    const { attention } = derived({ withdrawal, disputes: [dispute({ status })] });
    expect(attention.map(({ reason }) => reason)).toEqual(asked);
  });
});

describe('refunds of a part', () => {
  const lines = [
    { productId: 'fod', priceOre: 25_000 },
    { productId: 'fist', priceOre: 25_000 },
  ];
  const two = (refunds: KnownRefund[], over: Partial<OrderFacts> = {}) =>
    derived({ lines, totalOre: 50_000, refunds, ...over });

  it('add up, and take everything back once they are the whole sum', () => {
    const one = refund({ amountOre: 20_000, status: 'pending' });
    const partly = two([one, refund({ id: 're_2', amountOre: 29_999 })]);
    expect(partly).toMatchObject({ standing: 'partly_refunded', refundedOre: 49_999 });
    expect(partly.withheld('fod')).toBeNull();
    const whole = two([one, refund({ id: 're_2', amountOre: 30_000 })]);
    expect(whole).toMatchObject({ standing: 'refunded', refundedOre: 50_000, attention: [] });
    expect(whole.withheld('anything')).toBe('refunded');
  });

  it('that did not go through count as nothing', () => {
    const failed = two([refund({ status: 'failed', productIds: ['fod'] })]);
    expect(failed).toMatchObject({ standing: 'paid', refundedOre: 0 });
    expect([...failed.returnedProductIds]).toEqual([]);
  });

  it('that failed wait for the operator until all the money went back: the buyer counts on it', () => {
    const failed = refund({ status: 'failed', productIds: ['fod'] });
    const question = { reason: 'refund_failed', subject: 're_1' };
    expect(two([failed]).attention).toEqual([question]);
    expect(two([failed, refund({ id: 're_2', productIds: ['fod'] })]).attention).toEqual([question]);
    expect(two([failed, refund({ id: 're_2', amountOre: 50_000 })]).attention).toEqual([]);
    expect(two([failed], { disputes: [dispute({ status: 'lost', amountOre: 50_000 })] }).attention).toEqual(
      [],
    );
  });

  it.each([
    ['needs_response', ['dispute_needs_response']],
    ['under_review', []],
    ['warning_under_review', ['refund_failed']],
    ['won', ['refund_failed']],
  ])(
    'that failed wait for nobody while the bank looks into the payment, and then again: %s',
    (status, asked) => {
      const failed = refund({ status: 'failed' });
      const reasons = two([failed], { disputes: [dispute({ status })] }).attention.map(
        ({ reason }) => reason,
      );
      expect(reasons).toEqual(asked);
    },
  );

  it('take back the products they name, and only those of this order', () => {
    const order = two([refund({ productIds: ['fod'] })]);
    expect([...order.returnedProductIds]).toEqual(['fod']);
    expect(['fod', 'fist', 'coc_aatt'].map((id) => order.withheld(id))).toEqual([
      'product_refunded',
      ...[null, null],
    ]);
    expect(order.attention).toEqual([]);
  });

  it('that name a product of the order and another one are put before the operator', () => {
    expect(two([refund({ productIds: ['coc_aatt', 'fod'] })]).attention).toEqual([
      { reason: 'partial_refund_unassigned', subject: 're_1' },
    ]);
  });

  it('that name nothing are put before the operator when there are products to tell apart', () => {
    expect(two([refund()]).attention).toEqual([{ reason: 'partial_refund_unassigned', subject: 're_1' }]);
    expect(derived({ refunds: [refund({ amountOre: 1 })] }).attention).toEqual([]);
    expect(two([refund()], { disputes: [dispute({ status: 'lost', amountOre: 50_000 })] }).attention).toEqual(
      [],
    );
    expect(two([refund()], { disputes: [dispute({ status: 'under_review' })] }).attention).toHaveLength(1);
  });

  it('leave a withdrawal open until all that it names was given back', () => {
    const withdrawal = { reference: 'W-1', productIds: ['fod', 'fist'] };
    const reasons = (order: ReturnType<typeof two>) => order.attention.map(({ reason }) => reason);
    expect(reasons(two([refund({ productIds: ['fod'] })], { withdrawal }))).toEqual(['withdrawal_requested']);
    const third = { productId: 'coc_aatt', priceOre: 25_000 };
    const refunds = [refund({ amountOre: 50_000, productIds: ['fist', 'fod'] })];
    expect(reasons(derived({ lines: [...lines, third], totalOre: 75_000, refunds, withdrawal }))).toEqual([]);
  });
});

it('a status is known only when it is one of the provider’s, whatever an object calls its own', () => {
  const order = derived({
    refunds: [refund({ status: 'constructor' })],
    disputes: [dispute({ status: 'constructor' })],
  });
  expect(order).toMatchObject({ standing: 'paid', refundedOre: 0 });
  expect(order.attention).toEqual([
    { reason: 'unknown_refund_status', subject: 're_1' },
    { reason: 'unknown_dispute_status', subject: 'du_1' },
  ]);
});

it.each([
  [{ totalOre: 24_999 }, '24999-sek'],
  [{ totalOre: 25_001 }, '25001-sek'],
  [{ currency: 'eur' }, '25000-eur'],
])('a payment of another sum or currency than the lines waits for a decision: %o', (paid, subject) => {
  expect(derived(paid).attention).toEqual([{ reason: 'unexpected_total', subject }]);
});

it('a dispute over the whole sum that is lost leaves nothing to decide', () => {
  expect(derived({ disputes: [dispute({ status: 'lost' })] }).attention).toEqual([]);
  expect(derived({ disputes: [dispute({ status: 'under_review', amountOre: 1 })] }).attention).toEqual([]);
});
