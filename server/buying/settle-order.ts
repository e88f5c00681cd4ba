// Applies an order's refunds, disputes and withdrawal to its grants and to the operator's open questions.

import type { Cause } from '#server/identity/cause.ts';
import { integer, nullable, text } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { writeLetter } from '#server/outbox/outbox.ts';
import { withholdGrants } from '#server/owning/grants.ts';
import type { DoublePayment } from '#shared/moved-double.ts';
import { syncAttention } from './attention.ts';
import { isBuyerErased } from './erased-orders.ts';
import { fraudAttention } from './fraud-warnings.ts';
import { type Attention, deriveOrder, type OrderFacts } from './order-facts.ts';
import { paymentFactsOf } from './payment-facts.ts';
import { linesOf } from './purchase-lines.ts';
import { type Withdrawal, withdrawalShape } from './records.ts';
import { isOnItsWayBack } from './refunds-and-disputes.ts';
import { lockOrdersOfBuyer, possibleDoubles, type RankedOrder, repeatAttention } from './repeated-orders.ts';

const purchaseById = query('SELECT {columns} FROM purchases WHERE id = ?', {
  checkoutSessionId: text,
  paymentIntentId: nullable(text),
  totalOre: integer,
  currency: text,
});
const withdrawalOfPurchase = query(
  'SELECT {columns} FROM withdrawals WHERE purchase_id = ?',
  withdrawalShape,
);
/** The withdrawal from a purchase; `null` without one, and where an operator had it not count. */
export function* withdrawalOf(purchaseId: number): Script<Withdrawal | null> {
  return (yield* withdrawalOfPurchase.get(purchaseId)) ?? null;
}

/**
 * Updates a purchase's grants and open questions to match its facts, and re-checks the orders that may be its doubles: they
 * are double payments only while it counts. Call it inside a transaction that holds the payment's lock.
 * @returns the double payments that there are since
 */
export function* settleOrder(purchaseId: number, cause: Cause, at: Date): Script<DoublePayment[]> {
  const orders = yield* lockOrdersOfBuyer(purchaseId);
  const purchase = yield* purchaseById.one(purchaseId);
  const facts: OrderFacts = {
    lines: yield* linesOf(purchaseId),
    totalOre: purchase.totalOre,
    currency: purchase.currency,
    ...(yield* paymentFactsOf(purchase.paymentIntentId)),
    withdrawal: yield* withdrawalOf(purchaseId),
  };
  const derived = deriveOrder(facts);
  for (const { id, asOf, countedAt } of facts.refunds.filter(isOnItsWayBack)) {
    yield* writeLetter({ kind: 'refund', subject: id, purchaseId, happenedAt: countedAt ?? asOf }, at);
  }
  yield* withholdGrants(purchaseId, derived.withheld, cause, at);
  const asked = [
    ...derived.attention,
    ...(yield* fraudAttention(purchase.paymentIntentId, derived.standing, facts.disputes)),
    ...(yield* repeatAttention(purchaseId)),
  ];
  const raised = yield* syncAttention(purchaseId, asked, at);
  const doubles = yield* syncRepeats(possibleDoubles(purchaseId, orders), at);
  return [...(yield* paidTwiceAmong(purchaseId, raised)), ...doubles];
}

function* syncRepeats(purchaseIds: Iterable<number>, at: Date): Script<DoublePayment[]> {
  const found: DoublePayment[] = [];
  for (const id of purchaseIds) {
    // Nothing of it is unlocked any more, but what was open stays open: money is owed to whoever paid twice.
    if (yield* isBuyerErased(id)) continue;
    const raised = yield* syncAttention(id, yield* repeatAttention(id), at, 'paid_twice');
    found.push(...(yield* paidTwiceAmong(id, raised)));
  }
  return found;
}

function* paidTwiceAmong(purchaseId: number, raised: readonly Attention[]): Script<DoublePayment[]> {
  const twice = raised.find(({ reason }) => reason === 'paid_twice');
  if (!twice) return [];
  return [{ double: (yield* purchaseById.one(purchaseId)).checkoutSessionId, stays: twice.subject }];
}

/** Checks an order, and those that may be its doubles, again for double payments: an operator has revoked a grant of it. */
export function* recheckRepeats(purchaseId: number, at: Date): Script<void> {
  yield* syncRepeats([purchaseId, ...possibleDoubles(purchaseId, yield* lockOrdersOfBuyer(purchaseId))], at);
}

/**
 * Gives orders to another buyer, or puts them on an account, and checks the orders of all buyers concerned again for double
 * payments: also which of two stays may change.
 */
export function* changeBuyer<T>(
  purchaseIds: readonly number[],
  change: () => Script<T>,
  at: Date,
): Script<T> {
  const before = yield* lockOrdersOfBuyers(purchaseIds);
  const changed = yield* change();
  const after = yield* lockOrdersOfBuyers(purchaseIds);
  const doublesOf = (id: number) => [...possibleDoubles(id, before), ...possibleDoubles(id, after)];
  yield* syncRepeats(new Set(purchaseIds.flatMap((id) => [id, ...doublesOf(id)])), at);
  return changed;
}

function* lockOrdersOfBuyers(purchaseIds: readonly number[]): Script<RankedOrder[]> {
  const orders = new Map<number, RankedOrder>();
  for (const purchaseId of purchaseIds)
    for (const order of yield* lockOrdersOfBuyer(purchaseId)) orders.set(order.id, order);
  return [...orders.values()];
}
