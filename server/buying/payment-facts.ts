// The newest known state of each refund and dispute, by payment. They may arrive before their purchase.

import { integer, nullable, text, textList, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import type { DaysInBooks, DisputeFact, KnownFact, PaymentFact, RefundFact } from './refunds-and-disputes.ts';

const disputeShape = {
  id: text,
  paymentIntentId: text,
  amountOre: integer,
  status: text,
  asOf: time,
  countedAt: nullable(time),
  reinstatedAt: nullable(time),
} as const;
const refundShape = { ...disputeShape, productIds: textList } as const;
const refundsOf = query('SELECT {columns} FROM payment_refunds WHERE payment_intent_id = ?', refundShape);
const disputesOf = query('SELECT {columns} FROM payment_disputes WHERE payment_intent_id = ?', disputeShape);

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** The newest known state of all refunds and disputes of a payment. */
export function* paymentFactsOf(
  paymentIntentId: string | null,
): Script<{ refunds: RefundFact[]; disputes: DisputeFact[] }> {
  if (paymentIntentId === null) return { refunds: [], disputes: [] };
  return {
    refunds: (yield* refundsOf.all(paymentIntentId)).sort(byId).map((fact) => ({ kind: 'refund', ...fact })),
    disputes: (yield* disputesOf.all(paymentIntentId))
      .sort(byId)
      .map((fact) => ({ kind: 'dispute', ...fact })),
  };
}

const refundById = query('SELECT {columns} FROM payment_refunds WHERE id = ?', refundShape);
const disputeById = query('SELECT {columns} FROM payment_disputes WHERE id = ?', disputeShape);

/** The newest known state of a refund or dispute. */
export function* knownFact({ kind, id }: PaymentFact): Script<KnownFact | null> {
  if (kind === 'refund') {
    const refund = yield* refundById.get(id);
    return refund ? { kind, ...refund } : null;
  }
  const dispute = yield* disputeById.get(id);
  return dispute ? { kind, ...dispute } : null;
}

const putRefund = command(
  `INSERT INTO payment_refunds (id, payment_intent_id, amount_ore, status, as_of, counted_at, reinstated_at, product_ids)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?)
   ON CONFLICT (id) DO UPDATE SET payment_intent_id = excluded.payment_intent_id, amount_ore = excluded.amount_ore,
     status = excluded.status, as_of = excluded.as_of, counted_at = excluded.counted_at,
     reinstated_at = excluded.reinstated_at, product_ids = excluded.product_ids`,
);
const putDispute = command(
  `INSERT INTO payment_disputes (id, payment_intent_id, amount_ore, status, as_of, counted_at, reinstated_at)
   VALUES (?, ?, ?, ?, ?, ?, ?)
   ON CONFLICT (id) DO UPDATE SET payment_intent_id = excluded.payment_intent_id, amount_ore = excluded.amount_ore,
     status = excluded.status, as_of = excluded.as_of, counted_at = excluded.counted_at,
     reinstated_at = excluded.reinstated_at`,
);

/** Stores the state of a refund or dispute in place of the older one. */
export function* putFact(fact: PaymentFact, { countedAt, reinstatedAt }: DaysInBooks): Script<void> {
  const { id, paymentIntentId, amountOre, status, asOf } = fact;
  const common = [id, paymentIntentId, amountOre, status, asOf, countedAt, reinstatedAt] as const;
  if (fact.kind === 'refund') yield* putRefund.run(...common, JSON.stringify(fact.productIds));
  else yield* putDispute.run(...common);
}

const futureRefunds = query('SELECT {columns} FROM payment_refunds WHERE as_of > ?', {
  paymentIntentId: text,
});
const futureDisputes = query('SELECT {columns} FROM payment_disputes WHERE as_of > ?', {
  paymentIntentId: text,
});
const undated = `SET as_of = ?, counted_at = CASE WHEN counted_at <= ? THEN counted_at END,
   reinstated_at = CASE WHEN reinstated_at <= ? THEN reinstated_at END WHERE as_of > ?`;
const undateRefunds = command(`UPDATE payment_refunds ${undated}`);
const undateDisputes = command(`UPDATE payment_disputes ${undated}`);

/** The payments with refunds or disputes dated later than this, which only a wrong clock can cause. */
export function* futureFacts(now: Date): Script<string[]> {
  const facts = [...(yield* futureRefunds.all(now)), ...(yield* futureDisputes.all(now))];
  return [...new Set(facts.map(({ paymentIntentId }) => paymentIntentId))];
}

/**
 * Backdates such facts, so that the provider's next state counts as newer. @returns their payments, to be fetched again
 */
export function* undateFutureFacts(now: Date): Script<string[]> {
  const payments = yield* futureFacts(now);
  if (payments.length === 0) return [];
  const longAgo = new Date(0);
  yield* undateRefunds.run(longAgo, now, now, now);
  yield* undateDisputes.run(longAgo, now, now, now);
  return payments;
}
