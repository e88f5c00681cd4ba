import { describe, expect, it } from 'vitest';
import { unlocksAlso } from '#tests/support/bundle-that-grows.ts';
import { disputeOf, minutes, noon, purchaseOf, refundOf } from '#tests/support/small-shop.ts';
import type { Purchase, RecordedOrder } from './records.ts';
import { withdrawalRight, withdrawalTimes } from './withdrawal-right.ts';

const fod = { productId: 'fod', priceOre: 25_000 };
const fist = { productId: 'fist', priceOre: 20_000 };
const coc = { productId: 'coc_aatt', priceOre: 25_000 };
const orderOf = (purchase: Partial<Purchase>, over: Partial<RecordedOrder> = {}): RecordedOrder => ({
  ...{ purchase: purchaseOf(purchase), refunds: [], disputes: [], withdrawal: null, repeats: null },
  ...{ confirmation: null, grants: [], gift: null },
  ...over,
});
const nothing = { lines: [], refundOre: 0 };

describe('the right of withdrawal lasts 14 days, counted from the day after the purchase', () => {
  it.each([
    ['from a Monday to the end of a Monday', '2026-03-02T12:00:00Z', '2026-03-17T00:00:00Z'],
    ['to the next working day, over Christmas', '2026-12-10T12:00:00Z', '2026-12-29T00:00:00Z'],
    ['from the day that it is in Stockholm, winter', '2026-03-02T23:30:00Z', '2026-03-18T00:00:00Z'],
    ['from the day that it is in Stockholm, summer', '2026-06-01T22:30:00Z', '2026-06-17T00:00:00Z'],
  ])('%s', (_name, paidAt, end) => {
    const order = orderOf({ paidAt: new Date(paidAt) });
    const right = { lines: [fod], endedLines: [], refundOre: 25_000 };
    expect(withdrawalRight(order, new Date(new Date(end).getTime() - 1))).toEqual(right);
    expect(withdrawalRight(order, new Date(end))).toEqual({ ...nothing, endedLines: [fod] });
  });
});

