import { beforeEach, expect, it } from 'vitest';
import { addressLock } from '#server/ledger/locks.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import type { GiftWrapping } from '#shared/api/orders.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { byPage, noon, purchaseOf, type SmallShop, sessionOf, smallShop } from '#tests/support/small-shop.ts';
import { wrapGift } from './wrap-gift.ts';

let shop: SmallShop;
beforeEach(async () => {
  shop = smallShop();
  await shop.ledger.amend(() => noteMailService(true, noon));
});
const give = () =>
  shop.verbs.recordPurchase({ ...purchaseOf({ accountId: anna.id }), isGift: true }, ['fod'], byPage, noon);
const wrap = (wrapping: GiftWrapping) => wrapGift(shop, 'cs_1', wrapping, { account: anna, browserId: null });

it('A gift with a letter queues under the address that gets it, and the log says no more than that there is one', async () => {
  await give();
  const order = await wrap({ recipient: ' Bo@Example.com' });
  expect(order.gift).toMatchObject({ card: { recipient: bo.email, sender: null, message: null } });
  expect(shop.locks).toContainEqual([addressLock(bo.email)]);
  expect(shop.logged.at(-1)?.fields).toEqual({ checkoutSession: 'cs_1', byLetter: true });
});

it('A card that is handed over queues under nothing', async () => {
  await give();
  await wrap({ recipient: null, sender: 'Anna' });
  expect(shop.locks.at(-1)).toEqual([]);
  expect(shop.logged.at(-1)?.fields).toEqual({ checkoutSession: 'cs_1', byLetter: false });
});

it('Nothing can be wrapped before it is paid, or that is no order', async () => {
  await expect(wrap({ recipient: null })).rejects.toMatchObject({ code: 'order_not_found' });
  shop.sessions = [sessionOf({ paymentStatus: 'unpaid', status: 'open', accountId: anna.id, isGift: true })];
  await expect(wrap({ recipient: null })).rejects.toMatchObject({ code: 'gift_not_possible' });
});
