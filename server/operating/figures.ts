import { integer, type Row, text } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { Refusal } from '#server/refusal.ts';
import { lookUp, type OperatorNeeds } from './operator-action.ts';

/** Times from, inclusive, to, exclusive, in UTC. */
export interface Period {
  from: Date;
  to: Date;
}

const dayMs = 24 * 60 * 60 * 1000;
/** What is shown when no period is named, in days. */
const usualDays = 30;

/**
 * A period from days as operators write them, both included, in UTC. Without a beginning, 30 days; without an end, until
 * today.
 * @throws {Refusal} when a day is none or they stand in the wrong order
 */
export function periodOf(since: string | undefined, until: string | undefined, now: Date): Period {
  const to = new Date(dayOf(until ?? isoDay(now)).getTime() + dayMs);
  const from = since === undefined ? new Date(to.getTime() - usualDays * dayMs) : dayOf(since);
  if (from >= to) throw new Refusal('invalid_request', 'The first day lies after the last.', 'since');
  return { from, to };
}

const soldShape = {
  /** A product's id, or a day as `YYYY-MM-DD` in UTC. */
  key: text,
  sold: integer,
  /** What was charged, in öre, before refunds. */
  ore: integer,
} as const;
const campaignShape = { campaign: text, redemptions: integer } as const;

export interface Figures {
  byProduct: Row<typeof soldShape>[];
  /** Days on which something was sold. */
  byDay: Row<typeof soldShape>[];
  /** Given back by refunds within the period, in öre. */
  refundedOre: number;
  byCampaign: Row<typeof campaignShape>[];
}

const sales = (key: string) =>
  query(
    `SELECT ${key} AS key, count(*) AS sold, sum(price_ore) AS ore
     FROM purchase_lines JOIN purchases ON purchases.id = purchase_id
     WHERE live = ? AND paid_at >= ? AND paid_at < ? GROUP BY 1 ORDER BY 1`,
    soldShape,
  );
const salesByProduct = sales('product_id COLLATE "C"');
const salesByDay = sales('UTC_DAY(paid_at)');
// What is on its way back has left the shop.
const refunded = query(
  `SELECT coalesce(sum(amount_ore), 0) AS ore FROM payment_refunds JOIN purchases USING (payment_intent_id)
   WHERE live = ? AND status IN ('pending', 'succeeded') AND as_of >= ? AND as_of < ?`,
  { ore: integer },
);
const redemptionsByCampaign = query(
  `SELECT campaign, count(*) AS redemptions
   FROM redemptions JOIN activation_codes ON activation_codes.id = code_id
   WHERE redeemed_at >= ? AND redeemed_at < ? GROUP BY 1 ORDER BY 2 DESC, campaign COLLATE "C"`,
  campaignShape,
);

/**
 * Sales by product and day, what was given back, and redemptions by campaign.
 * @param live real payments, or those made with a test key
 */
export function readFigures(needs: OperatorNeeds, { from, to }: Period, live: boolean): Promise<Figures> {
  const details = { from: isoDay(from), to: isoDay(to), live };
  return lookUp(needs, 'stats', { details }, function* (): Script<Figures> {
    return {
      byProduct: yield* salesByProduct.all(live, from, to),
      byDay: yield* salesByDay.all(live, from, to),
      refundedOre: (yield* refunded.one(live, from, to)).ore,
      byCampaign: yield* redemptionsByCampaign.all(from, to),
    };
  });
}

/** The day of a moment in UTC, as `YYYY-MM-DD`. */
export function isoDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function dayOf(text: string): Date {
  const day = new Date(`${text}T00:00:00.000Z`);
  if (!Number.isNaN(day.getTime()) && isoDay(day) === text) return day;
  throw new Refusal('invalid_request', `Expected a day such as 2026-01-31, not "${text}".`, 'since');
}
