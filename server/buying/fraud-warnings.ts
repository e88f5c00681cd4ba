// Early fraud warnings: the card's bank reports a payment as fraudulent, mostly some days before the card holder disputes
// it (docs.stripe.com/disputes/measuring#early-fraud-warnings). No money has moved, so no grant is taken back; the
// operator is asked, because a refund now avoids the dispute and its fee.

import { flag, type Row, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { holdsMoney } from '#shared/holds-money.ts';
import type { Attention, OrderStanding } from './order-facts.ts';
import type { FraudWarning } from './payment-provider.ts';
import type { DisputeFact } from './refunds-and-disputes.ts';

// Of two states within one second, the one that asks for no action is the later one.
const put = command(
  `INSERT INTO payment_fraud_warnings (id, payment_intent_id, is_actionable, as_of) VALUES (?, ?, ?, ?)
   ON CONFLICT (id) DO UPDATE SET payment_intent_id = excluded.payment_intent_id,
     is_actionable = excluded.is_actionable, as_of = excluded.as_of
     WHERE excluded.as_of > payment_fraud_warnings.as_of
       OR (excluded.as_of = payment_fraud_warnings.as_of AND payment_fraud_warnings.is_actionable AND NOT excluded.is_actionable)`,
);
const shape = { id: text, isActionable: flag, asOf: time } as const;
const ofPayment = query(
  'SELECT {columns} FROM payment_fraud_warnings WHERE payment_intent_id = ? ORDER BY id COLLATE "C"',
  shape,
);

/** The warnings about a payment; none for an order that cost nothing. */
export const fraudWarningsOf = (paymentIntentId: string | null): Script<Row<typeof shape>[]> =>
  ofPayment.all(paymentIntentId);

/** Stores the state of a warning. @returns false when it is known already, or older */
export function* putFraudWarning({ id, paymentIntentId, isActionable, asOf }: FraudWarning): Script<boolean> {
  return (yield* put.run(id, paymentIntentId, isActionable, asOf)) > 0;
}

/**
 * The open question for the operator about a payment that a bank calls fraudulent, as long as the money is here and
 * nobody has disputed it.
 */
export function* fraudAttention(
  paymentIntentId: string | null,
  standing: OrderStanding,
  disputes: readonly DisputeFact[],
): Script<Attention[]> {
  if (paymentIntentId === null || !holdsMoney(standing) || disputes.length > 0) return [];
  const warnings = yield* fraudWarningsOf(paymentIntentId);
  return warnings
    .filter(({ isActionable }) => isActionable)
    .map(({ id }) => ({ reason: 'early_fraud_warning', subject: id }));
}
