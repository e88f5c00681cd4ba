// Erasures after a restore: what they took out of orders, moves, gifts and grants is read from the database before the restore,
// and taken out of the restored one again.

import type { Cause } from '#server/identity/cause.ts';
import { noteErased } from '#server/identity/erased-accounts.ts';
import { flag, integer, nullable, type Row, text, time } from '#server/ledger/rows.ts';
import { command, type Expression, query, type Script } from '#server/ledger/script.ts';
import { dropLettersToBuyer } from '#server/outbox/outbox.ts';
import { forgetCardOf, forgetGiver, isForgottenRecipient } from '#server/owning/gifts.ts';
import {
  type ErasedGrant,
  endErasedGrants,
  endGrantsOfOrder,
  erasedGrantsOutsideOrders,
  isErasedGrant,
} from '#server/owning/grants.ts';
import {
  type ForgottenMove,
  forgetMovesAgain,
  forgottenMoves,
  type LeftErased,
  lastMoveOf,
  ordersThatLeftErased,
} from './purchase-moves.ts';

/** What a database shows of earlier erasures. Orders are named by their checkout sessions; nothing here is personal. */
export interface Erased {
  /** Orders whose buyer was erased, each with its last move until then. */
  orders: readonly LeftErased[];
  /** Gifts whose recipient's address was erased, and to whom no letter is to go any more. */
  gifts: readonly ErasedCard[];
  /** Unlocks without an order, such as those of an import, whose owner was erased. */
  grants: readonly ErasedGrant[];
  /** Moves of orders from or to an address whose owner was erased. */
  moves: readonly ForgottenMove[];
  /** Orders that have left such an address, and are somebody else's. */
  left: readonly LeftErased[];
}

/**
 * Whether the buyer of a row of `purchases` was erased. The grants of an opened gift are its recipient's, who may have been
 * erased as well; a gift without an account has its buyer's address.
 */
export const isErasedOrder: Expression = `(purchases.account_id IS NULL AND coalesce(
  (SELECT buyer_email IS NULL FROM gifts WHERE purchase_id = purchases.id),
  EXISTS (SELECT 1 FROM grants WHERE purchase_id = purchases.id AND ${isErasedGrant})))`;

const buyerOf = query(`SELECT ${isErasedOrder} FROM purchases WHERE id = ?`, flag);
/** Whether the buyer of an order was erased. */
export const isBuyerErased = (purchaseId: number): Script<boolean> => buyerOf.one(purchaseId);

const withoutBuyer = query(
  `SELECT checkout_session_id, (SELECT max(moved_at) FROM purchase_moves WHERE purchase_id = purchases.id) AS since
   FROM purchases WHERE ${isErasedOrder}`,
  { checkoutSessionId: text, since: nullable(time) },
);
const cardShape = { checkoutSessionId: text, letters: integer } as const;
/** A gift whose recipient was erased, with the number of its newest letter at that time. */
type ErasedCard = Row<typeof cardShape>;
// A letter that still waits goes to somebody whose gift only lost its giver.
const withoutRecipient = query(
  `SELECT checkout_session_id, letters FROM gifts JOIN purchases ON purchases.id = gifts.purchase_id
   WHERE ${isForgottenRecipient} AND NOT EXISTS (
     SELECT 1 FROM letters WHERE purchase_id = gifts.purchase_id AND kind = 'gift' AND state = 'waiting')`,
  cardShape,
);
// A card that was written or printed after the erasure is the giver's own doing, and somebody else's gift.
const cardOfThen = query(
  `SELECT purchases.id AS id FROM gifts JOIN purchases ON purchases.id = gifts.purchase_id
   WHERE checkout_session_id = ? AND (letters < ? OR letters = ? AND recipient IS NOT NULL)`,
  integer,
);
const recorded = query('SELECT {columns} FROM purchases WHERE checkout_session_id IN (?*) ORDER BY id', {
  id: integer,
  checkoutSessionId: text,
});
const forgetAccount = command('UPDATE purchases SET account_id = NULL WHERE id = ?');

/** Reads what earlier erasures have left, in one snapshot. */
export function* findErased(): Script<Erased> {
  return {
    orders: yield* withoutBuyer.all(),
    gifts: yield* withoutRecipient.all(),
    grants: yield* erasedGrantsOutsideOrders(),
    moves: yield* forgottenMoves(),
    left: yield* ordersThatLeftErased(),
  };
}

/**
 * Takes out of a restored database what was erased in another, which may be older than the backup: what was given anew since
 * stays. Orders that come back with the reconciler are noted, so that they are recorded without their buyer.
 */
export function* eraseAgain(
  { orders, gifts, grants, moves, left }: Erased,
  cause: Cause,
  at: Date,
): Script<void> {
  for (const order of orders) yield* eraseUnlessMoved(order, cause, at);
  for (const { checkoutSessionId, letters } of gifts) {
    const id = yield* cardOfThen.get(checkoutSessionId, letters, letters);
    if (id !== undefined) yield* forgetCardOf(id, at);
  }
  yield* endErasedGrants(grants, 'customer_erased', cause, at);
  yield* forgetMovesAgain(moves);
  for (const order of left) yield* eraseWhereItWas(order, cause, at);
}

/** Erases the buyer of an order again, unless it was moved to somebody after the erasure. */
function* eraseUnlessMoved({ checkoutSessionId, since }: LeftErased, cause: Cause, at: Date): Script<void> {
  const [here] = yield* recorded.each([checkoutSessionId]);
  if (!here) return void (yield* noteErased(checkoutSessionId, at));
  const lastMove = yield* lastMoveOf(checkoutSessionId);
  if ((lastMove?.getTime() ?? 0) <= (since?.getTime() ?? 0)) yield* forgetBuyer(here.id, cause, at);
}

/**
 * Erases the buyer of an order that is, or will come back, at the address that it had left. Nobody knows any more to whom it
 * had moved; an operator moves it there again.
 */
function* eraseWhereItWas({ checkoutSessionId, since }: LeftErased, cause: Cause, at: Date): Script<void> {
  const [here] = yield* recorded.each([checkoutSessionId]);
  const lastMove = here ? yield* lastMoveOf(checkoutSessionId) : null;
  if (lastMove?.getTime() !== since?.getTime()) return;
  if (here) yield* forgetBuyer(here.id, cause, at);
  else yield* noteErased(checkoutSessionId, at);
}

/** Erases the buyer of an order: what it unlocks ends, and no letter about it is sent. Whoever was given it keeps it. */
export function* forgetBuyer(purchaseId: number, cause: Cause, at: Date): Script<void> {
  yield* forgetAccount.run(purchaseId);
  yield* dropLettersToBuyer(purchaseId, at);
  const isGift = yield* forgetGiver(purchaseId);
  if (!isGift) yield* endGrantsOfOrder(purchaseId, 'customer_erased', cause, at);
}
