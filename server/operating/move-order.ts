// Moving an order to another address, because the buyer had typed a wrong one.

import { movePurchase, type OrderMove } from '#server/buying/move-purchase.ts';
import { findStanding } from '#server/buying/order-standing.ts';
import { lockPurchase } from '#server/buying/purchases.ts';
import { addressLock } from '#server/ledger/locks.ts';
import type { Script } from '#server/ledger/script.ts';
import { Refusal } from '#server/refusal.ts';
import { checkedEmail, checkedReason } from './checked-input.ts';
import { carryOut, type OperatorNeeds, subjectOf } from './operator-action.ts';
import { notRecorded, recordedOrder } from './order-summaries.ts';

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
  if (email === from) throw new Refusal('invalid_email', `The order belongs to ${email} already.`, 'email');
  await ledger.snapshot(() => refuseEmpty(checkoutSessionId));
  return { checkoutSessionId, from, email };
}

/**
 * Moves an order to the owner of another address. What it unlocks leaves its account and waits for the new address.
 * @throws {Refusal} when there is no such order, the address is invalid, the order has it already or has just moved, or
 * it unlocks nothing any more
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
    yield* refuseEmpty(checkoutSessionId);
    yield* movePurchase(purchase, email, reason, actor, at);
    return { from, to: email, reason, actor, at };
  });
}

const endings: Readonly<Record<string, string>> = {
  order_refunded: 'The order was refunded',
  order_reversed: 'The bank took the payment back',
  // With the account that was deleted, or by an operator.
  order_ended: 'What the order unlocked has ended, for example with the account that had it',
};

/**
 * Nothing would come of the move, and whoever wrote to the operator would wait for it. A gift is not its buyer's, so only the
 * order moves.
 * @throws {Refusal} `correction_not_possible`
 */
function* refuseEmpty(checkoutSessionId: string): Script<void> {
  const found = yield* findStanding(checkoutSessionId);
  const ending = endings[found?.error ?? ''];
  if (ending === undefined || found?.order.gift) return;
  throw new Refusal(
    'correction_not_possible',
    `${ending}, so a move would give nothing. An adventure can be given by hand: on the page of the customer, or with "grants give".`,
  );
}
