// Orders as the command line prints them.

import { chargedOf } from '#server/buying/charged.ts';
import type { Withdrawal } from '#server/buying/records.ts';
import { percentOf } from '#server/buying/vat.ts';
import type { OrderDetails } from '#server/operating/operator-orders.ts';
import type { OrderSummary } from '#server/operating/order-summaries.ts';
import { whyNotInEffect } from '#server/owning/in-effect.ts';
import type { Withdrawal as DeclaredWithdrawal } from '#shared/api/withdrawals.ts';
import { giftStandingText } from '#shared/gift-standing.ts';
import { formatAmount, formatCharged } from '#shared/presentment.ts';
import { facts, moment, tableOf } from './display.ts';
import type { Tools } from './tools.ts';

/** Orders as lists show them. */
export const orderTable = tableOf<OrderSummary>({
  paid: 'paidAt',
  order: 'checkoutSessionId',
  address: 'email',
  products: 'productIds',
  total: ({ totalOre, currency }) => formatAmount(totalOre, currency),
  standing: 'standing',
  terms: ({ termsVersion }) => termsVersion ?? '',
  mode: ({ live }) => (live ? '' : 'test'),
  mail: ({ lettersInTrouble }) => (lettersInTrouble > 0 ? 'bounced' : ''),
});

/** An order in a line. */
export function orderLine(summary: OrderSummary): string {
  const { checkoutSessionId, email, productIds, totalOre, currency, paidAt, standing } = summary;
  return `${checkoutSessionId}: ${productIds.join('+')} for ${formatAmount(totalOre, currency)}, paid ${moment(paidAt)} by ${email}, ${standing}.`;
}

const unlockTable = tableOf<OrderDetails['grants'][number]>({
  grant: 'id',
  unlocks: 'adventureId',
  account: ({ accountId }) => accountId ?? '(waits for its address)',
  counts: (grant) => whyNotInEffect(grant) ?? 'yes',
});
const letterTable = tableOf<OrderDetails['letters'][number]>({
  letter: 'kind',
  state: 'state',
  answer: ({ fault }) => fault ?? '',
  written: 'writtenAt',
  ended: 'endedAt',
});
const historyTable = tableOf<OrderDetails['history'][number]>({
  when: 'at',
  unlock: 'adventureId',
  what: 'what',
  why: 'reason',
  who: 'actor',
  event: 'eventId',
});

const actionTable = tableOf<OrderDetails['actions'][number]>({
  'operators did': 'action',
  when: 'at',
  who: 'actor',
  why: 'reason',
});

/** What is withdrawn from, and for how much. */
export const withdrawnText = ({ products, kept, refundText: sum }: DeclaredWithdrawal): string => {
  const idsOf = (list: typeof products) => list.map(({ id }) => id).join('+');
  return `withdrawn from ${idsOf(products)} for ${sum}${kept.length > 0 ? `, without ${idsOf(kept)}` : ''}`;
};

const withdrawalText = (
  { reference, receivedAt, name, email, productIds, refundOre }: Withdrawal,
  currency: string,
): string =>
  `${reference}, ${moment(receivedAt)}, by ${name} <${email}>: ${productIds.join(', ')} for ${formatAmount(refundOre, currency)}`;

/** All of an order. */
export function orderText(
  { summary, order, mayWithdraw, gift, grants, history, moves, attention, letters, actions }: OrderDetails,
  given: unknown,
  tools: Tools,
): string {
  const { currency } = summary;
  const { lines, consentText, termsVersion, country, vatOre, invoiceId } = order.purchase;
  const { charged } = chargedOf(order.purchase);
  return [
    facts([
      ['order', summary.checkoutSessionId],
      ['payment', summary.paymentIntentId],
      ['address', summary.email],
      ['account', summary.accountId],
      ['paid', moment(summary.paidAt)],
      ['total', formatAmount(summary.totalOre, currency)],
      ['charged as', charged ? formatCharged(charged) : null],
      ['standing', summary.standing],
      ['gift', gift && giftStandingText(gift)],
      ['mode', summary.live ? 'real payment' : 'test payment'],
      ['consent', consentText],
      ['terms', termsVersion && `version of ${termsVersion}`],
      ['country', country],
      ['VAT', vatOre === null ? null : formatAmount(vatOre, currency)],
      ['invoice', invoiceId],
      ['withdrawal', order.withdrawal ? withdrawalText(order.withdrawal, currency) : mayWithdraw],
    ]),
    tableOf<(typeof lines)[number]>({
      product: 'productId',
      price: ({ priceOre }) => formatAmount(priceOre, currency),
      VAT: ({ vat }) => (vat ? `${formatAmount(vat.ore, currency)} (${percentOf(vat.ratePpm)}%)` : ''),
    })(lines, given, tools),
    ...[...order.refunds, ...order.disputes].map(({ id, status, amountOre, ...fact }) => {
      const products = fact.kind === 'refund' && fact.productIds.length > 0 ? fact.productIds : null;
      const amount = formatAmount(amountOre, currency);
      return facts([
        [fact.kind, `${id}, ${status}, ${amount}${products ? ` for ${products.join('+')}` : ''}`],
      ]);
    }),
    ...moves.map(({ from, to, at, actor, reason }) =>
      facts([['moved', `${from} to ${to}, ${moment(at)}, ${actor}: ${reason}`]]),
    ),
    ...attention.map(({ reason, subject, raisedAt }) =>
      facts([['open', `${reason} ${subject}, since ${moment(raisedAt)}`]]),
    ),
    ...(letters.length > 0 ? [letterTable(letters, given, tools)] : []),
    unlockTable(grants, given, tools),
    historyTable(history, given, tools),
    ...(actions.length > 0 ? [actionTable(actions, given, tools)] : []),
  ].join('\n');
}
