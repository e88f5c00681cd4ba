// Sales figures (statistics) of a period.

import { disputesInOrders } from '#server/buying/payment-facts.ts';
import { linesOfEach } from '#server/buying/purchase-lines.ts';
import { extentOf, inRanges } from '#server/ledger/in-parts.ts';
import { integer, text, time } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import type { OperatorFigures } from '#shared/api/operator.ts';
import { dayAfter } from '#shared/day-after.ts';
import { shopDay } from '#shared/shop-day.ts';
import { startOfShopDay } from '#shared/shop-days.ts';
import { checkedDay, WrongDay } from './checked-input.ts';
import { noteAction, type OperatorNeeds } from './operator-action.ts';
import { type OnProgress, type Period, paidParts } from './paid-parts.ts';

/** The default period, in days. */
const usualDays = 30;

/**
 * Parses a period of days in the shop's time zone, both included. Default: the last 30 days, or from the given day until
 * today.
 * @throws {WrongDay} when a day is invalid or they are in the wrong order
 */
export function periodOf(since: string | undefined, until: string | undefined, now: Date): Period {
  const last = checkedDay(until ?? shopDay(now), 'until');
  const first = since === undefined ? dayAfter(last, 1 - usualDays) : checkedDay(since, 'since');
  if (first > last) {
    const why = until === undefined ? `${first} is still to come.` : 'The first day lies after the last.';
    throw new WrongDay(why, 'since');
  }
  return { from: startOfShopDay(first), to: startOfShopDay(dayAfter(last)) };
}

/** The first and the last day of a period, `YYYY-MM-DD`. */
export function daysOf({ from, to }: Period): { since: string; until: string } {
  return { since: shopDay(from), until: shopDay(new Date(to.getTime() - 1)) };
}

export type Figures = Awaited<ReturnType<typeof readFigures>>;

const paidWithin = query('SELECT {columns} FROM purchases WHERE live = ? AND paid_at >= ? AND paid_at < ?', {
  id: integer,
  paidAt: time,
});
const returns = `(SELECT payment_intent_id, amount_ore, counted_at, reinstated_at FROM payment_refunds
  UNION ALL SELECT payment_intent_id, amount_ore, counted_at, reinstated_at FROM ${disputesInOrders}) AS returns`;
// As in the books: a refund on its way counts, like a lost dispute, and one that fails later, or a dispute that is won after
// all, is taken off the period in which that happened. A look-up of each payment instead of a join, for which SQLite reads all
// purchases.
const refunded = query(
  `SELECT coalesce(sum(amount), 0) FROM (
     SELECT payment_intent_id, amount_ore AS amount, counted_at AS moved_at FROM ${returns}
     UNION ALL SELECT payment_intent_id, -amount_ore AS amount, reinstated_at AS moved_at FROM ${returns}
     WHERE counted_at IS NOT NULL) AS moved
   WHERE moved_at >= ? AND moved_at < ? AND
     (SELECT live FROM purchases WHERE purchases.payment_intent_id = moved.payment_intent_id) = ?`,
  integer,
);
const extentOfRedemptions = extentOf('redemptions');
/** How many redemptions are read at once: takes some milliseconds. */
const redemptionsAtOnce = 4096;
const redemptionsByCampaign = query(
  `SELECT campaign, count(*) AS redemptions
   FROM redemptions JOIN activation_codes ON activation_codes.id = code_id
   WHERE redemptions.id > ? AND redemptions.id <= ? AND redeemed_at >= ? AND redeemed_at < ? GROUP BY campaign`,
  { campaign: text, redemptions: integer },
);

/**
 * Sales by product and by day with sales, refunds in öre, and redemptions by campaign. They are read in parts, each a
 * read of its own, so that a site answers other requests meanwhile.
 * @param live real payments, or those made with a test key
 * @param onProgress called with days
 */
export async function readFigures(
  needs: OperatorNeeds,
  period: Period,
  live: boolean,
  onProgress?: OnProgress,
) {
  const { ledger } = needs;
  const { from, to } = period;
  const byProduct = new Map<string, Sold>();
  const byDay = new Map<string, Sold>();
  for await (const part of paidParts(ledger, period, 'oldest first', onProgress)) {
    for (const { productId, day, ...sold } of await ledger.read(() => salesOf(part, live))) {
      add(byProduct, productId, sold);
      add(byDay, day, sold);
    }
  }
  const byCampaign = new Map<string, number>();
  const extent = await ledger.read(() => extentOfRedemptions.one());
  for await (const { after, upTo } of inRanges(extent, redemptionsAtOnce)) {
    const part = await ledger.read(() => redemptionsByCampaign.all(after, upTo, from, to));
    for (const { campaign, redemptions } of part)
      byCampaign.set(campaign, (byCampaign.get(campaign) ?? 0) + redemptions);
  }
  const refundedOre = await ledger.read(() => refunded.one(from, to, live));
  await noteAction(needs, 'stats', { details: { ...daysOf(period), live } });
  const redeemed = [...byCampaign].map(([campaign, redemptions]) => ({ campaign, redemptions }));
  return {
    byProduct: inOrder(byProduct),
    byDay: inOrder(byDay),
    refundedOre,
    byCampaign: redeemed.sort((a, b) => b.redemptions - a.redemptions || (a.campaign < b.campaign ? -1 : 1)),
  };
}

/**
 * What was sold, line by line. The orders first and then their lines: for a join, PostgreSQL reads all lines there are, for
 * each part of the period. The days come from here, because SQLite knows nothing of the time zone's summer time.
 */
function* salesOf({ from, to }: Period, live: boolean): Script<SoldLine[]> {
  const orders = yield* paidWithin.all(live, from, to);
  const lines = yield* linesOfEach(orders.map(({ id }) => id));
  return orders.flatMap(({ id, paidAt }) => {
    const day = shopDay(paidAt);
    return (lines.get(id) ?? []).map(({ productId, priceOre: ore }) => ({ productId, day, sold: 1, ore }));
  });
}

type SalesFigure = OperatorFigures['byDay'][number];
type Sold = Omit<SalesFigure, 'key'>;
interface SoldLine extends Sold {
  productId: string;
  day: string;
}

function add(sums: Map<string, Sold>, key: string, { sold, ore }: Sold): void {
  const sum = sums.get(key) ?? { sold: 0, ore: 0 };
  sums.set(key, { sold: sum.sold + sold, ore: sum.ore + ore });
}

const inOrder = (sums: ReadonlyMap<string, Sold>): SalesFigure[] =>
  [...sums].map(([key, sold]) => ({ key, ...sold })).sort((a, b) => (a.key < b.key ? -1 : 1));
