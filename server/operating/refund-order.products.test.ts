import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PaymentProviderUnavailable } from '#server/buying/payment-provider.ts';
import { at, refundOf } from '#tests/support/operators-desk.ts';
import { openRefundDesk, type RefundDesk, two } from '#tests/support/refund-desk.ts';
import { closeAttention } from './operator-orders.ts';
import { nameRefund, refundOrder } from './refund-order.ts';

let shop: RefundDesk;
let { desk, facts, refund, parts, keys, waiting } = {} as RefundDesk;
beforeEach(async () => {
  shop = openRefundDesk();
  ({ desk, facts, refund, parts, keys, waiting } = shop);
  await desk.sell(1, two, ['fod', 'fist']);
});
afterEach(() => desk.ledger.close());

/** An order of which two products are still less than all. */
const three = {
  lines: [...two.lines, { productId: 'coc_aatt', priceOre: 18_750 }],
  totalOre: two.totalOre + 18_750,
};
const give = (...productIds: string[]) =>
  refundOrder(shop.needs, 'cs_1', { what: productIds, reason: 'a mistake' });
const unlocked = async () =>
  (await desk.ledger.orderGrants('cs_1')).grants
    .filter(({ withheldReason }) => withheldReason === null)
    .map(({ adventureId }) => adventureId);

describe('Products of an order go back', () => {
  it('at their price and by name, and only what they unlock ends', async () => {
    expect(await give('fist')).toMatchObject({ amountOre: 22_000 });
    expect(parts()).toEqual([{ amountOre: 22_000, productIds: ['fist'], reference: 'refunded' }]);
    expect(await unlocked()).toEqual(['fod']);
    expect(await waiting()).toEqual([]);
  });

  it('one after the other, each with a key of its own', async () => {
    await give('fist');
    await give('fod');
    expect(parts()[1]).toEqual({ amountOre: 25_000, productIds: ['fod'], reference: 'refunded' });
    expect(await unlocked()).toEqual([]);
    expect(new Set(keys()).size).toBe(2);
  });

  it('once, however often and by whom it is tried before a refund is known, also together with others: under one key', async () => {
    await desk.sell(2, { ...three, checkoutSessionId: 'cs_3' }, ['fod', 'fist', 'coc_aatt']);
    for (const ids of [['fist'], ['fist'], ['fist', 'fod'], ['coc_aatt']]) {
      refund.mockRejectedValueOnce(new PaymentProviderUnavailable('no answer'));
      await expect(refundOrder(shop.needs, 'cs_3', { what: ids, reason: 'a mistake' })).rejects.toThrow(
        'no answer',
      );
    }
    expect(new Set(keys())).toEqual(new Set(['refund cs_3 0']));
  });

  it.each([
    [['coc_aatt'], 'Name products of the order that have not gone back (fist, fod): not coc_aatt.'],
    [['fist', 'coc_aatt'], 'Name products of the order that have not gone back (fist, fod): not coc_aatt.'],
    [[], 'Name products of the order that have not gone back (fist, fod).'],
  ])('not as %j, which the order does not hold', async (ids, message) => {
    await expect(give(...ids)).rejects.toMatchObject({ code: 'refund_not_possible', message });
    expect(refund).not.toHaveBeenCalled();
  });

  it('not twice', async () => {
    await give('fist');
    await expect(give('fist')).rejects.toThrow(
      'Name products of the order that have not gone back (fod): not fist.',
    );
    expect(refund).toHaveBeenCalledTimes(1);
  });

  it('not while a refund that names none may have been for them; after goodwill, for as much as is left', async () => {
    facts.push(refundOf(1, { id: 're_goodwill', amountOre: 30_000 }));
    await expect(give('fist')).rejects.toThrow('The refund re_goodwill names no product and may have been');
    const question = {
      checkoutSessionId: 'cs_1',
      reason: 'partial_refund_unassigned',
      subject: 're_goodwill',
    };
    await closeAttention(shop.needs, question, 'goodwill');
    expect(await give('fist')).toMatchObject({ amountOre: 17_000 });
  });

  it('not while a refund that names one of them waits for money', async () => {
    const productIds = ['fod', 'fist'];
    facts.push(refundOf(1, { id: 're_waits', status: 'requires_action', amountOre: 30_000, productIds }));
    await expect(give('fist')).rejects.toMatchObject({
      code: 'refund_not_possible',
      message: expect.stringContaining('re_waits'),
    });
    expect(refund).not.toHaveBeenCalled();
  });

  it('although a refund of another order names none', async () => {
    await desk.sell(2, { ...two, email: 'bo@example.com' });
    await desk.ledger.recordPaymentFact(
      refundOf(2, { amountOre: 1_000 }),
      { by: 'webhook', event: null },
      at,
    );
    expect(await waiting()).toEqual(['partial_refund_unassigned']);
    expect(await give('fist')).toMatchObject({ amountOre: 22_000 });
  });
});

describe('What a refund of a part was for', () => {
  const name = (refundId: string, ...productIds: string[]) =>
    nameRefund(shop.needs, 'pi_1', { refundId, productIds, reason: ' as they wrote ' });

  it('is said afterwards: what it unlocked ends, nothing waits, and the reason is on record', async () => {
    facts.push(refundOf(1, { id: 're_part', amountOre: 22_000 }));
    const named = { refundId: 're_part', productIds: ['fist'] };
    expect(await name('re_part', 'fist')).toEqual({ checkoutSessionId: 'cs_1', ...named });
    expect(await unlocked()).toEqual(['fod']);
    expect(await waiting()).toEqual([]);
    expect((await desk.recorded()).at(-1)).toEqual(['orders.name-refund', 'cs_1', 'as they wrote', named]);
    expect(refund).not.toHaveBeenCalled();
  });

  it('is said once as the answer to its question: who still has that open cannot undo what a colleague said', async () => {
    facts.push(refundOf(1, { id: 're_part', amountOre: 22_000 }));
    const answers = { reason: 'partial_refund_unassigned', subject: 're_part' };
    const say = (...productIds: string[]) =>
      nameRefund(shop.needs, 'cs_1', { refundId: 're_part', productIds, reason: 'as they wrote', answers });
    await say('fist');
    await expect(say('fod')).rejects.toMatchObject({
      ...{ code: 'not_found', message: expect.stringContaining('No such question about this order is open') },
    });
    expect(await unlocked()).toEqual(['fod']);
    // Where no question is answered, it may be corrected.
    await name('re_part', 'fod');
    expect(await unlocked()).toEqual(['fist']);
  });

  it.each([
    ['re_other', 'fist', 'The order has no refund re_other: re_part.'],
    ['re_part', 'coc_aatt', 'Name products of the order that have not gone back (fist, fod): not coc_aatt.'],
  ])('is not said of %s and %s, which the order does not have', async (refundId, productId, message) => {
    facts.push(refundOf(1, { id: 're_part', amountOre: 22_000 }));
    await expect(name(refundId, productId)).rejects.toMatchObject({ code: 'refund_not_possible', message });
    expect(await unlocked()).toEqual(['fod', 'fist']);
  });

  it('is not said of an order without refunds, and not without a reason', async () => {
    await expect(name('re_part', 'fist')).rejects.toThrow('The order has no refund re_part: it has none.');
    await expect(
      nameRefund(shop.needs, 'cs_1', { refundId: 're_part', productIds: ['fist'], reason: ' ' }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
