import type { Database } from 'better-sqlite3';
import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { EventRecord, SalesFigure } from '#server/operating/records.ts';

interface EventRow {
  id: string;
  type: string;
  objectId: string | null;
  outcome: EventRecord['outcome'];
  broughtBy: string;
  createdAt: string;
  receivedAt: string;
}

/** Sums over orders and codes, and the ledger of events to read. */
export function figureMethods(db: Database): Pick<OperatorStore, 'figures' | 'events'> {
  type Bounds = { live: number; from: string; to: string };
  const sales = (key: string) =>
    db.prepare<Bounds, SalesFigure>(
      `SELECT ${key} AS key, count(*) AS sold, sum(price_ore) AS ore
       FROM purchase_lines JOIN purchases ON purchases.id = purchase_id
       WHERE live = $live AND paid_at >= $from AND paid_at < $to GROUP BY 1 ORDER BY 1`,
    );
  const byProduct = sales('product_id');
  const byDay = sales('substr(paid_at, 1, 10)');
  // What is on its way back has left the shop.
  const refunded = db.prepare<Bounds, { ore: number }>(
    `SELECT coalesce(sum(amount_ore), 0) AS ore FROM payment_refunds JOIN purchases USING (payment_intent_id)
     WHERE live = $live AND status IN ('pending', 'succeeded') AND as_of >= $from AND as_of < $to`,
  );
  const byCampaign = db.prepare<Bounds, { campaign: string; redemptions: number }>(
    `SELECT campaign, count(*) AS redemptions
     FROM redemptions JOIN activation_codes ON activation_codes.id = code_id
     WHERE $live IN (0, 1) AND redeemed_at >= $from AND redeemed_at < $to GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
  const events = db.prepare<{ type: string | null; outcome: string | null; most: number }, EventRow>(
    `SELECT id, type, object_id AS objectId, outcome, brought_by AS broughtBy, created_at AS createdAt,
       received_at AS receivedAt
     FROM webhook_events
     WHERE ($type IS NULL OR type = $type) AND ($outcome IS NULL OR outcome = $outcome)
     ORDER BY received_at DESC, id LIMIT $most`,
  );
  return {
    figures: async ({ from, to }, live) => {
      const bounds = { live: live ? 1 : 0, from: from.toISOString(), to: to.toISOString() };
      return {
        byProduct: byProduct.all(bounds),
        byDay: byDay.all(bounds),
        refundedOre: refunded.get(bounds)?.ore ?? 0,
        byCampaign: byCampaign.all(bounds),
      };
    },
    events: async ({ type = null, outcome = null, most }) =>
      events
        .all({ type, outcome, most })
        .map((row) => ({ ...row, createdAt: new Date(row.createdAt), receivedAt: new Date(row.receivedAt) })),
  };
}
