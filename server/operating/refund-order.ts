// An operator refunds an order.

import { randomUUID } from 'node:crypto';
import { deriveRecorded, holdsMoney } from '#server/buying/order-facts.ts';
import { findOrder } from '#server/buying/purchases.ts';
import { resyncOrder } from '#server/buying/resync-order.ts';
import { Refusal } from '#server/refusal.ts';
import { checkedReason } from './checked-input.ts';
import { noteAction } from './operator-action.ts';
import type { OperatorOrderNeeds } from './operator-orders.ts';
import { notRecorded, recordedOrder } from './order-summaries.ts';

/**
 * Gives all of an order back that has not gone back yet, and takes in what the payment provider says of it: the unlocks of
 * this order end with it. Asking twice, or by two operators at once, gives it back once.
 * @returns the refund as the payment provider tells it, in öre of the order's currency, and the order's invoice, which a refund leaves as it is
 * @throws {Refusal} when the order is not recorded here, cost nothing, went back already, or is with the buyer's bank
 * @throws {PaymentProviderUnavailable}
 */
export async function refundOrder(needs: OperatorOrderNeeds, sessionOrPayment: string, why: string) {
  const reason = checkedReason(why);
  const { checkoutSessionId, paymentIntentId } = await recordedOrder(needs.ledger, sessionOrPayment);
  // Re-sync first: there may be a refund or a dispute that is not recorded here yet.
  await resyncOrder(needs, checkoutSessionId, needs.actor);
  const order = await needs.ledger.snapshot(() => findOrder(checkoutSessionId));
  if (!order) throw notRecorded(checkoutSessionId);
  const { standing } = deriveRecorded(order);
  if (paymentIntentId === null || !holdsMoney(standing)) {
    throw new Refusal(
      'refund_not_possible',
      paymentIntentId === null
        ? 'This order cost nothing.'
        : `The money of this order cannot be given back: it is ${standing}.`,
    );
  }
  // Another key each time: Stripe repeats its answer to a key for a day, also that it failed. Retries of this call share the
  // key, and a second refund is not made in any case: Stripe gives back what was paid and no more.
  const key = `refund ${checkoutSessionId} ${randomUUID()}`;
  const { id: refundId, ...refund } = await needs.operatorPayments.refund(paymentIntentId, key);
  await resyncOrder(needs, checkoutSessionId, needs.actor);
  const given = { refundId, ...refund };
  await noteAction(needs, 'orders.refund', { subject: checkoutSessionId, reason, details: given });
  const { currency, invoiceId } = order.purchase;
  return { checkoutSessionId, ...given, currency, invoiceId };
}
