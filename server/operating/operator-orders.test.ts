import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentFact } from '#server/buying/refunds-and-disputes.ts';
import type { Owner } from '#server/identity/leaving.ts';
import { writeCard } from '#server/owning/gifts.ts';
import { anna } from '#tests/support/accounts.ts';
import {
  at,
  later,
  type OperatorsDesk,
  openDesk,
  purchaseOf,
  refundOf,
  sessionOf,
} from '#tests/support/operators-desk.ts';
import { moveOrder } from './move-order.ts';
import {
  closeAttention,
  findOrders,
  listAttention,
  resendReceipt,
  resyncRecordedOrder,
  showOrder,
} from './operator-orders.ts';
import { ordersOf, recordedOrder } from './order-summaries.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

const take = (fact: PaymentFact) =>
  desk.ledger.recordPaymentFact(fact, { by: 'webhook', event: null }, desk.clock());
/** Two products: of a refund of a part, nobody but a person can say which of them it is for. */
const sellTwo = (number: number, email = anna.email) =>
  desk.sell(number, {
    email,
    totalOre: 50_000,
    lines: ['fist', 'fod'].map((productId) => ({ productId, priceOre: 25_000 })),
  });
const ids = async (query: string) =>
  (await findOrders(desk.needs, query)).orders.map(({ checkoutSessionId }) => checkoutSessionId);
const summary = (number: number) => {
  const { checkoutSessionId, paymentIntentId, email, accountId, ...rest } = purchaseOf(number);
  const { currency, totalOre, live, paidAt, termsVersion } = rest;
  const purchase = { checkoutSessionId, paymentIntentId, email, accountId, termsVersion };
  return {
    ...{ currency, totalOre, live, paidAt },
    ...purchase,
    productIds: ['fod'],
    standing: 'paid',
    lettersInTrouble: 0,
  };
};

