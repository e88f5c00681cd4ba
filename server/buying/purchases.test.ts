import { beforeEach, describe, expect, it } from 'vitest';
import { ownOrders } from '#server/claiming/own-orders.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import {
  byPage,
  disputeOf,
  minutes,
  noon,
  purchaseOf,
  refundOf,
  type SmallShop,
  smallShop,
} from '#tests/support/small-shop.ts';
import type { Purchase } from './records.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const record = (id: string, over: Partial<Purchase> = {}) =>
  shop.verbs.recordPurchase(
    purchaseOf({ checkoutSessionId: `cs_${id}`, paymentIntentId: `pi_${id}`, ...over }),
    ['fod'],
    byPage,
    noon,
  );

describe('an order', () => {
  it('is found with everything that came after it, in an order that never changes', async () => {
    const lines = [
      { productId: 'fod', priceOre: 25_000 },
      { productId: 'fist', priceOre: 20_000 },
    ];
    await record('1', { lines, totalOre: 45_000 });
    const facts = [
      refundOf({ id: 're_2', amountOre: 1 }),
      refundOf({ id: 're_1', amountOre: 2, productIds: ['fod'] }),
      disputeOf({ id: 'du_2' }),
      disputeOf({ id: 'du_1', status: 'won' }),
    ];
    for (const fact of facts) await shop.verbs.recordPaymentFact(fact, byPage, noon);
    const order = await shop.verbs.findOrder('cs_1');
    expect(order?.purchase.lines).toEqual([lines[1], lines[0]]);
    expect(order?.refunds).toMatchObject([facts[1], facts[0]]);
    expect(order?.disputes).toMatchObject([facts[3], facts[2]]);
    expect(order?.withdrawal).toBeNull();
  });

  it('without payment has no refunds and disputes', async () => {
    await record('1', { paymentIntentId: null });
    expect(await shop.verbs.findOrder('cs_1')).toMatchObject({ refunds: [], disputes: [] });
  });

  it('that is not recorded is none', async () => {
    expect(await shop.verbs.findOrder('cs_1')).toBeNull();
    expect(await shop.verbs.findPurchase('cs_1')).toBeNull();
  });
});

describe('a later look', () => {
  it('adds what was charged and the invoice where they were missing, and changes neither', async () => {
    await record('1');
    const first = { paidAmount: 2199, paidCurrency: 'eur', invoiceId: 'in_1' };
    await record('1', first);
    expect(await shop.verbs.findPurchase('cs_1')).toMatchObject(first);
    await record('1', { paidAmount: 1, paidCurrency: 'usd', invoiceId: 'in_2' });
    await record('1');
    expect(await shop.verbs.findPurchase('cs_1')).toMatchObject(first);
  });
});

describe('the orders of an account', () => {
  it('come newest first, each as its order page tells it, with the whole address', async () => {
    await record('1', { accountId: anna.id, paidAt: minutes(1), email: 'other@example.com' });
    await record('2', { accountId: anna.id, paidAt: minutes(2) });
    await record('3', { accountId: anna.id, paidAt: minutes(2) });
    await record('4', { accountId: bo.id });
    const { orders } = await ownOrders(shop, anna);
    expect(orders.map(({ id }) => id)).toEqual(['cs_3', 'cs_2', 'cs_1']);
    expect(orders.at(-1)).toEqual({
      ...{ id: 'cs_1', status: 'paid', email: 'other@example.com', paidAt: minutes(1).toISOString() },
      ...{ totalOre: 25_000, currency: 'sek' },
      products: [{ id: 'fod', title: 'Lone Wolf The Fortress of Death' }],
      withdrawal: { receivedAt: null },
    });
  });

  it('take in what waits for its verified address, and are not matched by an address alone', async () => {
    await record('1');
    expect(await ownOrders(shop, { ...anna, emailVerified: false })).toEqual({ orders: [] });
    expect((await ownOrders(shop, anna)).orders).toHaveLength(1);
    expect(await ownOrders(shop, { ...bo, email: anna.email })).toEqual({ orders: [] });
  });
});
