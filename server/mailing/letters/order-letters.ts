// Letters about orders and payments. Each is a pure function of the order's state at sending.

import { asPaid } from '#server/buying/charged.ts';
import { isOver } from '#server/buying/order-standing.ts';
import type { Purchase, RecordedOrder, Withdrawal } from '#server/buying/records.ts';
import type { ClaimError } from '#shared/api/claims.ts';
import { productById, titleById } from '#shared/catalogue.ts';
import { dayInWords, shopDayInWords } from '#shared/day-in-words.ts';
import { momentInWords } from '#shared/moment-in-words.ts';
import { opensOn } from '#shared/release-days.ts';
import { paths } from '#shared/routes.ts';
import { shopDay } from '#shared/shop-day.ts';
import { closing, type Desk, type Letter, link, list, quote } from './letter.ts';
import {
  howToGive,
  howToPlay,
  invoice,
  linkToOrder,
  openings,
  titleOf,
  titlesIn,
  titlesOf,
  whatWasBought,
  whatWentBack,
} from './order-parts.ts';
import { rightOfWithdrawal } from './right-of-withdrawal.ts';
import { whoSells } from './who-sells.ts';

/**
 * The confirmation of the contract: everything that the buyer must be able to read again in a year.
 * @param invoiceUrl where the invoice can be read for a month, if known
 */
export function orderConfirmation(order: RecordedOrder, desk: Desk, invoiceUrl?: unknown): Letter {
  return {
    subject: `Your order: ${titlesIn(order.purchase.lines)}`,
    parts: [
      'Thank you. Your payment is here, and your order is recorded.',
      ...confirmed(order, desk, invoiceUrl),
    ],
  };
}

/** The confirmation to the corrected address. */
export function addressCorrected(order: RecordedOrder, desk: Desk): Letter {
  // Somebody may have put it on an account by its link meanwhile, and that account need not have this address.
  const waitsForAddress = !order.gift && !desk.obstacle && order.purchase.accountId === null;
  return {
    subject: `Your order is now recorded for this address: ${titlesIn(order.purchase.lines)}`,
    parts: [
      `From now on your order belongs to ${order.purchase.email}${waitsForAddress ? ': log in to the app with this one' : ''}.`,
      ...confirmed(order, desk),
    ],
  };
}

function confirmed(order: RecordedOrder, desk: Desk, invoiceUrl?: unknown) {
  const { repeats, gift } = order;
  const { obstacle = null } = desk;
  const repetition =
    repeats &&
    `You have the same by your order of ${shopDayInWords(repeats.paidAt)}, so this payment unlocks nothing new. You can have it back: see below.`;
  const news = obstacle === null ? repetition : obstacleInWords[obstacle];
  return [
    ...(news ? [news] : []),
    ...whatWasBought(order),
    ...(obstacle === null ? whatWentBack(order) : []),
    ...(obstacle === null ? openings(order, desk.now, gift === null) : []),
    linkToOrder(order, desk),
    ...invoice(order, invoiceUrl),
    ...(obstacle !== null ? [] : gift ? howToGive(order, gift, desk) : howToPlay(order, desk)),
    ...(isOver(obstacle) ? [] : rightOfWithdrawal(order, desk)),
    ...whoSells(order, desk),
    ...closing(desk),
  ];
}

/** What has happened to an order that unlocks nothing by the time it is confirmed. */
const obstacleInWords: Partial<Record<ClaimError, string>> = {
  order_withdrawn: 'You have withdrawn from this order, and the money comes back to you.',
  order_refunded: 'The money of this order went back to you, so it unlocks nothing any more.',
  order_disputed:
    'Your bank is looking into this payment. Until it has decided, what the order unlocked is locked.',
  order_reversed: 'Your bank has taken this payment back, so the order unlocks nothing any more.',
  order_ended: 'This order unlocks nothing at present. Write to us if you think that it should.',
};

/** The links of all orders of an address, for whoever asked for them on the site. @param purchases newest first */
export const orderLinks = (purchases: readonly Purchase[], desk: Desk): Letter => ({
  subject: 'The links of your orders',
  parts: [
    'Somebody, most likely you, asked on our site for the orders of this address. Was it not you? Then there is nothing to do: nobody but you has this answer.',
    ...purchases.map((purchase) =>
      link(
        `${shopDayInWords(purchase.paidAt)}, ${titlesIn(purchase.lines)}, ${asPaid(purchase, purchase.totalOre)}`,
        `${desk.publicUrl}${paths.order(purchase.checkoutSessionId)}`,
      ),
    ),
    'The page of an order says how it stands, and lets you withdraw from it for as long as you may. Keep its link to yourself.',
    'To play, log in to the app with this address, or with the account you were signed in to when you paid.',
    ...closing(desk),
  ],
});

/** To the address that an order had before, which may be a stranger's: so it reveals as little as possible. */
export function orderMoved(desk: Desk): Letter {
  return {
    subject: 'An order is no longer recorded for this address',
    parts: [
      'An order at our shop was recorded for this address. It has been moved to another one, by whoever paid for it or by us at their wish. It cannot be used with this address any more.',
      'If you paid for it yourself and did not want that, write to us and send the receipt of your payment along.',
      ...closing(desk),
    ],
  };
}

