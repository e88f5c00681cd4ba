// What erasures took out of orders, their moves, gifts and grants: read from the database before, and taken out of a restored one again.

import type { Cause } from '#server/identity/cause.ts';
import { noteErased } from '#server/identity/erased-accounts.ts';
import { flag, integer, text } from '#server/ledger/rows.ts';
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
  /** Orders whose buyer was erased. */
  orders: readonly string[];
  /** Gifts whose recipient's address was erased, and to whom no letter is to go any more. */
  gifts: readonly string[];
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

const withoutBuyer = query(`SELECT checkout_session_id FROM purchases WHERE ${isErasedOrder}`, text);
// A letter that still waits goes to somebody whose gift only lost its giver.
const withoutRecipient = query(
  `SELECT checkout_session_id FROM gifts JOIN purchases ON purchases.id = gifts.purchase_id
   WHERE ${isForgottenRecipient} AND NOT EXISTS (
     SELECT 1 FROM letters WHERE purchase_id = gifts.purchase_id AND kind = 'gift' AND state = 'waiting')`,
  text,
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
 * Takes out of a restored database what was erased in the one before it. Orders that come back with the reconciler are noted,
 * so that they are recorded without their buyer.
 */
export function* eraseAgain(
  { orders, gifts, grants, moves, left }: Erased,
  cause: Cause,
  at: Date,
): Script<void> {
  const here = yield* recorded.each(orders);
  for (const { id } of here) yield* forgetBuyer(id, cause, at);
  const known = new Set(here.map(({ checkoutSessionId }) => checkoutSessionId));
  for (const id of orders) if (!known.has(id)) yield* noteErased(id, at);
  for (const { id } of yield* recorded.each(gifts)) yield* forgetCardOf(id, at);
  yield* endErasedGrants(grants, 'customer_erased', cause, at);
  yield* forgetMovesAgain(moves);
  for (const order of left) yield* eraseWhereItWas(order, cause, at);
}

/**
 * Erases the buyer of an order that is, or will come back, at the address that it had left: whoever it went to is not known any more.
 * An operator moves it there again.
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