describe('The search for orders', () => {
  it('shows what was sold and where it stands', async () => {
    await desk.sell(1);
    await take(refundOf(1));
    await desk.sell(2, {
      lines: [
        { productId: 'fist', priceOre: 1 },
        { productId: 'fod', priceOre: 2 },
      ],
    });
    expect(await findOrders(desk.needs, 'cs_1')).toEqual({
      orders: [{ ...summary(1), standing: 'refunded' }],
      more: false,
    });
    expect((await findOrders(desk.needs, 'cs_2')).orders).toMatchObject([{ productIds: ['fist', 'fod'] }]);
  });

  it('finds the one order of a whole session or payment, whatever ids begin with it', async () => {
    for (const number of [1, 10, 11]) await desk.sell(number);
    expect(await ids('cs_1')).toEqual(['cs_1']);
    expect(await ids(' pi_1 ')).toEqual(['cs_1']);
    expect(await ids('cs_')).toEqual(['cs_11', 'cs_10', 'cs_1']);
  });

  it('finds an order by an address that it had: whoever corrected it wrongly writes from, and of, the first', async () => {
    for (const number of [1, 2]) await desk.sell(number);
    const { email } = purchaseOf(1);
    await moveOrder(desk.needs, 'cs_1', 'nobody@elsewhere.example', 'typo');
    expect(await ids('elsewhere')).toEqual(['cs_1']);
    expect(await ids(email.toUpperCase())).toContain('cs_1');
  });

  it('finds an order by the address of its page, as its buyer sends it', async () => {
    await desk.sell(1);
    await desk.sell(2);
    const sent = 'https://shop.example.com/shop/order?id=cs_1';
    expect(await ids(sent)).toEqual(['cs_1']);
    expect((await showOrder(desk.needs, sent)).summary.checkoutSessionId).toBe('cs_1');
    expect((await desk.recorded())[0]).toEqual(['orders.find', 'cs_1', null, { found: 1 }]);
  });

  it('finds any part of address, session, payment or account in any case, the newest first', async () => {
    await desk.sell(1, { paymentIntentId: 'PI_Alpha', accountId: 'Sub-Bo', email: 'bo@example.com' });
    await desk.sell(2, { checkoutSessionId: 'CS_Beta', email: 'c_e@example.com', paidAt: at });
    await desk.sell(3, { paidAt: at, email: 'c%e@example.com' });
    expect(await ids('I_ALP')).toEqual(['cs_1']);
    expect(await ids('b-BO')).toEqual(['cs_1']);
    expect(await ids('s_bet')).toEqual(['CS_Beta']);
    expect(await ids(' BO@Exa ')).toEqual(['cs_1']);
    expect(await ids('Example')).toEqual(['cs_1', 'cs_3', 'CS_Beta']);
  });

  it('takes percent signs, underscores and backslashes as they are', async () => {
    await desk.sell(1, { email: 'a_b@example.com' });
    await desk.sell(2, { email: 'a%b@example.com' });
    await desk.sell(3, { email: 'axb@example.com' });
    expect(await ids('a_b')).toEqual(['cs_1']);
    expect(await ids('a%b')).toEqual(['cs_2']);
    expect(await ids('a\\b')).toEqual([]);
  });

  it('shows the newest fifty orders, and says whether there are more: fifty of more are not all', async () => {
    for (let number = 1; number <= 50; number += 1) await desk.sell(number);
    expect(await findOrders(desk.needs, 'anna')).toMatchObject({ orders: { length: 50 }, more: false });
    await desk.sell(51);
    const { orders, more } = await findOrders(desk.needs, 'anna');
    expect([orders.length, orders[0]?.checkoutSessionId, more]).toEqual([50, 'cs_51', true]);
  });

  it('is on record with how many it found, an address or a part of one masked', async () => {
    await desk.sell(1);
    await findOrders(desk.needs, 'cs_1');
    await findOrders(desk.needs, '0a1b2c3d-0000-4000-8000-00000000000f');
    await findOrders(desk.needs, 'ANNA@example.com');
    await findOrders(desk.needs, ' Nobody ');
    await findOrders(desk.needs, ' ');
    expect(await desk.recorded()).toEqual([
      ['orders.find', 'cs_1', null, { found: 1 }],
      ['orders.find', '0a1b2c3d-0000-4000-8000-00000000000f', null, { found: 0 }],
      ['orders.find', 'a•••@example.com', null, { found: 1 }],
      ['orders.find', 'N•••', null, { found: 0 }],
      ['orders.find', null, null, { found: 1 }],
    ]);
  });
});

describe('An order', () => {
  it('is shown with everything that is known of it, and of no other', async () => {
    for (const number of [1, 2]) await sellTwo(number);
    for (const number of [1, 2]) await take(refundOf(number, { amountOre: 70 }));
    const shown = await showOrder(desk.needs, ' pi_1 ');
    expect(shown).toMatchObject({
      ...{ summary: { checkoutSessionId: 'cs_1' }, order: { purchase: { totalOre: 50_000 } }, moves: [] },
      ...{ grants: [{ adventureId: 'fod' }], history: [{ what: 'granted' }] },
    });
    expect(shown.order.refunds).toHaveLength(1);
    expect(shown.attention.map(({ checkoutSessionId }) => checkoutSessionId)).toEqual(['cs_1']);
    expect(await desk.recorded()).toEqual([['orders.show', 'cs_1', null, {}]]);
  });

  it('shows of a gift what its buyer asks about, and neither its words nor the whole address', async () => {
    const by = { by: 'webhook', event: null } as const;
    await desk.ledger.recordPurchase({ ...purchaseOf(1), isGift: true }, ['fod'], by, at);
    const card = { recipient: 'bo@example.com', sender: 'Anna', message: 'Secret', sendOn: '2025-12-24' };
    await desk.ledger.write([], () => writeCard(1, card));
    expect((await showOrder(desk.needs, 'cs_1')).gift).toEqual({
      ...{ openedAt: null, recipient: 'b•••@example.com', sendOn: '2025-12-24', letter: null },
    });
    await desk.sell(2);
    expect((await showOrder(desk.needs, 'cs_2')).gift).toBeNull();
  });

  it.each(['cs_9', 'cs_', 'anna@example.com'])(
    'is not shown under %s, a part or nothing of ours',
    async (id) => {
      await desk.sell(1);
      await expect(showOrder(desk.needs, id)).rejects.toMatchObject({
        code: 'order_not_found',
        message: `No order is recorded under ${id}. Name its checkout session (cs_…) or payment (pi_…); "orders resync" looks for it at the payment provider, and "orders find" for an address.`,
      });
      expect(await desk.recorded()).toEqual([]);
    },
  );

  it('has an id that is not nothing', async () => {
    await desk.sell(1);
    await expect(recordedOrder(desk.ledger, '  ')).rejects.toThrow('No order is recorded under nothing.');
  });

  it('belongs to an address or to an account, oldest first', async () => {
    await desk.sell(2, { accountId: anna.id });
    await desk.sell(1, { accountId: anna.id, email: 'b@example.com' });
    const of = async (owner: Partial<Owner>) =>
      (await desk.ledger.snapshot(() => ordersOf({ accountId: null, email: null, ...owner }))).map(
        ({ checkoutSessionId }) => checkoutSessionId,
      );
    expect(await of({ accountId: anna.id })).toEqual(['cs_2', 'cs_1']);
    expect(await of({ email: 'b@example.com' })).toEqual(['cs_1']);
    expect(await of({ email: 'c@example.com' })).toEqual([]);
  });
});