/** The acknowledgement of a withdrawal with its content, day and time (directive 2011/83/EU, article 11a). */
export function withdrawalAcknowledged(withdrawal: Withdrawal, order: RecordedOrder, desk: Desk): Letter {
  return {
    subject: `We have received your withdrawal ${withdrawal.reference}`,
    parts: [
      `Your statement reached us on ${momentInWords(withdrawal.receivedAt)}. Keep this mail: it is your proof.`,
      quote(withdrawal.confirmation.trim()),
      'You need not do anything more. When the money is on its way, we write to the address of the order.',
      linkToOrder(order, desk),
      ...closing(desk),
    ],
  };
}

/**
 * To the order's own address when a withdrawal names another one: the order's link is enough to declare it, so its buyer has
 * to learn of it before the money goes back. Says nothing of who declared it, for this address may be mistyped.
 */
export function withdrawalDeclared(withdrawal: Withdrawal, order: RecordedOrder, desk: Desk): Letter {
  const { reference, receivedAt, productIds } = withdrawal;
  return {
    subject: `A withdrawal from your order was declared: ${reference}`,
    parts: [
      `On ${momentInWords(receivedAt)}, somebody withdrew from your order, with another email address than this one. It is about:`,
      list(productIds.map(titleOf)),
      'If that was you, you need not do anything: the acknowledgement went to the other address.',
      'If it was not you, write to us now, before the money goes back, and we will not count it.',
      linkToOrder(order, desk),
      ...closing(desk),
    ],
  };
}

/** A pre-order was released. */
export function preOrderOut(order: RecordedOrder, productIds: readonly string[], desk: Desk): Letter {
  const titles = productIds.map(titleById);
  return {
    subject: `It is out: ${titles.join(', ')}`,
    parts: [
      // Not "today": a dispute or an outage may have held this letter back.
      'You ordered it before it came out. Now it is here, and it is in the app.',
      list(titles),
      ...howToPlay(order, desk),
      linkToOrder(order, desk),
      ...closing(desk),
    ],
  };
}

/** The day of a pre-order was put off: until it has come, its buyer may withdraw. @param days `YYYY-MM-DD` */
export function preOrderPutOff(
  order: RecordedOrder,
  productIds: readonly string[],
  days: { before: string; now: string },
  desk: Desk,
): Letter {
  const titles = productIds.map(titleById);
  return {
    subject: `It comes later: ${titles.join(', ')}`,
    parts: [
      `You ordered this before it comes out. It was to open on ${dayInWords(days.before)}, and opens on ${dayInWords(days.now)} instead. We are sorry that you have to wait.`,
      list(titles),
      'If you want to wait, you need not do anything: it is unlocked on that day.',
      'If you would rather have your money back, you may withdraw from it until that day, without saying why: on the page of your order, or by answering this mail.',
      linkToOrder(order, desk),
      ...closing(desk),
    ],
  };
}

/** A checkout that is not paid yet: its product ids and its amount. */
interface UnsettledCheckout {
  checkoutSessionId: string;
  productIds: readonly string[];
  /** In the buyer's currency. */
  amount: string;
  isGift: boolean;
}

/** The buyer has finished checkout, and the payment is pending. */
export const paymentProcessing = (checkout: UnsettledCheckout, desk: Desk): Letter => ({
  subject: `Your payment is on its way: ${titlesOf(checkout.productIds)}`,
  parts: [
    `You have ordered this, and the payment of ${checkout.amount} is on its way to us. That can take a few days, as your bank does it. You need not do anything.`,
    list(checkout.productIds.map(titleOf)),
    `As soon as the money is here we confirm the order by mail, and ${whatComesOfIt(checkout, desk.now)}.`,
    link('How it stands', `${desk.publicUrl}${paths.order(checkout.checkoutSessionId)}`),
    ...closing(desk),
  ],
});

function whatComesOfIt({ isGift, productIds }: UnsettledCheckout, now: Date): string {
  if (isGift) return 'you can give it away on the page of your order';
  const products = productIds.flatMap((id) => productById(id) ?? []);
  const isAhead = products.some((product) => opensOn(product, shopDay(now)) !== null);
  return `what you bought is unlocked${isAhead ? ', each from the day on which it opens' : ''}`;
}

/** The payment failed after the buyer had finished checkout. */
export const paymentFailed = (checkout: UnsettledCheckout, desk: Desk): Letter => ({
  subject: `Your payment failed: ${titlesOf(checkout.productIds)}`,
  parts: [
    `The payment of ${checkout.amount} did not come through: your bank or the payment service turned it down after you had done your part. There is no order, and nothing was unlocked.`,
    list(checkout.productIds.map(titleOf)),
    'If money did leave your account, it comes back by itself. You can order the same again whenever you like.',
    link('Back to the shop', `${desk.publicUrl}${paths.shop()}`),
    ...closing(desk),
  ],
});
