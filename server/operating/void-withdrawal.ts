// A withdrawal that another than the buyer declared does not count.

import { deriveRecorded } from '#server/buying/order-facts.ts';
import { findOrder, lockPurchase } from '#server/buying/purchases.ts';
import { voidWithdrawal as voidIt } from '#server/buying/withdrawals.ts';
import { paymentLock } from '#server/ledger/locks.ts';
import { Refusal } from '#server/refusal.ts';
import { checkedReason } from './checked-input.ts';
import { carryOut, type OperatorNeeds } from './operator-action.ts';
import { notRecorded, recordedOrder } from './order-summaries.ts';

/**
 * Has an order's withdrawal not count, because its buyer says that it was not theirs: the order is as it was before, and
 * the buyer may still withdraw from it. What was declared is kept.
 * @param reference of the withdrawal, as its letters name it
 * @throws {Refusal} when there is no such order or withdrawal, or its money has gone back
 */
export async function voidWithdrawal(
  needs: OperatorNeeds,
  sessionOrPayment: string,
  reference: string,
  why: string,
): Promise<{ checkoutSessionId: string; reference: string }> {
  const { checkoutSessionId, paymentIntentId } = await recordedOrder(needs.ledger, sessionOrPayment);
  const about = { subject: checkoutSessionId, reason: checkedReason(why), details: { reference } };
  const locks = [paymentLock(paymentIntentId, checkoutSessionId)];
  return carryOut(needs, 'orders.void-withdrawal', about, locks, function* ({ actor, at }) {
    const purchase = yield* lockPurchase(checkoutSessionId);
    const order = yield* findOrder(checkoutSessionId);
    if (!purchase || !order) throw notRecorded(checkoutSessionId);
    if (order.withdrawal?.reference !== reference)
      throw new Refusal('not_found', `No withdrawal ${reference} counts for this order.`);
    if (deriveRecorded(order).withdrawalPaidBack)
      throw new Refusal(
        'invalid_request',
        'What was withdrawn from has been paid back, so the contract has ended.',
      );
    yield* voidIt(purchase.id, order.withdrawal, { by: actor, event: null }, at);
    return { checkoutSessionId, reference };
  });
}
