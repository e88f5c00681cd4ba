// Detection of double payments: an order whose unlocks are all in effect through another order of the same buyer, which
// stays. Gifts are never double. It is computed from the current grants and not stored, so that a refund of either order, or
// a move to another address, ends it. What the buyer withdrew from does not count, although it is unlocked until the money goes
// back: the buyer would be told to withdraw from the only order that lasts. For an order of a test key nothing was paid.

import { flag, integer, nullable, type Row, text, textList, time } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { unlocksOf } from '#server/owning/gifts.ts';
import { inEffect } from '#server/owning/in-effect.ts';
import type { Attention } from './order-facts.ts';
import { linesOf } from './purchase-lines.ts';
import { type OtherOrder, otherShape } from './records.ts';

const orderShape = { id: integer, ...otherShape } as const;
/** An order, as far as it decides which of two stays. */
export type RankedOrder = Row<typeof orderShape>;

type Rank = Omit<RankedOrder, 'checkoutSessionId'>;

/**
 * Which of two orders for the same stays, for sorting: one on an account, where it is played, before one that still waits for
 * its address; then the one that was paid first, which is not always recorded first. The later one in this order is the double.
 */
const byStaying = (one: Rank, other: Rank): number =>
  Number(one.accountId === null) - Number(other.accountId === null) || byPayment(one, other);
const byPayment = (one: Rank, other: Rank): number =>
  one.paidAt.getTime() - other.paidAt.getTime() || one.id - other.id;

// The same buyer: the same account, or the same address as long as it does not belong to another account.
const sameBuyer = (one: string, other: string) =>
  `(${one}.account_id = ${other}.account_id OR (${one}.email = ${other}.email
     AND (${one}.account_id IS NULL OR ${other}.account_id IS NULL)))`;

/** What one order unlocks and another one does not. */
const more = (one: string, other: string) =>
  `SELECT 1 FROM grants WHERE grants.purchase_id = ${one}.id AND ${inEffect()} AND NOT EXISTS (
     SELECT 1 FROM grants AS held WHERE held.purchase_id = ${other}.id
       AND held.adventure_id = grants.adventure_id AND ${inEffect('held')})`;

// The other orders of a buyer by which all is unlocked that one of them unlocks. Whether that one is a gift is a
// condition of its own, so that it is asked once, and not for each order of a buyer who gives away hundreds.
const withTheSame = query(
  `SELECT other.id, other.checkout_session_id, other.account_id, other.paid_at,
     NOT EXISTS (${more('other', 'one')}) AS is_same, one.account_id AS own_account_id, one.paid_at AS own_paid_at
   FROM purchases AS one
     JOIN purchases AS other ON other.id <> one.id AND other.live = one.live AND ${sameBuyer('other', 'one')}
   WHERE one.id = ? AND NOT EXISTS (SELECT 1 FROM gifts WHERE purchase_id = one.id)
     AND NOT EXISTS (SELECT 1 FROM gifts WHERE purchase_id = other.id)
     AND EXISTS (SELECT 1 FROM grants WHERE grants.purchase_id = one.id AND ${inEffect()})
     AND NOT EXISTS (${more('one', 'other')})`,
  { ...orderShape, isSame: flag, ownAccountId: nullable(text), ownPaidAt: time },
);
const withdrawnFrom = query('SELECT product_ids FROM withdrawals WHERE purchase_id = ?', textList);
const countingOf = query(`SELECT adventure_id FROM grants WHERE purchase_id = ? AND ${inEffect()}`, text);

/** Whether an order keeps what its double unlocks: its buyer has not withdrawn from that part. */
function* keepsWhatIsIn(doubleId: number, orderId: number): Script<boolean> {
  const withdrawn = yield* withdrawnFrom.get(orderId);
  if (!withdrawn) return true;
  const kept = (yield* linesOf(orderId)).filter(({ productId }) => !withdrawn.includes(productId));
  const lasting: readonly string[] = unlocksOf(kept);
  return (yield* countingOf.all(doubleId)).every((adventureId) => lasting.includes(adventureId));
}

