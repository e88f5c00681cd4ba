// The newest known state of each refund and dispute, by payment. They may arrive before their purchase.

import { columnName, integer, nullable, text, textList, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import type {
  DaysInBooks,
  DisputeFact,
  KnownFact,
  KnownRefund,
  PaymentFact,
} from './refunds-and-disputes.ts';

const factShape = {
  id: text,
  paymentIntentId: text,
  amountOre: integer,
  status: text,
  asOf: time,
  countedAt: nullable(time),
  reinstatedAt: nullable(time),
} as const;
const refundShape = { ...factShape, productIds: textList } as const;
const disputeShape = { ...factShape, currency: nullable(text) } as const;

/** A column of the purchase that a dispute is about. Looked up by its index: a join reads all purchases. */
const ofPurchase = (column: 'currency' | 'total_ore') =>
  `(SELECT purchases.${column} FROM purchases WHERE purchases.payment_intent_id = payment_disputes.payment_intent_id)`;
/**
 * The disputes with their amounts in the currency of their order. How much of the order one in another currency is over is not
 * known here: it counts as all of it, and waits for the operator once it is lost.
 */
export const disputesInOrders = `(SELECT id, payment_intent_id, status, as_of, counted_at, reinstated_at, currency,
  CASE WHEN currency <> ${ofPurchase('currency')} THEN ${ofPurchase('total_ore')} ELSE amount_ore END AS amount_ore
  FROM payment_disputes) AS disputes`;

/**
 * The statements about one of the two tables; they differ by the products that refunds name, and the currency of disputes.
 * @param inOrders the table, or what reads its amounts in the currency of the order
 * @param shape with its columns in the order in which {@link putFact} gives their values
 */
function statementsOf<S extends typeof factShape>(table: string, shape: S, inOrders = table) {
  const [id, ...others] = Object.keys(shape).map(columnName);
  const given = `as_of = ?, counted_at = CASE WHEN counted_at <= ? THEN counted_at END,
    reinstated_at = CASE WHEN reinstated_at <= ? THEN reinstated_at END`;
  return {
    ofPayment: query(
      `SELECT {columns} FROM ${inOrders} WHERE payment_intent_id = ? ORDER BY id COLLATE "C"`,
      shape,
    ),
    byId: query(`SELECT {columns} FROM ${table} WHERE id = ?`, shape),
    put: command(
      `INSERT INTO ${table} (${[id, ...others].join(', ')}) VALUES (?, ${others.map(() => '?').join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${others.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    ),
    backdate: command(`UPDATE ${table} SET ${given} WHERE as_of > ?`),
  };
}
const refundTable = statementsOf('payment_refunds', refundShape);
const disputeTable = statementsOf('payment_disputes', disputeShape, disputesInOrders);

/** The newest known state of all refunds and disputes of a payment, with amounts in the currency of its order. */
export function* paymentFactsOf(
  paymentIntentId: string | null,
): Script<{ refunds: KnownRefund[]; disputes: DisputeFact[] }> {
  return {
    refunds: (yield* refundTable.ofPayment.all(paymentIntentId)).map((fact) => ({ kind: 'refund', ...fact })),
    disputes: (yield* disputeTable.ofPayment.all(paymentIntentId)).map((fact) => ({
      kind: 'dispute',
      ...fact,
    })),
  };
}

/** The newest known state of a refund or dispute. */
export function* knownFact({ kind, id }: PaymentFact): Script<KnownFact | null> {
  if (kind === 'refund') {
    const refund = yield* refundTable.byId.get(id);
    return refund ? { kind, ...refund } : null;
  }
  const dispute = yield* disputeTable.byId.get(id);
  return dispute ? { kind, ...dispute } : null;
}

/** Stores the state of a refund or dispute in place of the older one. */
export function* putFact(fact: PaymentFact, { countedAt, reinstatedAt }: DaysInBooks): Script<void> {
  const { id, paymentIntentId, amountOre, status, asOf } = fact;
  const common = [id, paymentIntentId, amountOre, status, asOf, countedAt, reinstatedAt] as const;
  if (fact.kind === 'refund') yield* refundTable.put.run(...common, JSON.stringify(fact.productIds));
  else yield* disputeTable.put.run(...common, fact.currency);
}

const datedAfter = query(
  `SELECT payment_intent_id FROM payment_refunds WHERE as_of > ?
   UNION SELECT payment_intent_id FROM payment_disputes WHERE as_of > ?`,
  text,
);

/** The payments with refunds or disputes dated later than this, which only a wrong clock can cause. */
export const futureFacts = (now: Date): Script<string[]> => datedAfter.all(now, now);

/** Backdates such facts, so that the provider's next state counts as newer. @returns their payments, to be fetched again */
export function* undateFutureFacts(now: Date): Script<string[]> {
  const payments = yield* futureFacts(now);
  if (payments.length === 0) return [];
  const longAgo = new Date(0);
  yield* refundTable.backdate.run(longAgo, now, now, now);
  yield* disputeTable.backdate.run(longAgo, now, now, now);
  return payments;
}
