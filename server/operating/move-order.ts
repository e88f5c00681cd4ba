import { lockOrdersOfBuyer } from '#server/buying/repeated-orders.ts';
import { syncRepeats } from '#server/buying/settle-order.ts';
import { addressLock } from '#server/ledger/locks.ts';
import { integer, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { moveGrantsTo } from '#server/owning/grants.ts';
import { Refusal } from '#server/refusal.ts';
import { checkedEmail, checkedReason } from './checked-input.ts';
import { carryOut, type OperatorNeeds, subjectOf } from './operator-action.ts';
import { recordedOrder } from './order-summaries.ts';

/** Orders that went to another address, because the buyer had typed a wrong one. */

export interface OrderMove {
  from: string;
  to: string;
  reason: string;
  actor: string;
  at: Date;
}

const lockedPurchase = query(
  'SELECT {columns} FROM purchases WHERE checkout_session_id = ? FOR NO KEY UPDATE',
  { id: integer, email: text },
);
const insertMove = command(
  `INSERT INTO purchase_moves (purchase_id, from_email, to_email, reason, actor, moved_at)
   VALUES (?, ?, ?, ?, ?, ?)`,
);
const setAddress = command('UPDATE purchases SET email = ?, account_id = NULL WHERE id = ?');

/**
 * Gives an order to whoever owns another address. What it unlocks leaves the account that has it and waits for the new
 * address.
 * @throws {Refusal} when there is no such order, the address is none, or the order has it already
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
  return carryOut(needs, 'orders.move', about, [addressLock(email)], function* ({ actor, at, cause }) {
    const purchase = yield* lockedPurchase.one(checkoutSessionId);
    const before = yield* lockOrdersOfBuyer(purchase.id);
    yield* insertMove.run(purchase.id, purchase.email, email, reason, actor, at);
    yield* setAddress.run(email, purchase.id);
    yield* moveGrantsTo(email, purchase.id, cause, at);
    yield* syncRepeats([...before, ...(yield* lockOrdersOfBuyer(purchase.id))], at);
    return { from, to: email, reason, actor, at };
  });
}

const movesOfOrder = query(
  `SELECT {columns} FROM purchase_moves JOIN purchases ON purchases.id = purchase_id
   WHERE checkout_session_id = ? ORDER BY purchase_moves.id`,
  { fromEmail: text, toEmail: text, reason: text, actor: text, movedAt: time },
);

/** The moves of an order, oldest first. */
export function* orderMoves(checkoutSessionId: string): Script<OrderMove[]> {
  const moves = yield* movesOfOrder.all(checkoutSessionId);
  return moves.map(({ fromEmail: from, toEmail: to, reason, actor, movedAt: at }) => ({
    ...{ from, to, reason, actor, at },
  }));
}
