// Orders, for operators: search, show, re-sync with the payment provider, open questions.

import { doublesIn, type OpenAttention, openAttention, resolveAttention } from '#server/buying/attention.ts';
import { maskEmail, type OrderStatusNeeds } from '#server/buying/order-status.ts';
import type { OperatorPayments, PaymentBooks } from '#server/buying/payment-provider.ts';
import { orderMoves } from '#server/buying/purchase-moves.ts';
import { findOrder } from '#server/buying/purchases.ts';
import { type ResyncResult, resyncOrder } from '#server/buying/resync-order.ts';
import { withdrawalTimes } from '#server/buying/withdrawal-right.ts';
import { lettersOfOrder } from '#server/outbox/outbox-report.ts';
import type { Gift } from '#server/owning/gifts.ts';
import { grantHistory } from '#server/owning/grants.ts';
import { Refusal } from '#server/refusal.ts';
import { isAccountId } from '#shared/account-id.ts';
import { normaliseEmail } from '#shared/identity-input.ts';
import { isOrderId, orderSearchOf } from '#shared/order-id.ts';
import { checkedReason } from './checked-input.ts';
import { actionsOnOrder, carryOut, lookUp, noteAction, type OperatorNeeds } from './operator-action.ts';
import {
  nothingOpen,
  notRecorded,
  type OrderSummary,
  recordedOrder,
  searchOrders,
} from './order-summaries.ts';
import type { OnProgress } from './paid-parts.ts';

/** The beginnings of ids of checkout sessions and payments. */
const orderIdForm = /^(cs|pi)_\w*$/i;

/** The search text as the audit log stores it. Text that is no id may be part of an e-mail address. */
const searchedFor = (text: string): string =>
  orderIdForm.test(text) || isAccountId(text) ? text : maskEmail(text);

/** Orders that one search shows, at most. */
const mostOrdersFound = 50;

/** What calls to the payment provider need in addition. */
export interface OperatorOrderNeeds extends OperatorNeeds, OrderStatusNeeds {
  books: PaymentBooks;
  operatorPayments: OperatorPayments;
}

/**
 * Orders whose address, or one before it, session, payment or account contains the search text, newest first.
 * @param onProgress called with days
 * @returns the newest, and whether there are more
 */
export async function findOrders(
  needs: OperatorNeeds,
  query: string,
  onProgress?: OnProgress,
): Promise<{ orders: OrderSummary[]; more: boolean }> {
  const text = orderSearchOf(query);
  const wanted = text.includes('@') ? normaliseEmail(text) : text;
  const found = await searchOrders(needs.ledger, wanted, mostOrdersFound + 1, onProgress);
  const orders = found.slice(0, mostOrdersFound);
  await noteAction(needs, 'orders.find', {
    subject: wanted === '' ? null : searchedFor(wanted),
    details: { found: orders.length },
  });
  return { orders, more: found.length > orders.length };
}

/** Everything known about one order. */
export type OrderDetails = Awaited<ReturnType<typeof showOrder>>;

/** @throws {Refusal} `order_not_found` when the order is not recorded here */
export async function showOrder(needs: OperatorNeeds, sessionOrPayment: string) {
  const summary = await recordedOrder(needs.ledger, sessionOrPayment);
  const id = summary.checkoutSessionId;
  return lookUp(needs, 'orders.show', { subject: id }, function* () {
    const order = yield* findOrder(id);
    if (!order) throw notRecorded(id);
    const history = yield* grantHistory(id);
    const moves = yield* orderMoves(id);
    const open = yield* openAttention();
    const attention = open.filter(({ checkoutSessionId }) => checkoutSessionId === id);
    const paidTwice = doublesIn(open).filter(({ double, stays }) => double === id || stays === id);
    const letters = yield* lettersOfOrder(id);
    const actions = yield* actionsOnOrder(id);
    const gift = order.gift && giftFactsOf(order.gift);
    const { grants } = order;
    const mayWithdraw = withdrawalTimes(order, needs.clock());
    return {
      summary,
      order,
      mayWithdraw,
      gift,
      grants,
      history,
      moves,
      attention,
      paidTwice,
      letters,
      actions,
    };
  });
}

/**
 * What operators see of a gift, to say why it has not arrived. The words are none of their business, and the address is
 * only to be compared with the one that its buyer names.
 */
const giftFactsOf = ({ openedAt, recipient, sendOn, letter }: Gift) => ({
  openedAt,
  sendOn,
  letter,
  recipient: recipient && maskEmail(recipient),
});

/**
 * Re-syncs an order with the payment provider: the payment, refunds and disputes.
 * @throws {Refusal} `order_not_found` when the provider has no such session or payment
 * @throws {PaymentProviderUnavailable}
 */
export async function resyncRecordedOrder(
  needs: OperatorOrderNeeds,
  sessionOrPayment: string,
): Promise<ResyncResult> {
  const named = orderSearchOf(sessionOrPayment);
  if (!isOrderId(named)) {
    throw new Refusal(
      'order_not_found',
      `The payment provider cannot be asked about ${named ? `"${named}"` : 'nothing'}. Name a checkout session (cs_…), a payment (pi_…) or the address of the order's page; "orders find" takes a part of an e-mail address.`,
    );
  }
  const id = named.startsWith('pi_') ? await needs.operatorPayments.sessionOfPayment(named) : named;
  if (id === null) {
    throw new Refusal(
      'order_not_found',
      `The payment provider has no checkout session with the payment ${named}.`,
    );
  }
  const result = await resyncOrder(needs, id, needs.actor);
  if (result.outcome === 'not_found') {
    throw new Refusal('order_not_found', `The payment provider has no checkout session ${id}.`);
  }
  await noteAction(needs, 'orders.resync', { subject: id, details: { ...result } });
  return result;
}

/**
 * Makes the payment provider send the receipt again, to the order's address.
 * @throws {Refusal} when the order is not recorded here, cost nothing, or has no successful charge; `invalid_email` when the
 * provider does not take its address
 * @throws {PaymentProviderUnavailable}
 */
export async function resendReceipt(
  needs: OperatorOrderNeeds,
  sessionOrPayment: string,
): Promise<{ checkoutSessionId: string; email: string }> {
  const { checkoutSessionId, paymentIntentId, email } = await recordedOrder(needs.ledger, sessionOrPayment);
  const sent = paymentIntentId !== null && (await needs.operatorPayments.sendReceipt(paymentIntentId, email));
  if (!sent) throw new Refusal('order_not_found', 'This order has no payment that a receipt could be for.');
  await noteAction(needs, 'orders.resend-receipt', { subject: checkoutSessionId });
  return { checkoutSessionId, email };
}

/** All open questions, oldest first. */
export function listAttention(needs: OperatorNeeds): Promise<OpenAttention[]> {
  return lookUp(needs, 'orders.attention', {}, openAttention);
}

/** Closes an open question. @throws {Refusal} `not_found` when no such question is open */
export async function closeAttention(
  needs: OperatorNeeds,
  item: { checkoutSessionId: string; reason: string; subject: string },
  why: string,
): Promise<void> {
  const reason = checkedReason(why);
  const about = { subject: item.checkoutSessionId, reason, details: { ...item } };
  await carryOut(needs, 'orders.resolve', about, [], function* ({ actor, at }) {
    if (!(yield* resolveAttention(item, actor, at))) throw nothingOpen();
  });
}