/** The order that stays, by which the same was paid for as by this one; `null` for an order that is no double. */
export function* repeatedOrder(purchaseId: number): Script<OtherOrder | null> {
  const others = yield* withTheSame.all(purchaseId);
  for (const order of others.toSorted(byStaying)) {
    const { id, isSame, ownAccountId, ownPaidAt, ...other } = order;
    const one = { id: purchaseId, accountId: ownAccountId, paidAt: ownPaidAt };
    if (byStaying(order, one) > 0) return null;
    // One that was paid later and unlocks more was not bought for the same.
    const isForTheSame = isSame || byPayment(order, one) < 0;
    if (isForTheSame && (yield* keepsWhatIsIn(purchaseId, id))) return other;
  }
  return null;
}

const otherwise = query(
  `SELECT DISTINCT adventure_id FROM purchases AS one
     JOIN grants ON (grants.purchase_id IS NULL OR grants.purchase_id <> one.id)
       AND (grants.account_id = one.account_id OR (one.account_id IS NULL AND grants.email = one.email))
   WHERE one.id = ? AND ${inEffect()}`,
  text,
);

/**
 * What the buyer of an order has in other ways: by other orders, codes, gifts, imports, or from an operator. It stays
 * unlocked when the money of this one goes back. What waits for the address of an order on an account does not count: the
 * account need not own that address.
 */
export const unlockedOtherwise = (purchaseId: number): Script<string[]> => otherwise.all(purchaseId);

const decidedTheOtherWay = query(
  `SELECT 1 FROM order_attention AS asked
     JOIN purchases AS other ON other.id = asked.purchase_id AND other.checkout_session_id = ?
     JOIN purchases AS one ON one.id = ? AND one.checkout_session_id = asked.subject
   WHERE reason = 'paid_twice' AND resolved_by <> 'shop'`,
  flag,
);

/**
 * The operator's open question about a double payment; its subject is the order that stays. What an operator has decided of
 * two orders holds also when the other one is the double.
 */
export function* repeatAttention(purchaseId: number): Script<Attention[]> {
  const other = yield* repeatedOrder(purchaseId);
  if (!other || (yield* decidedTheOtherWay.get(other.checkoutSessionId, purchaseId))) return [];
  return [{ reason: 'paid_twice', subject: other.checkoutSessionId }];
}

const buyerOf = query('SELECT {columns} FROM purchases WHERE id = ?', {
  email: text,
  accountId: nullable(text),
});
const ofAddress = query(
  'SELECT {columns} FROM purchases WHERE email = ? ORDER BY id FOR NO KEY UPDATE',
  orderShape,
);
const ofAccount = query(
  `SELECT {columns} FROM purchases WHERE account_id = ? OR (email = ? AND account_id IS NULL)
   ORDER BY id FOR NO KEY UPDATE`,
  orderShape,
);

/**
 * All orders of this order's buyer, itself included, as recorded, and locked in this order: a concurrent change of one
 * of them waits, and then sees what was changed here.
 */
export function* lockOrdersOfBuyer(purchaseId: number): Script<RankedOrder[]> {
  for (;;) {
    const { email, accountId } = yield* buyerOf.one(purchaseId);
    const orders = yield* accountId === null ? ofAddress.all(email) : ofAccount.all(accountId, email);
    // Otherwise it has moved to another address while its row was waited for, and is not locked.
    if (orders.some(({ id }) => id === purchaseId)) return orders;
  }
}

/** Of these orders those that may be doubles of one of them: what changes in it can only make or end that. */
export function possibleDoubles(purchaseId: number, orders: readonly RankedOrder[]): number[] {
  const changed = orders.find(({ id }) => id === purchaseId);
  if (!changed) throw new Error(`Order ${purchaseId} is not locked`);
  return orders.filter((order) => byStaying(changed, order) < 0).map(({ id }) => id);
}
