// Processing of early fraud warnings.

import type { Ledger } from '#server/ledger/ledger.ts';
import { paymentLock } from '#server/ledger/locks.ts';
import { type FraudWarning, putFraudWarning } from './fraud-warnings.ts';
import { type PaymentFactOutcome, settlePayment } from './record-payment-fact.ts';
import type { Cause } from './records.ts';
import { hasEvent, noteEvent } from './webhook-events.ts';

/**
 * Records an early fraud warning and its event, and raises the order's open question for the operator, in one
 * transaction. Idempotent, in any order.
 * @returns `waiting` when its purchase is not recorded yet: it takes effect with the purchase
 */
export function recordFraudWarning(
  ledger: Ledger,
  warning: FraudWarning,
  cause: Cause,
  at: Date,
): Promise<PaymentFactOutcome> {
  const { paymentIntentId } = warning;
  return ledger.write([paymentLock(paymentIntentId, '')], function* () {
    if (cause.event && (yield* hasEvent(cause.event.id))) return 'unchanged';
    const isNews = yield* putFraudWarning(warning);
    const isRecorded = yield* settlePayment(paymentIntentId, cause, at);
    const outcome = isNews ? (isRecorded ? 'applied' : 'waiting') : 'unchanged';
    if (cause.event) yield* noteEvent(cause.event, outcome, cause.by, at);
    return outcome;
  });
}
