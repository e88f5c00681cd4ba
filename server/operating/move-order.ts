// Moving an order to another address, because the buyer had typed a wrong one.

import { movePurchase, type OrderMove } from '#server/buying/move-purchase.ts';
import { lockPurchase } from '#server/buying/purchases.ts';
import { addressLock } from '#server/ledger/locks.ts';
import { Refusal } from '#server/refusal.ts';
import { checkedEmail, checkedReason } from './checked-input.ts';
import { carryOut, type OperatorNeeds, subjectOf } from './operator-action.ts';
import { notRecorded, recordedOrder } from './order-summaries.ts';

/**
 * Moves an order to the owner of another address. What it unlocks leaves its account and waits for the new address.
 * @throws {Refusal} when there is no such order, the address is invalid, the order has it already, or has just moved
 */
export async function moveOrder(
  needs: OperatorNeeds,
  sessionOrPayment: string,
  to: string,
  why: string,
): Promise<OrderMove> {
  const { checkoutSessionId, email: from } = await recordedOrder(needs.ledger, sessionOrPayment);
  const email = checkedEmail(to);
  if (email === from) throw new Refusal('invalid_email', `The order belongs to ${email} already.`, 'email');
  const reason = checkedReason(why);
  const details = { from: subjectOf(from), to: subjectOf(email) };
  const about = { subject: checkoutSessionId, reason, details };
  const locks = [addressLock(from), addressLock(email)];
  return carryOut(needs, 'orders.move', about, locks, function* ({ actor, at }) {
    const purchase = yield* lockPurchase(checkoutSessionId);
    if (!purchase) throw notRecorded(checkoutSessionId);
    // Its buyer has corrected the address at this moment.
    if (purchase.email !== from)
      throw new Refusal(
        'invalid_email',
        `The order has just moved to ${purchase.email}: look again.`,
        'email',
      );
    yield* movePurchase(purchase, email, reason, actor, at);
    return { from, to: email, reason, actor, at };
  });
}
