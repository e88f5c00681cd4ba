import { beforeEach, expect, it } from 'vitest';
import { anna } from '#tests/support/accounts.ts';
import { grantsIn } from '#tests/support/grants.ts';
import { days, noon, purchaseOf, type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { ownOrders } from './own-orders.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});

const { buy } = grantsIn(() => shop);
const gift = {
  ...purchaseOf({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', paidAt: days(1) }),
  isGift: true,
};

it('The orders of an account are what waits for its verified address, gifts for others too, newest first', async () => {
  await buy(anna.email);
  await shop.verbs.recordPurchase(gift, ['fod'], { by: 'webhook', event: null }, days(1));
  await buy('somebody.else@example.com', ['fist'], '3');
  expect((await ownOrders(shop, { ...anna, emailVerified: false })).orders).toEqual([]);
  const { orders } = await ownOrders(shop, anna);
  expect(orders).toMatchObject([
    {
      id: 'cs_2',
      paidAt: days(1).toISOString(),
      email: anna.email,
      status: 'paid',
      gift: { openedAt: null },
    },
    { id: 'cs_1', paidAt: noon.toISOString(), email: anna.email, status: 'paid' },
  ]);
});
