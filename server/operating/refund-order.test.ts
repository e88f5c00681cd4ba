import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PaymentKeyRefused, PaymentProviderUnavailable } from '#server/buying/payment-provider.ts';
import type { RefundFact } from '#server/buying/refunds-and-disputes.ts';
import { awaitsFunds } from '#shared/refund-words.ts';
import { at, later, refundOf, sessionOf } from '#tests/support/operators-desk.ts';
import { openRefundDesk, type RefundDesk, two } from '#tests/support/refund-desk.ts';
import { disputeOf, withdrawalOf } from '#tests/support/small-shop.ts';
import { refundOrder } from './refund-order.ts';

let shop: RefundDesk;
let { desk, facts, refund, parts, keys, waiting } = {} as RefundDesk;
beforeEach(() => {
  shop = openRefundDesk();
  ({ desk, facts, refund, parts, keys, waiting } = shop);
});
afterEach(() => desk.ledger.close());

const aKey = expect.stringMatching(/^refund cs_1 [\da-f-]{36}$/);
const give = (order = 'cs_1', why = ' sold by mistake ') =>
  refundOrder(shop.needs, order, { what: 'all', reason: why });
const giveWithdrawn = () => refundOrder(shop.needs, 'cs_1', { what: 'withdrawn', reason: 'withdrawal' });

it('All of an order goes back once, its unlocks end with it, and the reason is on record', async () => {
  await desk.sell(1, { invoiceId: 'in_1' });
  const given = { refundId: 're_new', status: 'succeeded', amountOre: 25_000 };
  expect(await give(' pi_1 ')).toEqual({
    ...{ checkoutSessionId: 'cs_1', ...given, currency: 'sek', invoiceId: 'in_1' },
  });
  expect(refund.mock.calls).toEqual([['pi_1', aKey, [], undefined]]);
  expect((await desk.ledger.orderGrants('cs_1')).grants).toMatchObject([{ withheldReason: 'refunded' }]);
  expect((await desk.recorded()).at(-1)).toEqual(['orders.refund', 'cs_1', 'sold by mistake', given]);
  await expect(give()).rejects.toMatchObject({
    code: 'refund_not_possible',
    message: 'The money of this order cannot be given back: it is refunded.',
  });
  expect(refund).toHaveBeenCalledTimes(1);
});

it('A refund is on record although the payment provider does not answer after it: nobody could say later who made it', async () => {
  await desk.sell(1);
  refund.mockImplementationOnce(async () => {
    shop.needs.payments.findCheckoutSession = () => Promise.reject(new PaymentProviderUnavailable('down'));
    return { id: 're_new', status: 'succeeded', amountOre: 25_000 };
  });
  await expect(give()).rejects.toThrow('down');
  const given = { refundId: 're_new', status: 'succeeded', amountOre: 25_000 };
  expect((await desk.recorded()).at(-1)).toEqual(['orders.refund', 'cs_1', 'sold by mistake', given]);
});

it('A refund without an answer is on record as one whose outcome is not known; what the provider refuses is not on record', async () => {
  await desk.sell(1, two);
  const recorded = async () => (await desk.recorded()).filter(([action]) => action === 'orders.refund');
  refund.mockRejectedValueOnce(new PaymentKeyRefused('a wrong key'));
  await expect(give()).rejects.toThrow('a wrong key');
  expect(await recorded()).toEqual([]);
  refund.mockRejectedValueOnce(new PaymentProviderUnavailable('down'));
  await expect(refundOrder(shop.needs, 'cs_1', { what: ['fist'], reason: 'torn' })).rejects.toThrow('down');
  expect(await recorded()).toEqual([
    [
      'orders.refund',
      'cs_1',
      'torn (the payment provider did not answer: whether it was refunded is not known)',
      { outcome: 'unknown', amountOre: 22_000, productIds: ['fist'], reference: 'refunded' },
    ],
  ]);
});

it('A refund is on record while it is asked for: a site that is stopped then would leave nobody’s name with the money', async () => {
  await desk.sell(1);
  const answer = Promise.withResolvers<{ id: string; status: string; amountOre: number }>();
  const asked = Promise.withResolvers<void>();
  refund.mockImplementationOnce(() => {
    asked.resolve();
    return answer.promise;
  });
  const under = give();
  await asked.promise;
  expect((await desk.recorded()).at(-1)).toEqual([
    ...['orders.refund', 'cs_1'],
    'sold by mistake (the payment provider did not answer: whether it was refunded is not known)',
    { outcome: 'unknown' },
  ]);
  const given = { status: 'succeeded', amountOre: 25_000 };
  answer.resolve({ id: 're_new', ...given });
  await under;
  expect((await desk.recorded()).filter(([action]) => action === 'orders.refund')).toEqual([
    ['orders.refund', 'cs_1', 'sold by mistake', { refundId: 're_new', ...given }],
  ]);
});

