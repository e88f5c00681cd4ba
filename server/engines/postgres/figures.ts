import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { EventRecord, Figures, SalesFigure } from '#server/operating/records.ts';
import type { PostgresDatabase, Queries } from './database.ts';

/** Sums over orders and codes, and the ledger of events to read. */
export function figureMethods(db: PostgresDatabase): Pick<OperatorStore, 'figures' | 'events'> {
  return {
    figures: ({ from, to }, live) =>
      db.snapshot(async (queries) => {
        const sales = (key: string) =>
          queries.all<SalesFigure>(
            `SELECT ${key} AS key, count(*) AS sold, sum(price_ore)::bigint AS ore
             FROM purchase_lines JOIN purchases ON purchases.id = purchase_id
             WHERE live = $1 AND paid_at >= $2 AND paid_at < $3 GROUP BY 1 ORDER BY 1`,
            ...[live, from, to],
          );
        return {
          byProduct: await sales('product_id COLLATE "C"'),
          byDay: await sales(`to_char(paid_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') COLLATE "C"`),
          refundedOre: await refunded(queries, live, from, to),
          byCampaign: await queries.all<Figures['byCampaign'][number]>(
            `SELECT campaign, count(*) AS redemptions
             FROM redemptions JOIN activation_codes ON activation_codes.id = code_id
             WHERE redeemed_at >= $1 AND redeemed_at < $2 GROUP BY 1 ORDER BY 2 DESC, campaign COLLATE "C"`,
            ...[from, to],
          ),
        };
      }),
    events: ({ type = null, outcome = null, most }) =>
      db.all<EventRecord>(
        `SELECT id, type, object_id AS "objectId", outcome, brought_by AS "broughtBy", created_at AS "createdAt",
           received_at AS "receivedAt"
         FROM webhook_events
         WHERE ($1::text IS NULL OR type = $1) AND ($2::text IS NULL OR outcome = $2)
         ORDER BY received_at DESC, id COLLATE "C" LIMIT $3`,
        ...[type, outcome, most],
      ),
  };
}

/** What is on its way back has left the shop. In öre. */
async function refunded(queries: Queries, live: boolean, from: Date, to: Date): Promise<number> {
  const row = await queries.get<{ ore: number }>(
    `SELECT coalesce(sum(amount_ore), 0)::bigint AS ore FROM payment_refunds JOIN purchases USING (payment_intent_id)
     WHERE live = $1 AND status IN ('pending', 'succeeded') AND as_of >= $2 AND as_of < $3`,
    ...[live, from, to],
  );
  return row?.ore ?? 0;
}
