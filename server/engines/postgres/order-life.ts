import {
  type Attention,
  contentOf,
  type DisputeFact,
  deriveOrder,
  type PaymentFact,
  type RefundFact,
  supersedes,
  type WithheldReason,
} from '#server/buying/order-facts.ts';
import type { PurchaseLine } from '#server/buying/payment-provider.ts';
import type { Cause } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import type { PostgresDatabase, Queries } from './database.ts';
import { hasEvent, noteEvent, noteGrantEvents } from './events.ts';
import { paymentLock } from './locks.ts';

interface PurchaseRow {
  id: number;
  payment_intent_id: string | null;
  total_ore: number;
}

interface FactRow {
  kind: 'refund' | 'dispute';
  id: string;
  payment_intent_id: string;
  amount_ore: number;
  status: string;
  product_ids: string | null;
  as_of: Date;
}

/** Refunds and disputes of a payment, or the one with an id, in one question. */
const factsWhere = (condition: string) =>
  `SELECT 'refund' AS kind, id, payment_intent_id, amount_ore, status, product_ids, as_of
     FROM payment_refunds WHERE ${condition}
   UNION ALL SELECT 'dispute', id, payment_intent_id, amount_ore, status, NULL, as_of
     FROM payment_disputes WHERE ${condition}
   ORDER BY id`;

/** The newest known state of all refunds and disputes of a payment. */
export async function paymentFactsOf(
  queries: Queries,
  paymentIntentId: string | null,
): Promise<{ refunds: RefundFact[]; disputes: DisputeFact[] }> {
  const rows = await queries.all<FactRow>(factsWhere('payment_intent_id = $1'), paymentIntentId);
  const facts = rows.map(factFromRow);
  return {
    refunds: facts.filter((fact) => fact.kind === 'refund'),
    disputes: facts.filter((fact) => fact.kind === 'dispute'),
  };
}

export function linesOf(queries: Queries, purchaseId: number): Promise<PurchaseLine[]> {
  return queries.all<PurchaseLine>(
    `SELECT product_id AS "productId", price_ore AS "priceOre" FROM purchase_lines
     WHERE purchase_id = $1 ORDER BY product_id COLLATE "C"`,
    purchaseId,
  );
}

/**
 * Brings grants and open questions of a purchase in line with its facts. Call it inside a transaction that holds the
 * payment's lock.
 */
export async function settle(queries: Queries, purchaseId: number, cause: Cause, at: Date): Promise<void> {
  const purchase = await queries.get<PurchaseRow>(
    'SELECT id, payment_intent_id, total_ore FROM purchases WHERE id = $1',
    purchaseId,
  );
  if (!purchase) throw new Error(`There is no purchase ${purchaseId}`);
  const facts = await paymentFactsOf(queries, purchase.payment_intent_id);
  const withdrawal = await queries.get<{ reference: string; product_ids: string }>(
    'SELECT reference, product_ids FROM withdrawals WHERE purchase_id = $1',
    purchaseId,
  );
  const derived = deriveOrder({
    lines: await linesOf(queries, purchaseId),
    totalOre: purchase.total_ore,
    ...facts,
    withdrawal: withdrawal
      ? { reference: withdrawal.reference, productIds: JSON.parse(withdrawal.product_ids) as string[] }
      : null,
  });
  const grants = await queries.all<{
    id: number;
    adventure_id: string;
    withheld_reason: WithheldReason | null;
  }>(
    'SELECT id, adventure_id, withheld_reason FROM grants WHERE purchase_id = $1 ORDER BY id FOR NO KEY UPDATE',
    purchaseId,
  );
  for (const grant of grants) {
    const reason = derived.withheld(grant.adventure_id);
    if (reason === grant.withheld_reason) continue;
    await queries.run(
      'UPDATE grants SET withheld_at = $1, withheld_reason = $2 WHERE id = $3',
      ...[reason === null ? null : at, reason, grant.id],
    );
    const what = reason === null ? 'restored' : reason === 'dispute_open' ? 'suspended' : 'taken_back';
    await noteGrantEvents(
      queries,
      [grant.id],
      what,
      reason ?? `no_longer_${grant.withheld_reason}`,
      cause,
      at,
    );
  }
  await syncAttention(queries, purchaseId, derived.attention, at);
}