it('What goes back is in the currency of the order', async () => {
  await desk.sell(1, { currency: 'eur' });
  expect(await give()).toMatchObject({ amountOre: 25_000, currency: 'eur' });
});

it('What went back at the payment provider without our knowledge is taken in first, and not given twice', async () => {
  await desk.sell(1);
  facts.push(refundOf(1));
  await expect(give()).rejects.toMatchObject({ code: 'refund_not_possible' });
  expect(refund).not.toHaveBeenCalled();
});

describe('A refund that answers a question', () => {
  const question = { reason: 'paid_twice', subject: 'cs_2' };
  const answer = () =>
    refundOrder(shop.needs, 'cs_1', { what: 'all', reason: 'paid twice', answers: question });
  beforeEach(async () => {
    await desk.sell(2);
    await desk.sell(1, { paidAt: later });
    expect(await desk.ledger.openAttention()).toMatchObject([{ checkoutSessionId: 'cs_1', ...question }]);
  });

  it('is made while the question is open, and not again', async () => {
    await answer();
    await expect(answer()).rejects.toThrow('it is refunded');
    expect(refund).toHaveBeenCalledTimes(1);
  });

  it('is not made when the other order has gone back at the payment provider, of which nobody has told us', async () => {
    shop.needs.payments.findCheckoutSession = async (id) => sessionOf(id === 'cs_2' ? 2 : 1);
    facts.push(refundOf(2));
    await expect(answer()).rejects.toMatchObject({ code: 'not_found' });
    expect(refund).not.toHaveBeenCalled();
  });

  it('is not made when the question is closed: the other order went back since, and the buyer would lose both', async () => {
    await desk.ledger.recordPaymentFact(refundOf(2), { by: 'webhook', event: null }, later);
    expect(await waiting()).toEqual([]);
    await expect(answer()).rejects.toMatchObject({
      ...{ code: 'not_found', message: expect.stringContaining('No such question about this order is open') },
    });
    expect(refund).not.toHaveBeenCalled();
    // The order's own button answers none.
    await give();
    expect(refund).toHaveBeenCalledTimes(1);
  });

  it('is not made for the same question about another order', async () => {
    const other = { ...question, subject: 'cs_3' };
    await expect(
      refundOrder(shop.needs, 'cs_1', { what: 'all', reason: 'paid twice', answers: other }),
    ).rejects.toThrow('No such question');
    expect(refund).not.toHaveBeenCalled();
  });
});

it('What is left after a part went back before can be given back', async () => {
  await desk.sell(1);
  facts.push(refundOf(1, { amountOre: 5_000 }));
  await give();
  expect(refund.mock.calls).toEqual([['pi_1', aKey, ['re_1'], undefined]]);
});

it('A refund that failed at the payment provider is tried again under another key: the first one keeps its answer there', async () => {
  await desk.sell(1);
  refund.mockRejectedValueOnce(new PaymentProviderUnavailable('The payment provider failed: api_error'));
  await expect(give()).rejects.toThrow(PaymentProviderUnavailable);
  await expect(give()).resolves.toMatchObject({ refundId: 're_new' });
  expect(keys()).toEqual([aKey, aKey]);
  expect(new Set(keys()).size).toBe(2);
});

describe('What waits at the payment provider to be paid is not given twice', () => {
  const waiting = (over: Partial<RefundFact> = {}) =>
    refundOf(1, { id: 're_waits', status: awaitsFunds, amountOre: 22_000, productIds: ['fist'], ...over });

  it.each([
    [awaitsFunds, "waits until the shop's balance at Stripe covers it"],
    ['requires_action', 'waits for the buyer to say where the money is to go'],
  ])('neither all that is left nor a product, while it is %s', async (status, why) => {
    await desk.sell(1, two);
    facts.push(waiting({ status, amountOre: 47_000, productIds: [] }));
    for (const what of ['all', ['fod']] as const)
      await expect(refundOrder(shop.needs, 'cs_1', { what, reason: 'again' })).rejects.toMatchObject({
        ...{ code: 'refund_not_possible', message: expect.stringContaining(`re_waits is made and ${why}`) },
      });
    expect(refund).not.toHaveBeenCalled();
  });

  it('but another product is given back, for no more than is left then', async () => {
    await desk.sell(1, { ...two, totalOre: 40_000 });
    facts.push(waiting());
    await expect(refundOrder(shop.needs, 'cs_1', { what: ['fist'], reason: 'again' })).rejects.toThrow(
      're_waits',
    );
    expect(await refundOrder(shop.needs, 'cs_1', { what: ['fod'], reason: 'also' })).toMatchObject({
      amountOre: 18_000,
    });
    expect(parts()).toEqual([{ amountOre: 18_000, productIds: ['fod'], reference: 'refunded' }]);
  });

  it('but all that is left beside it is', async () => {
    await desk.sell(1, two);
    facts.push(waiting());
    await give();
    expect(parts()).toEqual([undefined]);
  });
});