it('Each of two orders for the same names the pair, as long as its question is open', async () => {
  await desk.sell(1);
  await desk.sell(2);
  await desk.sell(3, { email: 'bo@example.com' });
  const pairs = async () =>
    Promise.all(['cs_1', 'cs_2', 'cs_3'].map(async (id) => (await showOrder(desk.needs, id)).paidTwice));
  const pair = { double: 'cs_2', stays: 'cs_1' };
  expect(await pairs()).toEqual([[pair], [pair], []]);
  await take(refundOf(2));
  expect(await pairs()).toEqual([[], [], []]);
});

describe('A look at the payment provider', () => {
  it.each([
    [{ status: 'open' }, 'open'],
    [{ status: 'complete' }, 'processing'],
    [{ status: 'complete', paymentFailed: true }, 'failed'],
    [{ status: 'expired' }, 'expired'],
  ])('tells a payment on its way from one that was never made: %j is %s', async (session, status) => {
    const needs = desk.withProvider({
      findCheckoutSession: async () => sessionOf(1, { paymentStatus: 'unpaid', ...session }),
    });
    const found = { outcome: 'not_paid', news: 0, status };
    expect(await resyncRecordedOrder(needs, 'cs_1')).toEqual(found);
    expect(await desk.recorded()).toEqual([['orders.resync', 'cs_1', null, found]]);
  });

  it('takes in what it says of the order now, in the name of the operator', async () => {
    const needs = desk.withProvider({
      findCheckoutSession: async (id) => (id === 'cs_1' ? sessionOf(1) : null),
      async *paymentFactsOf(payment) {
        if (payment === 'pi_1') yield refundOf(1);
      },
    });
    expect(await resyncRecordedOrder(needs, ' cs_1 ')).toEqual({ outcome: 'fulfilled', news: 1 });
    expect(await resyncRecordedOrder(needs, 'cs_1')).toEqual({ outcome: 'already_fulfilled', news: 0 });
    const { history } = await desk.ledger.orderGrants('cs_1');
    expect(history.map(({ what, actor }) => [what, actor])).toEqual([
      ['granted', 'operator:kim'],
      ['taken_back', 'operator:kim'],
    ]);
    await expect(resyncRecordedOrder(needs, ' cs_9 ')).rejects.toMatchObject({
      ...{ code: 'order_not_found', message: 'The payment provider has no checkout session cs_9.' },
    });
    expect(await desk.recorded()).toEqual([
      ['orders.resync', 'cs_1', null, { outcome: 'fulfilled', news: 1 }],
      ['orders.resync', 'cs_1', null, { outcome: 'already_fulfilled', news: 0 }],
    ]);
  });

  it('finds the order by its payment too, and asks about nothing else', async () => {
    const needs = desk.withProvider({
      sessionOfPayment: async (payment) => (payment === 'pi_1' ? 'cs_1' : null),
      async findCheckoutSession(id) {
        if (id !== 'cs_1') throw new Error(`Asked about ${id}`);
        return sessionOf(1);
      },
    });
    expect(await resyncRecordedOrder(needs, ' pi_1 ')).toEqual({ outcome: 'fulfilled', news: 0 });
    expect(await desk.recorded()).toEqual([
      ['orders.resync', 'cs_1', null, { outcome: 'fulfilled', news: 0 }],
    ]);
    await expect(resyncRecordedOrder(needs, 'pi_9')).rejects.toMatchObject({
      ...{ code: 'order_not_found', message: expect.stringContaining('with the payment pi_9') },
    });
    for (const typed of ['', 'cs_', 'anna@example.com', 'evt_1'])
      await expect(resyncRecordedOrder(needs, typed)).rejects.toMatchObject({
        ...{
          code: 'order_not_found',
          message: expect.stringMatching(/Name a checkout session .+"orders find"/),
        },
      });
  });
});