async function syncAttention(
  queries: Queries,
  purchaseId: number,
  wanted: readonly Attention[],
  at: Date,
): Promise<void> {
  const open = await queries.all<Attention>(
    'SELECT reason, subject FROM order_attention WHERE purchase_id = $1 AND resolved_at IS NULL',
    purchaseId,
  );
  const isIn = (list: readonly Attention[], { reason, subject }: Attention) =>
    list.some((item) => item.reason === reason && item.subject === subject);
  for (const item of wanted) {
    if (isIn(open, item)) continue;
    // What an operator closed stays closed; what the shop closed itself may come up again.
    await queries.run(
      `INSERT INTO order_attention (purchase_id, reason, subject, raised_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (purchase_id, reason, subject) DO UPDATE
         SET raised_at = excluded.raised_at, resolved_at = NULL, resolved_by = NULL
         WHERE order_attention.resolved_by = 'shop'`,
      ...[purchaseId, item.reason, item.subject, at],
    );
  }
  for (const item of open) {
    if (isIn(wanted, item)) continue;
    await queries.run(
      `UPDATE order_attention SET resolved_at = $1, resolved_by = 'shop'
       WHERE purchase_id = $2 AND reason = $3 AND subject = $4 AND resolved_at IS NULL`,
      ...[at, purchaseId, item.reason, item.subject],
    );
  }
}

/** Refunds and disputes as they come in. */
export function paymentFactMethods(db: PostgresDatabase): Pick<Store, 'recordPaymentFact'> {
  return {
    recordPaymentFact: (fact, cause, at) =>
      db.write([paymentLock(fact.paymentIntentId, '')], async (queries) => {
        if (cause.event && (await hasEvent(queries, cause.event.id))) return 'unchanged';
        const outcome = await takeIn(queries, fact, cause, at);
        if (cause.event) await noteEvent(queries, cause.event, outcome, cause.by, at);
        return outcome;
      }),
  };
}

async function takeIn(
  queries: Queries,
  fact: PaymentFact,
  cause: Cause,
  at: Date,
): Promise<'applied' | 'unchanged' | 'waiting'> {
  const known = (await queries.all<FactRow>(factsWhere('id = $1'), fact.id)).find(
    ({ kind }) => kind === fact.kind,
  );
  const before = known ? factFromRow(known) : null;
  if (before && !supersedes(fact, before)) return 'unchanged';
  await put(queries, fact);
  const isNews = !before || contentOf(fact) !== contentOf(before);
  const purchase = await queries.get<{ id: number }>(
    'SELECT id FROM purchases WHERE payment_intent_id = $1',
    fact.paymentIntentId,
  );
  if (purchase) await settle(queries, purchase.id, cause, at);
  if (!isNews) return 'unchanged';
  return purchase ? 'applied' : 'waiting';
}

async function put(queries: Queries, fact: PaymentFact): Promise<void> {
  const shared = [fact.id, fact.paymentIntentId, fact.amountOre, fact.status, fact.asOf];
  const update = `payment_intent_id = excluded.payment_intent_id, amount_ore = excluded.amount_ore,
    status = excluded.status, as_of = excluded.as_of`;
  if (fact.kind === 'refund') {
    await queries.run(
      `INSERT INTO payment_refunds (id, payment_intent_id, amount_ore, status, as_of, product_ids)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO UPDATE SET ${update}, product_ids = excluded.product_ids`,
      ...[...shared, JSON.stringify(fact.productIds)],
    );
  } else {
    await queries.run(
      `INSERT INTO payment_disputes (id, payment_intent_id, amount_ore, status, as_of) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET ${update}`,
      ...shared,
    );
  }
}

function factFromRow(row: FactRow): PaymentFact {
  const shared = {
    id: row.id,
    paymentIntentId: row.payment_intent_id,
    amountOre: row.amount_ore,
    status: row.status,
    asOf: row.as_of,
  };
  return row.kind === 'refund'
    ? { ...shared, kind: 'refund', productIds: JSON.parse(row.product_ids ?? '[]') as string[] }
    : { ...shared, kind: 'dispute' };
}