it('What the bank of the buyer has is with the bank', async () => {
  await desk.sell(1);
  facts.push(disputeOf({ status: 'needs_response', asOf: later }));
  await expect(give()).rejects.toThrow(
    /cannot be given back: it is disputed\. Answer or accept .+, and refund nothing there: .+ twice\.$/,
  );
});

it('What cost nothing, is not recorded or has no reason is refused before anybody is asked for money', async () => {
  await desk.sell(1, { paymentIntentId: null, totalOre: 0 });
  await expect(give()).rejects.toMatchObject({
    ...{ code: 'refund_not_possible', message: 'This order cost nothing.' },
  });
  await expect(give('cs_9')).rejects.toMatchObject({ code: 'order_not_found' });
  await expect(give('cs_1', ' ')).rejects.toMatchObject({ code: 'invalid_request' });
  expect(refund).not.toHaveBeenCalled();
});

describe('What the buyer withdrew from goes back', () => {
  const withdraw = (...productIds: string[]) =>
    desk.ledger.recordWithdrawal('cs_1', withdrawalOf({ productIds, refundOre: 22_000, receivedAt: at }));

  it('at its price and by name, so that the rest of the order stays, and nothing waits any more', async () => {
    await desk.sell(1, two);
    await withdraw('fist');
    expect(await waiting()).toEqual(['withdrawal_requested']);
    expect(await giveWithdrawn()).toMatchObject({ amountOre: 22_000 });
    expect(parts()).toEqual([{ amountOre: 22_000, productIds: ['fist'], reference: 'W-1' }]);
    expect(await waiting()).toEqual([]);
    await expect(giveWithdrawn()).rejects.toMatchObject({ code: 'refund_not_possible' });
    expect(refund).toHaveBeenCalledTimes(1);
  });

  it('at its price, too, where another product of the order went back for less', async () => {
    await desk.sell(1, two);
    await withdraw('fod', 'fist');
    facts.push(refundOf(1, { id: 're_fod', amountOre: 20_000, productIds: ['fod'] }));
    await giveWithdrawn();
    expect(parts()).toEqual([{ amountOre: 22_000, productIds: ['fist'], reference: 'W-1' }]);
  });

  it('under a new key each time where it is all that is left, which the provider gives but once', async () => {
    await desk.sell(1, two);
    await withdraw('fod', 'fist');
    // Goodwill before it: nothing else is kept, so it cannot have been for something else.
    facts.push(refundOf(1, { id: 're_goodwill', amountOre: 5_000 }));
    refund.mockRejectedValueOnce(new PaymentProviderUnavailable('no answer'));
    await expect(giveWithdrawn()).rejects.toThrow(PaymentProviderUnavailable);
    await giveWithdrawn();
    expect(parts()[1]).toEqual({ amountOre: 42_000, productIds: ['fist', 'fod'], reference: 'W-1' });
    expect(new Set(keys()).size).toBe(2);
  });

  it('but never more than is left of the payment', async () => {
    const lines = [...two.lines, { productId: 'coc_aatt', priceOre: 25_000 }];
    await desk.sell(1, { lines, totalOre: 40_000 });
    await withdraw('fist');
    facts.push(refundOf(1, { id: 're_fod', amountOre: 25_000, productIds: ['fod'] }));
    await giveWithdrawn();
    expect(parts()).toEqual([{ amountOre: 15_000, productIds: ['fist'], reference: 'W-1' }]);
  });

  it('under one key until a refund is known, so that two operators at once give it once', async () => {
    await desk.sell(1, two);
    await withdraw('fist');
    refund.mockRejectedValueOnce(new PaymentProviderUnavailable('no answer'));
    await expect(giveWithdrawn()).rejects.toThrow(PaymentProviderUnavailable);
    // The bank of the buyer refuses it.
    refund.mockImplementationOnce(async () => {
      facts.push(refundOf(1, { id: 're_failed', amountOre: 22_000, status: 'failed', productIds: ['fist'] }));
      return { id: 're_failed', status: 'failed', amountOre: 22_000 };
    });
    await giveWithdrawn();
    await giveWithdrawn();
    const [first, second, third] = keys();
    expect([first, second, third]).toEqual(['refund cs_1 0', 'refund cs_1 0', 'refund cs_1 1']);
  });

  it('not where a refund that names no product may have been it', async () => {
    await desk.sell(1, two);
    await withdraw('fist');
    facts.push(refundOf(1, { id: 're_unnamed', amountOre: 22_000 }));
    await expect(giveWithdrawn()).rejects.toMatchObject({
      ...{
        code: 'refund_not_possible',
        message: expect.stringMatching(
          /^The refund re_unnamed names no product and may have been for this one\./,
        ),
      },
    });
    expect(refund).not.toHaveBeenCalled();
  });

  it('not where nothing was withdrawn from', async () => {
    await desk.sell(1, two);
    await expect(giveWithdrawn()).rejects.toThrow('Nothing was withdrawn from');
    expect(refund).not.toHaveBeenCalled();
  });
});
