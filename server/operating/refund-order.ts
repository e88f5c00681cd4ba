// An operator refunds an order.

import { randomUUID } from 'node:crypto';
import { deriveRecorded } from '#server/buying/order-facts.ts';
import { findOrder } from '#server/buying/purchases.ts';
import { resyncOrder } from '#server/buying/resync-order.ts';
import { Refusal } from '#server/refusal.ts';
import { holdsMoney } from '#shared/holds-money.ts';
import { checkedReason } from './checked-input.ts';
import { noteAction } from './operator-action.ts';
import type { OperatorOrderNeeds } from './operator-orders.ts';
import { notRecorded, recordedOrder } from './order-summaries.ts';

/** What to do, and what not, about money that cannot be given back from here. */
const whatInstead: Readonly<Record<string, string>> = {
  disputed:
    ' Answer or accept the dispute at the payment provider, and refund nothing there: the buyer would have the money twice.',
  reversed: ' The bank has given it back to the buyer.',
};

/**
 * Refunds everything of an order that was not refunded yet, and records the payment provider's answer, which ends the
 * order's unlocks. Idempotent: repeating it, or two operators at once, refunds once.
 * @returns the provider's refund, in öre of the order's currency, and the order's invoice, which a refund does not change
 * @throws {Refusal} when the order is not recorded here, cost nothing, was refunded already, or is disputed
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
        : `The money of this order cannot be given back: it is ${standing}.${whatInstead[standing] ?? ''}`,
    );
  }
  // A new idempotency key for each call: Stripe repeats its answer to a key for a day, even a failure. Retries within
  // this call share the key. Two keys cannot refund twice, because Stripe never refunds more than was paid.
  const key = `refund ${checkoutSessionId} ${randomUUID()}`;
  const { id: refundId, ...refund } = await needs.operatorPayments.refund(paymentIntentId, key);
  await resyncOrder(needs, checkoutSessionId, needs.actor);
  const given = { refundId, ...refund };
  await noteAction(needs, 'orders.refund', { subject: checkoutSessionId, reason, details: given });
  const { currency, invoiceId } = order.purchase;
  return { checkoutSessionId, ...given, currency, invoiceId };
}
