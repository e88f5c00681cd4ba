// Whether, and until when, a purchase can be withdrawn from (14 days, consent, pre-orders).

import { productById } from '#shared/catalogue.ts';
import { opensOn } from '#shared/release-days.ts';
import { shopDay } from '#shared/shop-day.ts';
import { deriveRecorded, holdsMoney } from './order-facts.ts';
import type { PurchaseLine } from './payment-provider.ts';
import type { RecordedOrder } from './records.ts';

/** Days of the right of withdrawal, counted from the day after the purchase (directive 2011/83/EU, article 9). */
const withdrawalDays = 14;
const dayMs = 24 * 60 * 60 * 1000;

/** What of an order can be withdrawn from now. */
interface WithdrawalRight {
  /** Lines that the right covers; empty when there is none. */
  lines: PurchaseLine[];
  /** Lines that were kept and whose right has ended. */
  endedLines: PurchaseLine[];
  /** What would be paid back, in öre. */
  refundOre: number;
}

/**
 * The right of withdrawal from a purchase of digital content (directive 2011/83/EU, articles 9 and 16 m; the Swedish
 * distansavtalslagen, chapter 2). It lasts 14 days, ends at once with the delivery of what the buyer consented to have
 * delivered at once, and stays until delivery for what has not come out yet. Consent counts only once the shop has confirmed it
 * on a durable medium (article 8(7)): where the shop sends mail, once its confirmation went out. An order that was paid back has none, nor
 * has one the bank has reversed or is looking into. What was paid twice can always be had back: the second order delivered
 * nothing. A gift is delivered when somebody opens it; until then its buyer can withdraw. The wording for buyers, and this reading of the law, are for a
 * lawyer to check (docs/operations.md).
 */
export function withdrawalRight(order: RecordedOrder, now: Date): WithdrawalRight {
  const { purchase, gift } = order;
  const { standing, returnedProductIds, refundedOre } = deriveRecorded(order);
  const open = holdsMoney(standing);
  const held = purchase.lines.filter(({ productId }) => !returnedProductIds.has(productId));
  const mayStillWithdraw = purchase.consentText === null || owesConfirmation(order);
  const covers = (line: PurchaseLine) =>
    order.repeats !== null ||
    (gift !== null && gift.openedAt === null) ||
    !isDelivered(line, now) ||
    (mayStillWithdraw && now < withdrawalEnd(purchase.paidAt));
  const lines = open ? held.filter(covers) : [];
  const price = lines.reduce((sum, { priceOre }) => sum + priceOre, 0);
  return {
    lines,
    endedLines: held.filter((line) => !lines.includes(line)),
    refundOre: Math.max(0, Math.min(price, purchase.totalOre - refundedOre)),
  };
}

/** Whether a confirmation was to go out by mail and has not: it waits, or its address takes no mail. */
function owesConfirmation({ confirmation }: RecordedOrder): boolean {
  return confirmation !== null && confirmation !== 'sent';
}

/** Whether everything a product unlocks is out. A product the catalogue no longer knows counts as delivered. */
export function isDelivered({ productId }: PurchaseLine, now: Date): boolean {
  const product = productById(productId);
  return product === undefined || opensOn(product, shopDay(now)) === null;
}

/**
 * When the 14 days are over: the end of the last day, or of the next working day when the last one is a Saturday or a
 * Sunday (regulation 1182/71, article 3). It is the end of that day in UTC, an hour or two after Stockholm's, in the
 * buyer's favour.
 */
export function withdrawalEnd(paidAt: Date): Date {
  const purchaseDay = new Date(`${shopDay(paidAt)}T00:00:00Z`);
  const lastDay = new Date(purchaseDay.getTime() + withdrawalDays * dayMs);
  const weekday = lastDay.getUTCDay();
  const extra = weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
  return new Date(lastDay.getTime() + (extra + 1) * dayMs);
}
