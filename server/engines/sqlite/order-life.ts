import type { Database } from 'better-sqlite3';
import {
  type Attention,
  contentOf,
  type DisputeFact,
  deriveOrder,
  type OrderFacts,
  type PaymentFact,
  type RefundFact,
  supersedes,
  type WithheldReason,
} from '#server/buying/order-facts.ts';
import type { PurchaseLine } from '#server/buying/payment-provider.ts';
import type { Cause } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import { eventLedger, grantHistory } from './events.ts';
import type { GroupCommit } from './group-commit.ts';

interface PurchaseRow {
  id: number;
  payment_intent_id: string | null;
  total_ore: number;
}

interface GrantRow {
  id: number;
  adventure_id: string;
  withheld_reason: WithheldReason | null;
}

interface RefundRow {
  id: string;
  payment_intent_id: string;
  amount_ore: number;
  status: string;
  product_ids: string;
  as_of: string;
}

type DisputeRow = Omit<RefundRow, 'product_ids'>;

/** Reads and settles orders inside the transactions of others. */
export interface OrderLife {
  refundsOf(paymentIntentId: string | null): RefundFact[];
  disputesOf(paymentIntentId: string | null): DisputeFact[];
  /** Brings grants and open questions of a purchase in line with its facts. */
  settle(purchaseId: number, cause: Cause, at: Date): void;
}

/** What follows from refunds, disputes and withdrawals for an order's grants. Call it inside a transaction. */
export function orderLife(db: Database): OrderLife {
  const purchaseById = db.prepare<[number], PurchaseRow>(
    'SELECT id, payment_intent_id, total_ore FROM purchases WHERE id = ?',
  );
  const linesOf = db.prepare<[number], PurchaseLine>(
    'SELECT product_id AS productId, price_ore AS priceOre FROM purchase_lines WHERE purchase_id = ?',
  );
  const refunds = db.prepare<[string | null], RefundRow>(
    'SELECT * FROM payment_refunds WHERE payment_intent_id = ? ORDER BY id',
  );
  const disputes = db.prepare<[string | null], DisputeRow>(
    'SELECT * FROM payment_disputes WHERE payment_intent_id = ? ORDER BY id',
  );
  const withdrawalOf = db.prepare<[number], { reference: string; product_ids: string }>(
    'SELECT reference, product_ids FROM withdrawals WHERE purchase_id = ?',
  );
  const grantsOf = db.prepare<[number], GrantRow>(
    'SELECT id, adventure_id, withheld_reason FROM grants WHERE purchase_id = ?',
  );
  const withhold = db.prepare('UPDATE grants SET withheld_at = ?, withheld_reason = ? WHERE id = ?');
  const openAttention = db.prepare<[number], Attention>(
    'SELECT reason, subject FROM order_attention WHERE purchase_id = ? AND resolved_at IS NULL',
  );
  // What an operator closed stays closed; what the shop closed itself may come up again.
  const raise = db.prepare(
    `INSERT INTO order_attention (purchase_id, reason, subject, raised_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (purchase_id, reason, subject) DO UPDATE
       SET raised_at = excluded.raised_at, resolved_at = NULL, resolved_by = NULL
       WHERE resolved_by = 'shop'`,
  );
  const settleAttention = db.prepare(
    `UPDATE order_attention SET resolved_at = ?, resolved_by = 'shop'
     WHERE purchase_id = ? AND reason = ? AND subject = ?`,
  );
  const noteGrantEvent = grantHistory(db);

  function factsOf(purchase: PurchaseRow): OrderFacts {
    const withdrawal = withdrawalOf.get(purchase.id);
    return {
      lines: linesOf.all(purchase.id),
      totalOre: purchase.total_ore,
      refunds: refunds.all(purchase.payment_intent_id).map(refundFromRow),
      disputes: disputes.all(purchase.payment_intent_id).map(disputeFromRow),
      withdrawal: withdrawal
        ? { reference: withdrawal.reference, productIds: JSON.parse(withdrawal.product_ids) as string[] }
        : null,
    };
  }

  function syncAttention(purchaseId: number, wanted: readonly Attention[], at: string): void {
    const open = openAttention.all(purchaseId);
    const isIn = (list: readonly Attention[], { reason, subject }: Attention) =>
      list.some((item) => item.reason === reason && item.subject === subject);
    for (const item of wanted) {
      if (!isIn(open, item)) raise.run(purchaseId, item.reason, item.subject, at);
    }
    for (const item of open) {
      if (!isIn(wanted, item)) settleAttention.run(at, purchaseId, item.reason, item.subject);
    }
  }

  return {
    refundsOf: (paymentIntentId) => refunds.all(paymentIntentId).map(refundFromRow),
    disputesOf: (paymentIntentId) => disputes.all(paymentIntentId).map(disputeFromRow),
    settle(purchaseId, cause, at) {
      const purchase = purchaseById.get(purchaseId);
      if (!purchase) throw new Error(`There is no purchase ${purchaseId}`);
      const derived = deriveOrder(factsOf(purchase));
      for (const grant of grantsOf.all(purchaseId)) {
        const reason = derived.withheld(grant.adventure_id);
        if (reason === grant.withheld_reason) continue;
        withhold.run(reason === null ? null : at.toISOString(), reason, grant.id);
        const what = reason === null ? 'restored' : reason === 'dispute_open' ? 'suspended' : 'taken_back';
        noteGrantEvent(grant.id, what, reason ?? `no_longer_${grant.withheld_reason}`, cause, at);
      }
      syncAttention(purchaseId, derived.attention, at.toISOString());
    },
  };
}

