// The right of withdrawal: whether, and until when, a purchase can be withdrawn from (14 days, consent, pre-orders).

import { productById } from '#shared/catalogue.ts';
import { holdsMoney } from '#shared/holds-money.ts';
import { sumOf } from '#shared/money.ts';
import { opensOn } from '#shared/release-days.ts';
import { shopDay } from '#shared/shop-day.ts';
import { periodEnd } from './legal-periods.ts';
import { deriveRecorded } from './order-facts.ts';
import type { PurchaseLine } from './payment-provider.ts';
import type { RecordedOrder } from './records.ts';

/** Days of the right of withdrawal, counted from the day after the purchase (directive 2011/83/EU, article 9). */
const withdrawalDays = 14;

/** The part of an order that can be withdrawn from now. */
interface WithdrawalRight {
  /** Lines that the right covers; empty when there is none. */
  lines: PurchaseLine[];
  /** Lines that were not refunded and whose right has ended. */
  endedLines: PurchaseLine[];
  /** What would be refunded, in öre. */
  refundOre: number;
}

/**
 * The right of withdrawal from a purchase of digital content (directive 2011/83/EU, articles 9 and 16 m; the Swedish
 * distansavtalslagen, chapter 2). It lasts 14 days. It ends early, on delivery, if the buyer consented to immediate
 * delivery; what has not come out yet keeps it until delivery. Consent counts only once the shop has confirmed it on a
 * durable medium (article 8(7)): if the shop sends mail, once its confirmation was sent. An order that was refunded,
 * reversed by the bank or is disputed has none. A double payment can always be withdrawn from: the second order delivered
 * nothing. A gift is delivered when somebody opens it; until then its buyer can withdraw. The wording for buyers, and
 * this reading of the law, are for a lawyer to check (docs/operations.md).
 * @param now or when the withdrawal was received: then a release, the opening of a gift and the confirmation since do not
 *   count, all else does
 */
export function withdrawalRight(order: RecordedOrder, now: Date): WithdrawalRight {
  const { purchase } = order;
  const { standing, returnedProductIds, refundedOre } = deriveRecorded(order);
  const open = holdsMoney(standing);
  const held = purchase.lines.filter(({ productId }) => !returnedProductIds.has(productId));
  const lines = open ? held.filter((line) => timesLeft(order, line, now).length > 0) : [];
  const price = sumOf(lines.map(({ priceOre }) => priceOre));
  return {
    lines,
    endedLines: held.filter((line) => !lines.includes(line)),
    refundOre: Math.max(0, Math.min(price, purchase.totalOre - refundedOre)),
  };
}

/**
 * Until when a line can be withdrawn from, for operators: each of these times alone keeps the right, and without one it
 * has ended.
 */
function timesLeft(order: RecordedOrder, line: PurchaseLine, now: Date): string[] {
  if (order.repeats !== null) return ['at any time, as it was paid twice'];
  const { gift, purchase } = order;
  const opensOn = opensInOrder(order, line.productId, shopDay(now));
  return [
    ...(gift !== null && (gift.openedAt === null || now < gift.openedAt)
      ? ['until somebody opens the gift']
      : []),
    ...(opensOn === null ? [] : [`until it opens on ${opensOn}`]),
    ...(hasFourteenDays(order, now) && now < withdrawalEnd(purchase.paidAt)
      ? [`until ${lastWithdrawalDay(purchase.paidAt)}`]
      : []),
  ];
}

/**
 * Until when an order can be withdrawn from, or when that ended, for operators. Empty after a withdrawal, and for an order
 * whose money went back or is disputed.
 */
export function withdrawalTimes(order: RecordedOrder, now: Date): string {
  const { lines, endedLines } = withdrawalRight(order, now);
  if (order.withdrawal !== null || !holdsMoney(deriveRecorded(order).standing)) return '';
  const ended = hasFourteenDays(order, now)
    ? `ended on ${lastWithdrawalDay(order.purchase.paidAt)}`
    : 'ended when it was unlocked, as the buyer had agreed';
  return [
    ...lines.map((line) => `${line.productId}: ${timesLeft(order, line, now).join(', and in any case ')}`),
    ...endedLines.map(({ productId }) => `${productId}: ${ended}`),
  ].join('; ');
}

/** Whether the 14 days are the buyer's: without consent to the delivery at once, or as long as that is not confirmed. */
const hasFourteenDays = (order: RecordedOrder, now: Date): boolean =>
  order.purchase.consentText === null || owesConfirmation(order, now);

/** Whether a confirmation was due by mail and had not been sent: it waited, or did not arrive. */
const owesConfirmation = ({ confirmation }: RecordedOrder, now: Date): boolean =>
  confirmation !== null && (confirmation.sentAt === null || now < confirmation.sentAt);

/**
 * The day on which all that a product of this order unlocks is released, if it is still to come, as `opensOn` gives it. What
 * the catalogue has added to a bundle since is not part of the order. A product that left the catalogue counts as released.
 */
export function opensInOrder({ grants }: RecordedOrder, productId: string, today: string): string | null {
  const product = productById(productId);
  if (!product) return null;
  // Nothing was granted yet while a gift is unopened: it unlocks what its products unlock then.
  const isIncluded = (id: string) =>
    grants.length === 0 || grants.some(({ adventureId }) => adventureId === id);
  return opensOn({ world: product.world, unlocks: product.unlocks.filter(isIncluded) }, today);
}

/** Whether everything that a product of this order unlocks has been released. */
export const isDelivered = (order: RecordedOrder, { productId }: PurchaseLine, now: Date): boolean =>
  opensInOrder(order, productId, shopDay(now)) === null;

/** When the 14 days are over, UTC. */
const withdrawalEnd = (paidAt: Date): Date => periodEnd(shopDay(paidAt), withdrawalDays);

/** The last of the 14 days, or the working day after it, `YYYY-MM-DD`. */
export const lastWithdrawalDay = (paidAt: Date): string =>
  new Date(withdrawalEnd(paidAt).getTime() - 1).toISOString().slice(0, 10);
