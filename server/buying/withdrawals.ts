// The withdrawals table: at most one withdrawal per order that counts.

import type { Cause } from '#server/identity/cause.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { paymentLock } from '#server/ledger/locks.ts';
import { integer, nullable, type Row, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { dayMs, earlier } from '#server/moments.ts';
import { writeLetter } from '#server/outbox/outbox.ts';
import { findOrder } from './purchases.ts';
import { type RecordedOrder, type Withdrawal, withdrawalShape } from './records.ts';
import { lockOrdersOfBuyer } from './repeated-orders.ts';
import { settleOrder, withdrawalOf } from './settle-order.ts';

const purchaseOfSession = query('SELECT {columns} FROM purchases WHERE checkout_session_id = ?', {
  id: integer,
  paymentIntentId: nullable(text),
});
const insert = command(
  `INSERT INTO withdrawals
     (reference, purchase_id, name, email, product_ids, refund_ore, confirmation, received_at)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
);

/** How a withdrawal comes in. */
export interface Reception {
  /** When it reached the shop: the right is judged, and the refund is due, from here. */
  receivedAt: Date;
  cause: Cause;
  /** Writes it, and whatever belongs to it, in one transaction. */
  write: Ledger['write'];
}

/**
 * Records a withdrawal, raises it for the operator and writes its acknowledgement letter, and one to the order's own address
 * if that is another, in one transaction. A repeated one keeps the first.
 * @param declare what is withdrawn from, made from the order as it is while it is locked: a refund, an opened gift or
 * another order of the buyer may have changed it since it was read. May throw a refusal, and be called several times
 * @param at when it is recorded, which may be days after it was received
 * @returns the one that is on record now, or `null` when there is no such order
 */
export async function recordWithdrawal(
  ledger: Ledger,
  checkoutSessionId: string,
  declare: (order: RecordedOrder) => Withdrawal,
  { cause, write }: Pick<Reception, 'cause' | 'write'>,
  at: Date,
): Promise<Withdrawal | null> {
  const purchase = await ledger.read(() => purchaseOfSession.get(checkoutSessionId));
  if (!purchase) return null;
  const { id, paymentIntentId } = purchase;
  return write([paymentLock(paymentIntentId, checkoutSessionId)], function* () {
    // Opening the gift, and whatever makes an order a double payment or ends that, locks the same orders first.
    yield* lockOrdersOfBuyer(id);
    const order = yield* findOrder(checkoutSessionId);
    if (!order) return null;
    if (order.withdrawal) return order.withdrawal;
    const { reference, name, email, productIds, refundOre, confirmation, receivedAt } = declare(order);
    yield* insert.run(
      ...[reference, id, name, email, JSON.stringify(productIds), refundOre, confirmation, receivedAt],
    );
    yield* settleOrder(id, cause, at);
    const letter = { subject: reference, purchaseId: id, happenedAt: at };
    yield* writeLetter({ ...letter, kind: 'withdrawal-acknowledged' }, at);
    if (email !== order.purchase.email) yield* writeLetter({ ...letter, kind: 'withdrawal-declared' }, at);
    return yield* withdrawalOf(id);
  });
}

const keepVoid = command(
  `INSERT INTO void_withdrawals
     (reference, purchase_id, name, email, product_ids, refund_ore, confirmation, received_at, voided_at)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);
const remove = command('DELETE FROM withdrawals WHERE reference = ?');

/**
 * Has a withdrawal not count any more, so that the buyer may declare one; what was declared is kept elsewhere for a while. Call
 * it inside a transaction that holds the payment's lock.
 */
export function* voidWithdrawal(
  purchaseId: number,
  { reference, name, email, productIds, refundOre, confirmation, receivedAt }: Withdrawal,
  cause: Cause,
  at: Date,
): Script<void> {
  yield* keepVoid.run(
    ...[reference, purchaseId, name, email, JSON.stringify(productIds), refundOre, confirmation],
    ...[receivedAt, at],
  );
  yield* remove.run(reference);
  yield* settleOrder(purchaseId, cause, at);
}

const declarationShape = { ...withdrawalShape, checkoutSessionId: text, voidedAt: nullable(time) } as const;
/** A withdrawal that somebody declared, and when an operator had it not count, if one did. */
export type Declaration = Row<typeof declarationShape>;
const byAddress = query(
  `SELECT declared.*, checkout_session_id FROM (
     SELECT reference, purchase_id, name, email, product_ids, refund_ore, confirmation, received_at, voided_at
       FROM void_withdrawals WHERE email = ?
     UNION ALL SELECT reference, purchase_id, name, email, product_ids, refund_ore, confirmation, received_at, NULL
       FROM withdrawals WHERE email = ?) AS declared
   JOIN purchases ON purchases.id = purchase_id ORDER BY received_at, reference`,
  declarationShape,
);

/** The withdrawals that were declared with an address, oldest first. */
export const declaredWith = (email: string | null): Script<Declaration[]> => byAddress.all(email, email);

/**
 * How long a withdrawal that does not count keeps who declared it, and its text, in days: 13 months after it was found, in which
 * a payment can still be contested at the bank (directive 2015/2366, article 71).
 */
const voidKeptDays = 400;
const forgetDeclarer = command(
  "UPDATE void_withdrawals SET name = '', email = '', confirmation = '' WHERE voided_at <= ? AND email <> ''",
);

/** Empties old withdrawals that do not count: reference, products and times stay with the order. */
export const forgetOldDeclarers = (at: Date): Script<number> =>
  forgetDeclarer.run(earlier(at, voidKeptDays * dayMs));

const unpaid = query(
  `SELECT received_at FROM withdrawals
     JOIN order_attention ON order_attention.purchase_id = withdrawals.purchase_id AND subject = reference
   WHERE reason = 'withdrawal_requested' AND resolved_at IS NULL ORDER BY received_at`,
  time,
);

/** When the withdrawals were received whose money has not gone back, oldest first, UTC. */
export const unpaidWithdrawals = (): Script<Date[]> => unpaid.all();
