import { integer, type Row, text } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { Refusal } from '#server/refusal.ts';
import { shopDay } from '#shared/release-days.ts';
import { dayAfter, startOfShopDay } from '#shared/shop-days.ts';
import { lookUp, type OperatorNeeds } from './operator-action.ts';

/** Moments from, inclusive, to, exclusive. */
export interface Period {
  from: Date;
  to: Date;
}

/** What is shown when no period is named, in days. */
const usualDays = 30;

/**
 * A period from the shop's days as operators write them, both included. Without a beginning, 30 days; without an end, until
 * today.
 * @throws {Refusal} when a day is none or they stand in the wrong order
 */
export function periodOf(since: string | undefined, until: string | undefined, now: Date): Period {
  const last = checkedDay(until ?? shopDay(now));
  const first = since === undefined ? dayAfter(last, 1 - usualDays) : checkedDay(since);
  if (first > last) throw new Refusal('invalid_request', 'The first day lies after the last.', 'since');
  return { from: startOfShopDay(first), to: startOfShopDay(dayAfter(last)) };
}

/** The first and the last day of a period, `YYYY-MM-DD`. */
export function daysOf({ from, to }: Period): { since: string; until: string } {
  return { since: shopDay(from), until: shopDay(new Date(to.getTime() - 1)) };
}

const soldShape = {
  /** A product's id, or a day of the shop as `YYYY-MM-DD`. */
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
const salesByHour = sales('UTC_HOUR(paid_at)');
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
  const details = { ...daysOf({ from, to }), live };
  return lookUp(needs, 'stats', { details }, function* (): Script<Figures> {
    return {
      byProduct: yield* salesByProduct.all(live, from, to),
      byDay: byShopDay(yield* salesByHour.all(live, from, to)),
      refundedOre: (yield* refunded.one(live, from, to)).ore,
      byCampaign: yield* redemptionsByCampaign.all(from, to),
    };
  });
}

/** Hours in UTC as days of the shop, whose clock is whole hours away: databases do not all know its summer time. */
function byShopDay(hours: readonly Row<typeof soldShape>[]): Row<typeof soldShape>[] {
  const days = Map.groupBy(hours, ({ key }) => shopDay(new Date(`${key}:00:00Z`)));
  return [...days].map(([key, group]) => ({
    key,
    sold: group.reduce((sum, { sold }) => sum + sold, 0),
    ore: group.reduce((sum, { ore }) => sum + ore, 0),
  }));
}

function checkedDay(text: string): string {
  const day = new Date(`${text}T00:00:00.000Z`);
  if (!Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text) return text;
  throw new Refusal('invalid_request', `Expected a day such as 2026-01-31, not "${text}".`, 'since');
}
