import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOfShopDay } from '#shared/shop-days.ts';
import { anna } from '#tests/support/accounts.ts';
import { at, later, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { daysOf, periodOf, readFigures } from './figures.ts';

const day = startOfShopDay;

describe('The period of figures', () => {
  it.each<[string | undefined, string | undefined, string, string]>([
    ['2025-05-01', '2025-05-31', '2025-05-01', '2025-06-01'],
    ['2025-05-31', '2025-05-31', '2025-05-31', '2025-06-01'],
    ['2025-05-01', undefined, '2025-05-01', '2025-06-02'],
    [undefined, '2025-05-31', '2025-05-02', '2025-06-01'],
    [undefined, undefined, '2025-05-03', '2025-06-02'],
    ['2024-02-29', '2024-02-29', '2024-02-29', '2024-03-01'],
  ])('from %s until %s is %s up to the beginning of %s', (since, until, from, to) => {
    expect(periodOf(since, until, at)).toEqual({ from: day(from), to: day(to) });
  });

  it('may not end before it begins', () => {
    expect(() => periodOf('2025-06-02', '2025-06-01', at)).toThrow(
      expect.objectContaining({
        ...{ code: 'invalid_request', field: 'since' },
        message: 'The first day lies after the last.',
      }),
    );
  });

  it('may not begin tomorrow: who named one day only is not told of two', () => {
    expect(() => periodOf('2025-06-02', undefined, at)).toThrow(
      expect.objectContaining({ field: 'since', message: '2025-06-02 is still to come.' }),
    );
  });

  it.each([
    '',
    'June',
    '0000-01-01',
    '2025-02-30',
    '2025-13-01',
    '2025-6-1',
    '2025-06-01T00:00',
    '+002025-06-01',
  ])('has no day %j', (text) => {
    const refusal = (field: string) =>
      expect.objectContaining({
        ...{ code: 'invalid_request', field },
        message: `Expected a day such as 2026-01-31, not "${text}".`,
      });
    expect(() => periodOf(text, undefined, at)).toThrow(refusal('since'));
    expect(() => periodOf(undefined, text, at)).toThrow(refusal('until'));
  });

  it('counts days in Stockholm', () => {
    const summer = periodOf('2025-06-01', '2025-06-01', at);
    expect(summer.from.toISOString()).toBe('2025-05-31T22:00:00.000Z');
    expect(daysOf(summer)).toEqual({ since: '2025-06-01', until: '2025-06-01' });
    // Half past midnight in Stockholm is still the day before in UTC.
    const early = new Date('2025-06-30T22:30:00Z');
    expect(daysOf(periodOf(undefined, undefined, early))).toEqual({
      since: '2025-06-02',
      until: '2025-07-01',
    });
  });
});

describe('Figures', () => {
  let desk: OperatorsDesk;
  beforeEach(() => {
    desk = openDesk();
  });
  afterEach(() => desk.ledger.close());
  const june = { from: day('2025-06-01'), to: day('2025-06-02') };
  const none = { byProduct: [], byDay: [], refundedOre: 0, byCampaign: [] };
  const refund = (id: string, status: string, amountOre: number, countedAt: Date, payment = 'pi_1') =>
    desk.ledger.recordPaymentFact(
      {
        ...{ kind: 'refund', id, paymentIntentId: payment, amountOre, status, productIds: [] },
        ...{ asOf: countedAt, countedAt },
      },
      { by: 'webhook', event: null },
      at,
    );

  it('are what was sold by product and by day, the period from its first moment up to its last', async () => {
    const fist = { productId: 'fist', priceOre: 20_000 };
    const fod = { productId: 'fod', priceOre: 25_000 };
    await desk.sell(1, { lines: [fod, fist], totalOre: 45_000, paidAt: june.from });
    await desk.sell(2, { lines: [fist], totalOre: 20_000, paidAt: new Date(june.to.getTime() - 1) });
    await desk.sell(3, { paidAt: june.to });
    await desk.sell(4, { paidAt: new Date(june.from.getTime() - 1) });
    expect(await readFigures(desk.needs, june, false)).toEqual({
      ...none,
      byProduct: [
        { key: 'fist', sold: 2, ore: 40_000 },
        { key: 'fod', sold: 1, ore: 25_000 },
      ],
      byDay: [{ key: '2025-06-01', sold: 3, ore: 65_000 }],
    });
    const week = { from: day('2025-05-30'), to: day('2025-06-07') };
    expect((await readFigures(desk.needs, week, false)).byDay.map(({ key, sold }) => [key, sold])).toEqual([
      ['2025-05-31', 1],
      ['2025-06-01', 3],
      ['2025-06-02', 1],
    ]);
    expect(await desk.recorded()).toEqual([
      ['stats', null, null, { since: '2025-06-01', until: '2025-06-01', live: false }],
      ['stats', null, null, { since: '2025-05-30', until: '2025-06-06', live: false }],
    ]);
  });

  it('keep real payments and those with a test key apart', async () => {
    await desk.sell(1, { live: true });
    await desk.sell(2);
    await desk.sell(3);
    await refund('re_1', 'succeeded', 300, at);
    await refund('re_2', 'succeeded', 70, at, 'pi_2');
    const real = await readFigures(desk.needs, june, true);
    expect([real.byProduct[0]?.sold, real.byDay[0]?.sold, real.refundedOre]).toEqual([1, 1, 300]);
    const tried = await readFigures(desk.needs, june, false);
    expect([tried.byProduct[0]?.sold, tried.byDay[0]?.sold, tried.refundedOre]).toEqual([2, 2, 70]);
  });

  it('call given back what has left the shop within the period, also what is on its way', async () => {
    await desk.sell(1);
    await refund('re_1', 'pending', 1, june.from);
    await refund('re_2', 'succeeded', 20, new Date(june.to.getTime() - 1));
    await refund('re_3', 'failed', 300, at);
    await refund('re_4', 'requires_action', 4000, at);
    await refund('re_5', 'succeeded', 500, june.to);
    await refund('re_6', 'succeeded', 600, new Date(june.from.getTime() - 1));
    expect((await readFigures(desk.needs, june, false)).refundedOre).toBe(21);
  });

  it('count redemptions by campaign, the most first, then by name', async () => {
    const codes = ['b-1', 'a-1', 'c-1', 'c-2', 'x-1'];
    await desk.ledger.addActivationCodes(
      codes.map((code) => ({ code, campaign: code.slice(0, 1), unlocks: ['fod'] as const })),
      at,
    );
    const when = [june.from, new Date(june.to.getTime() - 1), at, at, june.to];
    for (const [index, code] of codes.entries()) {
      await desk.ledger.redeemCode(code, { ...anna, id: `sub-${code}` }, when[index] ?? at);
    }
    expect((await readFigures(desk.needs, june, false)).byCampaign).toEqual([
      { campaign: 'c', redemptions: 2 },
      { campaign: 'a', redemptions: 1 },
      { campaign: 'b', redemptions: 1 },
    ]);
    const next = { from: june.to, to: later };
    expect((await readFigures(desk.needs, next, false)).byCampaign).toEqual([
      { campaign: 'x', redemptions: 1 },
    ]);
    expect(await readFigures(desk.needs, { from: later, to: later }, false)).toEqual(none);
  });
});
