// The part of a confirmation that tells a buyer of the right of withdrawal.

import type { PurchaseLine } from '#server/buying/payment-provider.ts';
import type { RecordedOrder } from '#server/buying/records.ts';
import { isDelivered, lastWithdrawalDay, withdrawalRight } from '#server/buying/withdrawal-right.ts';
import { dayInWords, shopDayInWords } from '#shared/day-in-words.ts';
import { paths } from '#shared/routes.ts';
import { type Desk, heading, type Part, quote } from './letter.ts';
import { titlesIn } from './order-parts.ts';

/**
 * The terms of withdrawal that apply to this order once this letter is sent, in full: with them the letter is the
 * confirmation on a durable medium (directive 2011/83/EU, articles 8(7) and 16 m). The wording is for legal review
 * (docs/operations.md).
 */
export function rightOfWithdrawal(order: RecordedOrder, desk: Desk): Part[] {
  const { consentText } = order.purchase;
  // This letter is the confirmation that was due. A dispute ends no contract.
  const confirmation = { delivery: 'sent', sentAt: desk.now } as const;
  const confirmed: RecordedOrder = { ...order, confirmation, disputes: [] };
  const right = withdrawalRight(confirmed, desk.now);
  const stands = ({ productId }: PurchaseLine) => !order.withdrawal?.productIds.includes(productId);
  const lines = right.lines.filter(stands);
  const ended = right.endedLines.filter(stands);
  return [
    heading('Your right of withdrawal'),
    ...(consentText === null ? [] : ['When you paid, you agreed to this:', quote(consentText)]),
    ...(ended.length > 0 ? [`${titlesIn(ended)}: ${whyEnded(order)}`] : []),
    ...untilWhen(order, lines, desk.now),
    ...(lines.length > 0 ? howToWithdraw(order, lines, desk) : []),
    `Who may withdraw, and how: ${desk.publicUrl}${paths.withdraw()}`,
  ];
}

const lastDayOf = ({ purchase }: RecordedOrder): string => dayInWords(lastWithdrawalDay(purchase.paidAt));

/** Without consent the right ends with its time: the letter may come late, as one to a corrected address does. */
const whyEnded = (order: RecordedOrder): string =>
  order.purchase.consentText === null
    ? `the right of withdrawal ended on ${lastDayOf(order)}.`
    : 'you asked for it at once, knowing that the right of withdrawal ends with that. It was unlocked, and with this confirmation the right has ended.';

/** Until when what can be withdrawn from can be. */
function untilWhen(order: RecordedOrder, lines: readonly PurchaseLine[], now: Date): Part[] {
  const lastDay = lastDayOf(order);
  const andInAnyCase = order.purchase.consentText === null ? `, and in any case until ${lastDay}` : '';
  const said = (some: readonly PurchaseLine[], words: string) =>
    some.length > 0 ? [`${titlesIn(some)}: ${words}`] : [];
  if (order.repeats) {
    return said(
      lines,
      'while you have this by another order, you may withdraw from this one at any time and get this payment back; what you have stays unlocked. If you open only this one in the app, it is the other order that you may withdraw from.',
    );
  }
  if (order.gift?.openedAt === null) {
    return said(
      lines,
      `it is a gift. You may withdraw until somebody has opened it${andInAnyCase}, without saying why. Once you have withdrawn, its link opens nothing any more.`,
    );
  }
  return [
    ...said(
      lines.filter((line) => !isDelivered(order, line, now)),
      `you may withdraw until the day it comes out${andInAnyCase}, without saying why.`,
    ),
    ...said(
      lines.filter((line) => isDelivered(order, line, now)),
      `you may withdraw from this contract within 14 days, without saying why. The last day is ${lastDay}.`,
    ),
  ];
}

function howToWithdraw(order: RecordedOrder, lines: readonly PurchaseLine[], { facts }: Desk): Part[] {
  const { paidAt, checkoutSessionId } = order.purchase;
  return [
    `To withdraw, tell us so clearly: on the page of your order, with the button "Withdraw from contract here", or by mail to ${facts.email.support}. It is enough that you send it before the time is over. You may use these words, but need not:`,
    quote(
      [
        `To ${facts.company.name}, ${facts.email.support}:`,
        `I withdraw from my contract for ${titlesIn(lines)},`,
        `ordered on ${shopDayInWords(paidAt)}, order ${checkoutSessionId}.`,
        'My name, my address, today\u2019s date.',
      ].join('\n'),
    ),
    `If you withdraw, we pay back what you paid for it, within 14 days of hearing from you, by the means you paid with and at no cost to you.${order.repeats || order.gift?.openedAt === null ? '' : ' With the money, what you withdrew from is locked again.'}`,
  ];
}
