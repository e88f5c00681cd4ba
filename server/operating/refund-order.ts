// An operator refunds an order.

import { randomUUID } from 'node:crypto';
import { deriveRecorded } from '#server/buying/order-facts.ts';
import type { RefundedPart } from '#server/buying/payment-provider.ts';
import { findOrder } from '#server/buying/purchases.ts';
import type { RecordedOrder } from '#server/buying/records.ts';
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
 * Refunds an order, and records the payment provider's answer, which ends what was unlocked for the money. Idempotent:
 * repeating it, or two operators at once, refunds once.
 * @param what everything that was not refunded yet, or only what the buyer withdrew from
 * @returns the provider's refund, in öre of the order's currency, and the order's invoice, which a refund does not change
 * @throws {Refusal} when the order is not recorded here, cost nothing, was refunded already, is disputed, or nothing was
 * withdrawn from that has not been given back
 * @throws {PaymentProviderUnavailable}
 */
export async function refundOrder(
  needs: OperatorOrderNeeds,
  sessionOrPayment: string,
  why: string,
  what: 'all' | 'withdrawn' = 'all',
) {
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
  const part = what === 'withdrawn' ? withdrawnPart(order) : undefined;
  const { id: refundId, ...refund } = await needs.operatorPayments.refund(
    paymentIntentId,
    idempotencyKey(order, part),
    part,
  );
  await resyncOrder(needs, checkoutSessionId, needs.actor);
  const given = { refundId, ...refund };
  await noteAction(needs, 'orders.refund', { subject: checkoutSessionId, reason, details: given });
  const { currency, invoiceId } = order.purchase;
  return { checkoutSessionId, ...given, currency, invoiceId };
}

/**
 * Stripe repeats its answer to a key for a day, even a failure, so all that is left is asked for under a new key each time:
 * it never refunds more than was paid. Of less it would, so that has the same key until a refund is known that was not
 * before. Retries within a call share its key.
 */
function idempotencyKey(order: RecordedOrder, part: RefundedPart | undefined): string {
  const { purchase, refunds } = order;
  const isLess = part !== undefined && part.amountOre < leftOf(order);
  const tried = isLess ? [part.reference, refunds.length] : [randomUUID()];
  return ['refund', purchase.checkoutSessionId, ...tried].join(' ');
}

/** What of the payment has not gone back, in öre. */
const leftOf = (order: RecordedOrder): number => order.purchase.totalOre - deriveRecorded(order).refundedOre;

/**
 * What the buyer withdrew from and has not got back: at its price, as they were told, and never more than is left.
 * @throws {Refusal} `refund_not_possible` when there is no such thing, or a refund without a product's name may have been it
 */
function withdrawnPart(order: RecordedOrder): RefundedPart {
  const { purchase, withdrawal } = order;
  const { returnedProductIds, attention } = deriveRecorded(order);
  const kept = purchase.lines.filter(({ productId }) => !returnedProductIds.has(productId));
  const withdrawn = kept.filter(({ productId }) => withdrawal?.productIds.includes(productId));
  if (!withdrawal || withdrawn.length === 0)
    throw new Refusal('refund_not_possible', 'Nothing was withdrawn from that has not been given back.');
  const unnamed = attention.find(({ reason }) => reason === 'partial_refund_unassigned');
  if (unnamed && withdrawn.length < kept.length)
    throw new Refusal(
      'refund_not_possible',
      `The refund ${unnamed.subject} names no product. If it was for this withdrawal, name its products at the payment provider; otherwise give the rest back there.`,
    );
  const price = withdrawn.reduce((sum, { priceOre }) => sum + priceOre, 0);
  return {
    amountOre: Math.min(price, leftOf(order)),
    productIds: withdrawn.map(({ productId }) => productId),
    reference: withdrawal.reference,
  };
}
