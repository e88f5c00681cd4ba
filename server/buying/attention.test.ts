import { beforeEach, expect, it } from 'vitest';
import { nullable, text, time } from '#server/ledger/rows.ts';
import {
  byPage,
  days,
  minutes,
  noon,
  purchaseOf,
  type SmallShop,
  smallShop,
} from '#tests/support/small-shop.ts';
import { openAttention, resolveAttention, syncAttention } from './attention.ts';
import type { Attention } from './order-facts.ts';

let shop: SmallShop;
beforeEach(async () => {
  shop = smallShop();
  await shop.verbs.recordPurchase(purchaseOf(), ['fod'], byPage, noon);
  const second = purchaseOf({ checkoutSessionId: 'cs_0', paymentIntentId: 'pi_2', email: 'bo@example.com' });
  await shop.verbs.recordPurchase(second, ['fod'], byPage, noon);
});
const sync = (wanted: Attention[], at = noon, purchaseId = 1) =>
  shop.ledger.write([], () => syncAttention(purchaseId, wanted, at));
const open = () => shop.ledger.read(openAttention);
const rows = () =>
  shop.rows('SELECT {columns} FROM order_attention ORDER BY purchase_id, reason, subject', {
    ...{ subject: text, raisedAt: time, resolvedAt: nullable(time), resolvedBy: nullable(text) },
  });
const dispute: Attention = { reason: 'dispute_needs_response', subject: 'du_1' };
const other: Attention = { reason: 'dispute_needs_response', subject: 'du_2' };
const partial: Attention = { reason: 'partial_dispute', subject: 'du_1' };

it('what a purchase asks for is raised once, and told oldest first', async () => {
  expect(await sync([dispute], minutes(3))).toEqual([dispute]);
  expect(await sync([dispute, partial], minutes(5))).toEqual([partial]);
  await sync([other], minutes(3), 2);
  expect(await open()).toEqual([
    { checkoutSessionId: 'cs_0', ...other, raisedAt: minutes(3) },
    { checkoutSessionId: 'cs_1', ...dispute, raisedAt: minutes(3) },
    { checkoutSessionId: 'cs_1', ...partial, raisedAt: minutes(5) },
  ]);
});

it('what has settled itself is closed by the shop, and only that', async () => {
  await sync([dispute, other, partial]);
  await sync([other, partial], minutes(5));
  expect(await open()).toMatchObject([other, partial]);
  const stays = { raisedAt: noon, resolvedAt: null, resolvedBy: null };
  expect(await rows()).toEqual([
    { subject: 'du_1', raisedAt: noon, resolvedAt: minutes(5), resolvedBy: 'shop' },
    { subject: 'du_2', ...stays },
    { subject: 'du_1', ...stays },
  ]);
});

it('what was open with another subject is not new', async () => {
  await sync([dispute]);
  expect(await sync([other])).toEqual([]);
  expect(await open()).toMatchObject([other]);
});

it('what the shop closed itself may come up again', async () => {
  await sync([dispute]);
  await sync([], minutes(1));
  await sync([dispute], minutes(2));
  expect(await rows()).toEqual([
    { subject: 'du_1', raisedAt: minutes(2), resolvedAt: null, resolvedBy: null },
  ]);
});

it('what an operator closed stays closed', async () => {
  await sync([dispute]);
  const close = () =>
    shop.ledger.write([], () =>
      resolveAttention({ checkoutSessionId: 'cs_1', ...dispute }, 'operator:eva', days(1)),
    );
  expect(await close()).toBe(true);
  expect(await sync([dispute], days(2))).toEqual([]);
  expect(await open()).toEqual([]);
  await sync([], days(3));
  expect(await rows()).toEqual([
    { subject: 'du_1', raisedAt: noon, resolvedAt: days(1), resolvedBy: 'operator:eva' },
  ]);
  expect(await close()).toBe(false);
});

it('an operator closes the one that is meant: order, reason and subject', async () => {
  await sync([dispute, other, partial]);
  await sync([dispute], noon, 2);
  const close = (item: Attention, checkoutSessionId: string) =>
    shop.ledger.write([], () => resolveAttention({ checkoutSessionId, ...item }, 'operator:eva', days(1)));
  expect(await close(partial, 'cs_0')).toBe(false);
  expect(await close(dispute, 'cs_1')).toBe(true);
  expect(await open()).toEqual([
    { checkoutSessionId: 'cs_0', ...dispute, raisedAt: noon },
    { checkoutSessionId: 'cs_1', ...other, raisedAt: noon },
    { checkoutSessionId: 'cs_1', ...partial, raisedAt: noon },
  ]);
});
