// Processing of refunds and disputes, in any order and any number of times.

import type { Ledger } from '#server/ledger/ledger.ts';
import { paymentLock } from '#server/ledger/locks.ts';
import { integer } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { knownFact, putFact } from './payment-facts.ts';
import type { Cause } from './records.ts';
import { contentOf, daysInBooks, type PaymentFact, supersedes } from './refunds-and-disputes.ts';
import { settleOrder } from './settle-order.ts';
import { hasEvent, noteEvent } from './webhook-events.ts';

export type PaymentFactOutcome = 'applied' | 'unchanged' | 'waiting';

/**
 * Records the state of a refund or dispute, its effect on the order's grants, and its event, in one transaction. An older
 * state than the known one changes nothing.
 * @returns `waiting` when its purchase is not recorded yet: it takes effect with the purchase
 */
export function recordPaymentFact(
  ledger: Ledger,
  fact: PaymentFact,
  cause: Cause,
  at: Date,
): Promise<PaymentFactOutcome> {
  return ledger.write([paymentLock(fact.paymentIntentId, '')], function* () {
    if (cause.event && (yield* hasEvent(cause.event.id))) return 'unchanged';
    const outcome = yield* takeIn(fact, cause, at);
    if (cause.event) yield* noteEvent(cause.event, outcome, cause.by, at);
    return outcome;
  });
}

const purchaseOfPayment = query('SELECT {columns} FROM purchases WHERE payment_intent_id = ?', {
  id: integer,
});

function* takeIn(fact: PaymentFact, cause: Cause, at: Date): Script<PaymentFactOutcome> {
  const before = yield* knownFact(fact);
  const days = daysInBooks(fact, before);
  if (before && !supersedes(fact, before)) {
    // An older state may still tell an earlier day.
    yield* putFact(before, days);
    return 'unchanged';
  }
  yield* putFact(fact, days);
  const isNews = !before || contentOf(fact) !== contentOf(before);
  const isRecorded = yield* settlePayment(fact.paymentIntentId, cause, at);
  if (!isNews) return 'unchanged';
  return isRecorded ? 'applied' : 'waiting';
}

/** Applies the facts of a payment to its order. @returns false when its purchase is not recorded yet */
export function* settlePayment(paymentIntentId: string, cause: Cause, at: Date): Script<boolean> {
  const purchase = yield* purchaseOfPayment.get(paymentIntentId);
  if (purchase) yield* settleOrder(purchase.id, cause, at);
  return purchase !== undefined;
}
