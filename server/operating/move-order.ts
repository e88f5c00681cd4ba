// Moving an order to another address, because the buyer had typed a wrong one.

import { movePurchase, type OrderMove } from '#server/buying/move-purchase.ts';
import { endedWithOwner, findStanding } from '#server/buying/order-standing.ts';
import { lockPurchase } from '#server/buying/purchases.ts';
import { addressLock } from '#server/ledger/locks.ts';
import type { Script } from '#server/ledger/script.ts';
import { Refusal } from '#server/refusal.ts';
import { checkedEmail, checkedReason } from './checked-input.ts';
import { carryOut, type OperatorNeeds, subjectOf } from './operator-action.ts';
import { erasedOrdersOf, notRecorded, recordedOrder } from './order-summaries.ts';

/**
 * Whether an order can move to an address, to be known before somebody agrees to it.
 * @returns both addresses, as the move would have them
 * @throws {Refusal} as {@link moveOrder}
 */
export async function previewMove(
  { ledger }: Pick<OperatorNeeds, 'ledger'>,
  sessionOrPayment: string,
  to: string,
) {
  const { checkoutSessionId, email: from } = await recordedOrder(ledger, sessionOrPayment);
  const email = checkedEmail(to);
  await ledger.snapshot(() => refuseVain(checkoutSessionId, email));
  return { checkoutSessionId, from, email };
}

/**
 * Moves an order to the owner of another address. What it unlocks leaves its account and waits for the new address; what ended
 * with an account that was deleted, or a person who was erased, is granted anew, also for the same address.
 * @throws {Refusal} when there is no such order, the address is invalid, the order has it already or has just moved, or
 * it would unlock nothing
 */
export async function moveOrder(
  needs: OperatorNeeds,
  sessionOrPayment: string,
  to: string,
  why: string,
): Promise<OrderMove> {
  const { checkoutSessionId, from, email } = await previewMove(needs, sessionOrPayment, to);
  const reason = checkedReason(why);
  const details = { from: subjectOf(from), to: subjectOf(email) };
  const about = { subject: checkoutSessionId, reason, details };
  const locks = [...new Set([addressLock(from), addressLock(email)])];
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
    yield* refuseVain(checkoutSessionId, email);
    yield* movePurchase(purchase, email, reason, actor, at);
    return { from, to: email, reason, actor, at };
  });
}

const endings: Readonly<Record<string, string>> = {
  order_refunded: 'The order was refunded',
  order_reversed: 'The bank took the payment back',
  order_ended: 'What the order unlocked has ended, for example because an operator took it back',
};

/**
 * Nothing would come of the move, and whoever wrote to the operator would wait for it. A gift is not its buyer's, so only the
 * order moves. An order whose buyer was erased belongs to nobody, whatever its address.
 * @throws {Refusal} `invalid_email`, `correction_not_possible`
 */
function* refuseVain(checkoutSessionId: string, email: string): Script<void> {
  const found = yield* findStanding(checkoutSessionId);
  if (found?.order.purchase.email === email && !(yield* erasedOrdersOf(email)).has(checkoutSessionId))
    throw new Refusal('invalid_email', `The order belongs to ${email} already.`, 'email');
  const ending = endings[found?.error ?? ''];
  if (!found || ending === undefined || found.order.gift || endedWithOwner(found.order).length > 0) return;
  throw new Refusal(
    'correction_not_possible',
    `${ending}, so a move would give nothing. An adventure can be given by hand: on the page of the customer, or with "grants give".`,
  );
}