describe('A receipt', () => {
  it("is sent again to the order's own address", async () => {
    await desk.sell(1);
    const sent: string[][] = [];
    const needs = desk.withProvider({
      async sendReceipt(payment, email) {
        sent.push([payment, email]);
        return true;
      },
    });
    expect(await resendReceipt(needs, 'pi_1')).toEqual({ checkoutSessionId: 'cs_1', email: anna.email });
    expect(sent).toEqual([['pi_1', anna.email]]);
    expect(await desk.recorded()).toEqual([['orders.resend-receipt', 'cs_1', null, {}]]);
  });

  it('is not sent of an order that cost nothing, and nothing is on record where none was sent', async () => {
    await desk.sell(1);
    await desk.sell(2, { paymentIntentId: null, totalOre: 0 });
    const asked: string[] = [];
    const needs = desk.withProvider({
      async sendReceipt(payment) {
        asked.push(payment);
        return false;
      },
    });
    for (const id of ['cs_1', 'cs_2']) {
      await expect(resendReceipt(needs, id)).rejects.toMatchObject({
        ...{ code: 'order_not_found', message: 'This order has no payment that a receipt could be for.' },
      });
    }
    await expect(resendReceipt(needs, 'cs_9')).rejects.toThrow('No order is recorded under cs_9');
    expect(asked).toEqual(['pi_1']);
    expect(await desk.recorded()).toEqual([]);
  });
});

describe('What waits for a person', () => {
  it('is listed oldest first, closed once and with a reason, and stays closed', async () => {
    await sellTwo(2);
    await take(refundOf(2, { amountOre: 70 }));
    desk.turnTo(later);
    await sellTwo(1, 'bo@example.com');
    await take(refundOf(1, { amountOre: 70 }));
    const open = await listAttention(desk.needs);
    expect(open.map(({ checkoutSessionId, raisedAt }) => [checkoutSessionId, raisedAt])).toEqual([
      ['cs_2', at],
      ['cs_1', later],
    ]);
    const [{ raisedAt: _, ...item }] = open as [(typeof open)[0]];
    await expect(closeAttention(desk.needs, item, ' ')).rejects.toThrow('Say why');
    await closeAttention(desk.needs, item, ' paid back ');
    await expect(closeAttention(desk.needs, item, 'again')).rejects.toMatchObject({
      ...{
        code: 'not_found',
        message: expect.stringMatching(/^No such question about this order is open.* Nothing was changed\.$/),
      },
    });
    // What an operator closed stays closed, even when the same facts arrive again.
    await take(refundOf(2, { amountOre: 70, asOf: new Date('2025-06-03') }));
    expect((await listAttention(desk.needs)).map(({ checkoutSessionId }) => checkoutSessionId)).toEqual([
      'cs_1',
    ]);
    expect(await desk.recorded()).toEqual([
      ['orders.attention', null, null, {}],
      ['orders.resolve', 'cs_2', 'paid back', item],
      ['orders.attention', null, null, {}],
    ]);
  });
});
