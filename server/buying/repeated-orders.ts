// Detection of double payments: an order whose unlocks are all in effect through an earlier order of the same buyer.
// Gifts are never double. The time of payment decides which order is the earlier one: after an outage the newest is
// recorded first. It is computed from the current grants and not stored, so that a refund of either order, or a move to
// another address, ends it. What the buyer withdrew from does not count, although it is unlocked until the money goes
// back: the buyer would be told to withdraw from the only order that lasts. For an order of a test key nothing was paid.

import { integer, nullable, type Row, text, textList, time } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { unlocksOf } from '#server/owning/gifts.ts';
import { inEffect } from '#server/owning/in-effect.ts';
import type { Attention } from './order-facts.ts';
import { linesOf } from './purchase-lines.ts';
import { type EarlierOrder, earlierShape } from './records.ts';

// The same buyer: the same account, or the same address as long as it does not belong to another account.
const sameBuyer = (one: string, other: string) =>
  `(${one}.account_id = ${other}.account_id OR (${one}.email = ${other}.email
     AND (${one}.account_id IS NULL OR ${other}.account_id IS NULL)))`;

// Whether the later one is a gift is a condition of its own, so that it is asked once, and not for each order of a buyer who gives
// away hundreds.
const earlierWithTheSame = query(
  `SELECT earlier.id, earlier.checkout_session_id, earlier.account_id, earlier.paid_at
   FROM purchases AS later
     JOIN purchases AS earlier ON (earlier.paid_at, earlier.id) < (later.paid_at, later.id)
       AND earlier.live = later.live AND ${sameBuyer('earlier', 'later')}
   WHERE later.id = ? AND NOT EXISTS (SELECT 1 FROM gifts WHERE purchase_id = later.id)
     AND NOT EXISTS (SELECT 1 FROM gifts WHERE purchase_id = earlier.id)
     AND EXISTS (SELECT 1 FROM grants WHERE grants.purchase_id = later.id AND ${inEffect()})
     AND NOT EXISTS (
       SELECT 1 FROM grants WHERE grants.purchase_id = later.id AND ${inEffect()} AND NOT EXISTS (
         SELECT 1 FROM grants AS held WHERE held.purchase_id = earlier.id
           AND held.adventure_id = grants.adventure_id AND ${inEffect('held')}))
   ORDER BY earlier.paid_at, earlier.id`,
  { id: integer, ...earlierShape },
);
const withdrawnFrom = query('SELECT {columns} FROM withdrawals WHERE purchase_id = ?', {
  productIds: textList,
});
const countingOf = query(`SELECT adventure_id FROM grants WHERE purchase_id = ? AND ${inEffect()}`, {
  adventureId: text,
});

/** Whether an earlier order keeps what a later one unlocks: its buyer has not withdrawn from that part. */
function* keepsWhatIsIn(laterId: number, earlierId: number): Script<boolean> {
  const withdrawal = yield* withdrawnFrom.get(earlierId);
  if (!withdrawal) return true;
  const kept = (yield* linesOf(earlierId)).filter(
    ({ productId }) => !withdrawal.productIds.includes(productId),
  );
  const lasting: readonly string[] = unlocksOf(kept);
  return (yield* countingOf.all(laterId)).every(({ adventureId }) => lasting.includes(adventureId));
}

/** The earlier order by which this one was already paid for, or `null`. */
export function* repeatedOrder(purchaseId: number): Script<EarlierOrder | null> {
  for (const { id, ...earlier } of yield* earlierWithTheSame.all(purchaseId))
    if (yield* keepsWhatIsIn(purchaseId, id)) return earlier;
  return null;
}

const otherwise = query(
  `SELECT DISTINCT adventure_id FROM purchases AS one
     JOIN grants ON (grants.purchase_id IS NULL OR grants.purchase_id <> one.id) AND ${sameBuyer('grants', 'one')}
   WHERE one.id = ? AND ${inEffect()}`,
  { adventureId: text },
);

/**
 * What the buyer of an order has in other ways: by other orders, codes, gifts, imports, or from an operator. It stays
 * unlocked when the money of this one goes back.
 */
export function* unlockedOtherwise(purchaseId: number): Script<string[]> {
  return (yield* otherwise.all(purchaseId)).map(({ adventureId }) => adventureId);
}

/** The operator's open question about a double payment; its subject is the earlier order. */
export function* repeatAttention(purchaseId: number): Script<Attention[]> {
  const earlier = yield* repeatedOrder(purchaseId);
  return earlier ? [{ reason: 'paid_twice', subject: earlier.checkoutSessionId }] : [];
}

const buyerOf = query('SELECT {columns} FROM purchases WHERE id = ?', {
  email: text,
  accountId: nullable(text),
});
const lockedShape = { id: integer, paidAt: time } as const;
/** An order whose row is locked. */
export type LockedOrder = Row<typeof lockedShape>;
const ofAddress = query(
  'SELECT {columns} FROM purchases WHERE email = ? ORDER BY id FOR NO KEY UPDATE',
  lockedShape,
);
const ofAccount = query(
  `SELECT {columns} FROM purchases WHERE account_id = ? OR (email = ? AND account_id IS NULL)
   ORDER BY id FOR NO KEY UPDATE`,
  lockedShape,
);

/**
 * All orders of this order's buyer, itself included, oldest first, and locked in this order: a concurrent change of one
 * of them waits, and then sees what was changed here.
 */
export function* lockOrdersOfBuyer(purchaseId: number): Script<LockedOrder[]> {
  for (;;) {
    const { email, accountId } = yield* buyerOf.one(purchaseId);
    const orders = yield* accountId === null ? ofAddress.all(email) : ofAccount.all(accountId, email);
    // Otherwise it has moved to another address while its row was waited for, and is not locked.
    if (orders.some(({ id }) => id === purchaseId)) return orders;
  }
}

/** Of these orders those paid after one of them: what changes in it can only make or end double payments in them. */
export function paidAfter(purchaseId: number, orders: readonly LockedOrder[]): number[] {
  const changed = orders.find(({ id }) => id === purchaseId);
  if (!changed) throw new Error(`Order ${purchaseId} is not locked`);
  const at = changed.paidAt.getTime();
  return orders
    .filter(({ id, paidAt }) => paidAt.getTime() > at || (paidAt.getTime() === at && id > purchaseId))
    .map(({ id }) => id);
}