describe('the right of withdrawal', () => {
  it('ends at once with the delivery of what the buyer consented to have at once', () => {
    expect(withdrawalRight(orderOf({ consentText: 'I agree' }), noon)).toEqual({
      ...{ ...nothing, endedLines: [fod] },
    });
  });

  it.each(['waiting', 'undelivered'] as const)(
    'lasts while the confirmation of that consent is %s',
    (delivery) => {
      const consented = (over: Partial<RecordedOrder>) =>
        withdrawalRight(orderOf({ consentText: 'I agree' }, over), noon).lines;
      expect(consented({ confirmation: { delivery, sentAt: null } })).toEqual([fod]);
      expect(consented({ confirmation: { delivery: 'sent', sentAt: noon } })).toEqual([]);
    },
  );

  it('is that of the day on which a withdrawal was received: a confirmation that was sent later ends nothing', () => {
    const order = orderOf({ consentText: 'I agree' }, { confirmation: { delivery: 'sent', sentAt: noon } });
    expect(withdrawalRight(order, minutes(-1)).lines).toEqual([fod]);
  });

  it('stays for what was paid twice, consent or not, and as long as the earlier order counts', () => {
    const repeats = { checkoutSessionId: 'cs_0', accountId: null, paidAt: minutes(-60) };
    const order = orderOf({ consentText: 'I agree' }, { repeats });
    const later = new Date(noon.getTime() + 60 * 24 * 3600 * 1000);
    expect(withdrawalRight(order, later)).toEqual({ lines: [fod], endedLines: [], refundOre: 25_000 });
    expect(withdrawalRight({ ...order, disputes: [disputeOf()] }, later).lines).toEqual([]);
  });

  it('does not begin again when the catalogue adds to a bundle what is still to come', () => {
    const bundle = { productId: 'bundle-pre-order', priceOre: 50_000 };
    const granted = ['fod', 'fist', 'fod-expansions'].map((adventureId) => ({
      ...{ id: 1, adventureId, accountId: null, withheldReason: null, revokedReason: null, grantedAt: noon },
    }));
    const paid = { lines: [bundle], totalOre: 50_000, consentText: 'I agree' };
    const july = new Date('2025-07-01T12:00:00Z');
    unlocksAlso('bundle-pre-order', 'coc_aatt');
    expect(withdrawalRight(orderOf(paid, { grants: granted }), july)).toEqual({
      ...{ ...nothing, endedLines: [bundle] },
    });
    // Bought with it, it lasts until all of it is out.
    const [first] = granted;
    const all = first ? [...granted, { ...first, adventureId: 'coc_aatt' }] : [];
    expect(withdrawalRight(orderOf(paid, { grants: all }), july).lines).toEqual([bundle]);
  });

  it('stays until delivery for what has not come out yet, in Stockholm, whatever was consented to', () => {
    const order = orderOf({ lines: [coc, fod], totalOre: 50_000, consentText: 'I agree' });
    expect(withdrawalRight(order, new Date('2025-07-31T21:59:59Z'))).toEqual({
      ...{ lines: [coc], endedLines: [fod], refundOre: 25_000 },
    });
    expect(withdrawalRight(order, new Date('2025-07-31T22:00:00Z')).lines).toEqual([]);
  });

  it.each([
    ['coc_aatt', '2025-08-01'],
    ['fod', '2025-03-28'],
    ['fist', '2024-09-07'],
    ['bundle-pre-order', '2025-03-28'],
  ])('from %s stays until it comes out on %s', (productId, day) => {
    const order = orderOf({ lines: [{ productId, priceOre: 25_000 }], consentText: 'I agree' });
    const out = new Date(`${day}T12:00:00Z`);
    expect(withdrawalRight(order, new Date(out.getTime() - 24 * 3_600_000)).lines).toHaveLength(1);
    expect(withdrawalRight(order, out).lines).toEqual([]);
  });

  it('counts a product that has no day, or that the catalogue does not know any more, as delivered', () => {
    for (const productId of ['fod-expansions', 'gone']) {
      const order = orderOf({ lines: [{ productId, priceOre: 25_000 }], consentText: 'I agree' });
      expect(withdrawalRight(order, new Date('2020-01-01T00:00:00Z')).lines).toEqual([]);
    }
  });

  it.each([
    ['paid back', { refunds: [refundOf({ amountOre: 45_000 })] }],
    ['reversed by the bank', { disputes: [disputeOf({ status: 'lost' })] }],
    ['looked into by the bank', { disputes: [disputeOf()] }],
  ])('is none for an order that was %s', (_name, facts) => {
    const order = orderOf({ lines: [fod, fist], totalOre: 45_000 }, facts);
    expect(withdrawalRight(order, noon)).toMatchObject({ ...nothing, endedLines: [fod, fist] });
  });

  it('is gone for a product that was given back by name, and stays for the others', () => {
    const refunds = [refundOf({ amountOre: 25_000, productIds: ['fod'] })];
    const order = orderOf({ lines: [fod, fist], totalOre: 45_000 }, { refunds });
    expect(withdrawalRight(order, noon)).toEqual({ lines: [fist], endedLines: [], refundOre: 20_000 });
  });

  it('gives back what was paid for what it covers, and never more than is left', () => {
    const order = (refunds: RecordedOrder['refunds']) =>
      withdrawalRight(orderOf({ lines: [fod, fist], totalOre: 45_000 }, { refunds }), minutes(1)).refundOre;
    expect(order([])).toBe(45_000);
    expect(order([refundOf({ amountOre: 10_000 })])).toBe(35_000);
    expect(order([refundOf({ amountOre: 44_999 })])).toBe(1);
    const free = orderOf({ totalOre: 0 }, { refunds: [refundOf({ amountOre: 5, status: 'failed' })] });
    expect(withdrawalRight(free, noon).refundOre).toBe(0);
  });
});

describe('the times of withdrawal, for operators', () => {
  const agreed = { consentText: 'I agree' };
  const gift = { openedAt: null } as RecordedOrder['gift'];
  const repeats = { checkoutSessionId: 'cs_0', accountId: null, paidAt: minutes(-60) };
  const two = { lines: [coc, fod], totalOre: 50_000 };
  it.each<[string, Partial<Purchase>, Partial<RecordedOrder>]>([
    ['fod: until 2026-03-16', {}, {}],
    ['fod: ended when it was unlocked, as the buyer had agreed', agreed, {}],
    ['fod: until 2026-03-16', agreed, { confirmation: { delivery: 'undelivered', sentAt: null } }],
    ['fod: ended on 2026-02-23', { paidAt: new Date('2026-02-09T12:00:00Z') }, {}],
    ['fod: at any time, as it was paid twice', agreed, { repeats }],
    ['fod: until somebody opens the gift', agreed, { gift }],
    ['fod: until somebody opens the gift, and in any case until 2026-03-16', {}, { gift }],
    ['', {}, { disputes: [disputeOf()] }],
    ['', {}, { refunds: [refundOf({ amountOre: 25_000 })] }],
  ])('are %j', (said, purchase, over) => {
    const order = orderOf({ paidAt: noon, ...purchase }, over);
    expect(withdrawalTimes(order, noon)).toBe(said);
  });

  it('have the day on which a pre-order opens', () => {
    const early = new Date('2025-05-05T12:00:00Z');
    const times = (over: Partial<Purchase>) =>
      withdrawalTimes(orderOf({ ...two, paidAt: early, ...over }), early);
    expect(times(agreed)).toBe(
      'coc_aatt: until it opens on 2025-08-01; fod: ended when it was unlocked, as the buyer had agreed',
    );
    expect(times({})).toBe(
      'coc_aatt: until it opens on 2025-08-01, and in any case until 2025-05-19; fod: until 2025-05-19',
    );
  });
});
