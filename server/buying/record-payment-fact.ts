// Processing of refunds, disputes and early fraud warnings, in any order and any number of times.

import type { Ledger } from '#server/ledger/ledger.ts';
import { paymentLock } from '#server/ledger/locks.ts';
import { integer } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { putFraudWarning } from './fraud-warnings.ts';
import { knownFact, putFact } from './payment-facts.ts';
import type { FraudWarning } from './payment-provider.ts';
import { contentOf, daysInBooks, type PaymentFact, supersedes } from './refunds-and-disputes.ts';
import { settleOrder } from './settle-order.ts';
import { type EventCause, hasEvent, noteEvent } from './webhook-events.ts';

type PaymentFactOutcome = 'applied' | 'unchanged' | 'waiting';

/**
 * Records the state of a refund or dispute, its effect on the order's grants, and its event, in one transaction. An older
 * state than the known one changes nothing.
 * @returns `waiting` when its purchase is not recorded yet: it takes effect with the purchase
 */
export const recordPaymentFact = (
  ledger: Ledger,
  fact: PaymentFact,
  cause: EventCause,
  at: Date,
): Promise<PaymentFactOutcome> => takeIn(ledger, fact, () => putNewest(fact), cause, at);

/** Records an early fraud warning, which raises an open question for the operator, like {@link recordPaymentFact}. */
export const recordFraudWarning = (
  ledger: Ledger,
  warning: FraudWarning,
  cause: EventCause,
  at: Date,
): Promise<PaymentFactOutcome> => takeIn(ledger, warning, () => putFraudWarning(warning), cause, at);

const purchaseOfPayment = query('SELECT id FROM purchases WHERE payment_intent_id = ?', integer);

/** @param put stores it, and tells whether it is news */
function takeIn(
  ledger: Ledger,
  { paymentIntentId }: { paymentIntentId: string },
  put: () => Script<boolean>,
  cause: EventCause,
  at: Date,
): Promise<PaymentFactOutcome> {
  return ledger.write([paymentLock(paymentIntentId, '')], function* () {
    if (cause.event && (yield* hasEvent(cause.event.id))) return 'unchanged';
    const isNews = yield* put();
    const purchaseId = yield* purchaseOfPayment.get(paymentIntentId);
    if (purchaseId) yield* settleOrder(purchaseId, cause, at);
    const outcome = !isNews ? 'unchanged' : purchaseId ? 'applied' : 'waiting';
    if (cause.event) yield* noteEvent(cause.event, outcome, cause.by, at);
    return outcome;
  });
}

/** Stores the newer of this and the known state. An older one may still tell an earlier day. */
function* putNewest(fact: PaymentFact): Script<boolean> {
  const before = yield* knownFact(fact);
  const newest = before && !supersedes(fact, before) ? before : fact;
  yield* putFact(newest, daysInBooks(fact, before));
  return !before || contentOf(newest) !== contentOf(before);
}
