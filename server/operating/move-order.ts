// Moving an order to another address, because the buyer had typed a wrong one.

import { movePurchase } from '#server/buying/move-purchase.ts';
import { findStanding, grantedAnew } from '#server/buying/order-standing.ts';
import type { OrderMove } from '#server/buying/purchase-moves.ts';
import { lockPurchase } from '#server/buying/purchases.ts';
import { addressLock } from '#server/ledger/locks.ts';
import type { Script } from '#server/ledger/script.ts';
import { Refusal } from '#server/refusal.ts';
import { checkedEmail, checkedReason } from './checked-input.ts';
import { carryOut, type OperatorNeeds, subjectOf } from './operator-action.ts';
import { erasedOrdersOf, notRecorded, recordedOrder } from './order-summaries.ts';

/**
 * Whether an order can move to an address, to be known before somebody agrees to it.
 * @returns both addresses, as the move would have them, and what it unlocks anew
 * @throws {Refusal} as {@link moveOrder}
 */
export async function previewMove(
  { ledger }: Pick<OperatorNeeds, 'ledger'>,
  sessionOrPayment: string,
  to: string,
) {
  const { checkoutSessionId, email: from } = await recordedOrder(ledger, sessionOrPayment);
  const email = checkedEmail(to);
  const anew = await ledger.snapshot(() => refuseVain(checkoutSessionId, email));
  return { checkoutSessionId, from, email, anew };
}

/**
 * Moves an order to the owner of another address. What it unlocks leaves its account and waits for the new address; what ended
 * with an account that was deleted, or a person who was erased, is granted anew, also for the same address; for that one alone
 * also what an operator took away.
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
  order_withdrawn: 'Its buyer has withdrawn from the order',
  order_refunded: 'The order was refunded',
  order_reversed: 'The bank took the payment back',
  order_ended: 'What the order unlocked has ended, for example because an operator took it back',
};

/**
 * Nothing would come of the move, and whoever wrote to the operator would wait for it. A gift is not its buyer's, so only the
 * order moves. An order whose buyer was erased belongs to nobody, whatever its address.
 * @returns the adventures that it unlocks anew
 * @throws {Refusal} `invalid_email`, `correction_not_possible`
 */
function* refuseVain(checkoutSessionId: string, email: string): Script<string[]> {
  const found = yield* findStanding(checkoutSessionId);
  if (!found) return [];
  const { order, unlocks, error } = found;
  const present = order.purchase.email;
  const anew = grantedAnew(order, present === email);
  if (anew.length > 0) return anew;
  if (present === email && !(yield* erasedOrdersOf(email)).has(checkoutSessionId))
    throw new Refusal('invalid_email', `The order belongs to ${email} already.`, 'email');
  const ending = endings[error ?? ''];
  if (order.gift || unlocks.length > 0 || ending === undefined) return [];
  throw new Refusal(
    'correction_not_possible',
    grantedAnew(order, true).length > 0
      ? `${ending}, so a move would give nothing. Move it to ${present} first, the address that it has: that unlocks it again.`
      : `${ending}, so a move would give nothing. An adventure can be given by hand: on the page of the customer, or with "grants give".`,
  );
}
