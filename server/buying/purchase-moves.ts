// The moves of orders to other e-mail addresses, kept as long as the order.

import type { Actor } from '#server/identity/cause.ts';
import type { Leaving } from '#server/identity/leaving.ts';
import { flag, integer, nullable, type Row, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';

const insert = command(
  `INSERT INTO purchase_moves (purchase_id, from_email, to_email, reason, actor, moved_at)
   VALUES (?, ?, ?, ?, ?, ?)`,
);

const moveShape = { from: text, to: text, reason: text, actor: text, at: time } as const;
/** A move. An address of an erased person is `(erased)`. */
export type OrderMove = Row<typeof moveShape>;

/** Records that an order moved. */
export function* noteMove(
  purchaseId: number,
  { from, to, reason, actor, at }: OrderMove & { actor: Actor },
): Script<void> {
  yield* insert.run(purchaseId, from, to, reason, actor, at);
}

const movesOfOrder = query(
  `SELECT from_email AS "from", to_email AS "to", reason, actor, moved_at AS at
   FROM purchase_moves JOIN purchases ON purchases.id = purchase_id
   WHERE checkout_session_id = ? ORDER BY purchase_moves.id`,
  moveShape,
);

/** The moves of an order, oldest first. */
export const orderMoves = (checkoutSessionId: string): Script<OrderMove[]> =>
  movesOfOrder.all(checkoutSessionId);

const movesFromAddress = query(
  `SELECT checkout_session_id, moved_at AS at FROM purchase_moves JOIN purchases ON purchases.id = purchase_id
   WHERE from_email = ? ORDER BY purchase_moves.id`,
  { checkoutSessionId: text, at: time },
);
/** The moves of orders away from an address, oldest first. */
export const movesFrom = (email: string | null): Script<{ checkoutSessionId: string; at: Date }[]> =>
  movesFromAddress.all(email);

const countByBuyer = query(
  `SELECT count(*) FROM purchase_moves JOIN purchases ON purchases.id = purchase_id
   WHERE checkout_session_id = ? AND actor = 'buyer'`,
  integer,
);

/** How often the buyer has corrected the address of an order. */
export const correctionsOf = (checkoutSessionId: string): Script<number> =>
  countByBuyer.one(checkoutSessionId);

/** Stands for an address that was removed. It is no address, so nobody is found by it. */
const erased = '(erased)';
const forgetting = `UPDATE purchase_moves
   SET from_email = CASE WHEN from_email = ? THEN '${erased}' ELSE from_email END,
     to_email = CASE WHEN to_email = ? THEN '${erased}' ELSE to_email END`;
const forget = command(
  `${forgetting}
   WHERE purchase_id IN (
     SELECT purchase_id FROM purchase_moves AS move JOIN purchases ON purchases.id = move.purchase_id
     WHERE move.from_email = ? AND move.moved_at <= ? AND purchases.email <> move.from_email)`,
);

/**
 * Removes the address of an erased person from the moves of orders that have another by now: mostly somebody else had mistyped
 * their own. The record of a payment keeps the address that it has.
 */
export const forgetInMoves = ({ email, until }: Leaving): Script<number> =>
  forget.run(email, email, email, until);

const forgetInOne = command(`${forgetting} WHERE purchase_id = ?`);
/** Removes the address of an erased buyer from the moves of an order that has another now. */
export const forgetInMovesOf = (purchaseId: number, email: string): Script<number> =>
  forgetInOne.run(email, email, purchaseId);

const forgottenShape = { id: integer, at: time, from: flag, to: flag } as const;
/** A move without an address that it had. Its number and time together are the same in a backup. */
export type ForgottenMove = Row<typeof forgottenShape>;
const forgotten = query(
  `SELECT id, moved_at AS at, from_email = '${erased}' AS "from", to_email = '${erased}' AS "to"
   FROM purchase_moves WHERE '${erased}' IN (from_email, to_email) ORDER BY id`,
  forgottenShape,
);

/** The moves that lost an address by an erasure. */
export const forgottenMoves = (): Script<ForgottenMove[]> => forgotten.all();

const forgetFrom = command(
  `UPDATE purchase_moves SET from_email = '${erased}' WHERE id = ? AND moved_at = ?`,
);
const forgetTo = command(`UPDATE purchase_moves SET to_email = '${erased}' WHERE id = ? AND moved_at = ?`);

/** Removes the addresses of moves that were removed in another state of this database. */
export function* forgetMovesAgain(moves: readonly ForgottenMove[]): Script<void> {
  for (const { id, at, from, to } of moves) {
    if (from) yield* forgetFrom.run(id, at);
    if (to) yield* forgetTo.run(id, at);
  }
}

const leftShape = { checkoutSessionId: text, since: nullable(time) } as const;
/** An order that has left the address of an erased person. `since` is the move that had brought it there, `null` for the purchase. */
export type LeftErased = Row<typeof leftShape>;
const left = query(
  `SELECT checkout_session_id, (
     SELECT max(earlier.moved_at) FROM purchase_moves AS earlier
     WHERE earlier.purchase_id = purchase_moves.purchase_id AND earlier.id < purchase_moves.id) AS since
   FROM purchase_moves JOIN purchases ON purchases.id = purchase_id
   WHERE from_email = '${erased}' ORDER BY purchase_moves.id`,
  leftShape,
);

/** The orders that have left an address which was removed from their moves. */
export const ordersThatLeftErased = (): Script<LeftErased[]> => left.all();

const lastOf = query(
  `SELECT max(moved_at) FROM purchase_moves JOIN purchases ON purchases.id = purchase_id
   WHERE checkout_session_id = ?`,
  nullable(time),
);

/** When an order came to the address that it has: its last move, `null` for the purchase. */
export const lastMoveOf = (checkoutSessionId: string): Script<Date | null> => lastOf.one(checkoutSessionId);