/** Refunds and disputes as they come in. */
export function paymentFactMethods(db: Database, { shared }: GroupCommit): Pick<Store, 'recordPaymentFact'> {
  const life = orderLife(db);
  const { noteEvent, hasEvent } = eventLedger(db);
  const refundById = db.prepare<[string], RefundRow>('SELECT * FROM payment_refunds WHERE id = ?');
  const disputeById = db.prepare<[string], DisputeRow>('SELECT * FROM payment_disputes WHERE id = ?');
  const putRefund = db.prepare(
    `INSERT OR REPLACE INTO payment_refunds (id, payment_intent_id, amount_ore, status, as_of, product_ids)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const putDispute = db.prepare(
    `INSERT OR REPLACE INTO payment_disputes (id, payment_intent_id, amount_ore, status, as_of)
     VALUES (?, ?, ?, ?, ?)`,
  );
  const purchaseByPayment = db.prepare<[string], { id: number }>(
    'SELECT id FROM purchases WHERE payment_intent_id = ?',
  );

  function known(fact: PaymentFact): PaymentFact | null {
    if (fact.kind === 'refund') {
      const row = refundById.get(fact.id);
      return row ? refundFromRow(row) : null;
    }
    const row = disputeById.get(fact.id);
    return row ? disputeFromRow(row) : null;
  }

  function put(fact: PaymentFact): void {
    const { id, paymentIntentId, amountOre, status } = fact;
    const shared = [id, paymentIntentId, amountOre, status, fact.asOf.toISOString()];
    if (fact.kind === 'refund') putRefund.run(...shared, JSON.stringify(fact.productIds));
    else putDispute.run(...shared);
  }

  function takeIn(fact: PaymentFact, cause: Cause, at: Date): 'applied' | 'unchanged' | 'waiting' {
    const before = known(fact);
    if (before && !supersedes(fact, before)) return 'unchanged';
    put(fact);
    const isNews = !before || contentOf(fact) !== contentOf(before);
    const purchase = purchaseByPayment.get(fact.paymentIntentId);
    if (purchase) life.settle(purchase.id, cause, at);
    if (!isNews) return 'unchanged';
    return purchase ? 'applied' : 'waiting';
  }

  const recordPaymentFact = shared((...[fact, cause, at]: Parameters<Store['recordPaymentFact']>) => {
    if (cause.event && hasEvent(cause.event.id)) return 'unchanged' as const;
    const outcome = takeIn(fact, cause, at);
    if (cause.event) noteEvent(cause.event, outcome, cause.by, at);
    return outcome;
  });

  return { recordPaymentFact };
}

function refundFromRow(row: RefundRow): RefundFact {
  return {
    ...commonFacts(row),
    kind: 'refund',
    productIds: JSON.parse(row.product_ids) as string[],
  };
}

function disputeFromRow(row: DisputeRow): DisputeFact {
  return { ...commonFacts(row), kind: 'dispute' };
}

function commonFacts({ id, payment_intent_id, amount_ore, status, as_of }: DisputeRow) {
  return {
    id,
    paymentIntentId: payment_intent_id,
    amountOre: amount_ore,
    status,
    asOf: new Date(as_of),
  };
}
