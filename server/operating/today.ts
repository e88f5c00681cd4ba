// The operator's start page: open questions, sales, faults. One snapshot, fast however large the shop is.

import { type OpenAttention, openAttention } from '#server/buying/attention.ts';
import { flag, integer, nullable, type Row, text, time } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { earlier } from '#server/moments.ts';
import { mailService } from '#server/outbox/mail-service.ts';
import { outboxFigures } from '#server/outbox/outbox-report.ts';
import type { OperatorToday } from '#shared/api/operator.ts';
import { dayAfter } from '#shared/day-after.ts';
import { shopDay } from '#shared/shop-day.ts';
import { startOfShopDay } from '#shared/shop-days.ts';
import { lastDrill } from './drill.ts';
import { lookUp, type OperatorNeeds } from './operator-action.ts';

/** A fault, how many of it there are (or 1), and since when. */
type Trouble = Omit<OperatorToday['trouble'][number], 'since'> & { since: Date | null };

/** Sales are shown of the last so many days, including today, in the shop's time zone. */
const periods = [1, 7, 30];

const soldShape = {
  orders: integer,
  /** Charged, in öre, before refunds. */
  ore: integer,
} as const;
const sold = query(
  'SELECT count(*) AS orders, coalesce(sum(total_ore), 0) AS ore FROM purchases WHERE live = ? AND paid_at >= ?',
  soldShape,
);
// When the payment provider's newest event was delivered. What the reconciler found does not show that the webhook works.
// With a time to begin from, SQLite goes back from the newest, by the index, instead of sorting them all.
const newestEvent = query(
  "SELECT received_at FROM webhook_events WHERE brought_by = 'webhook' AND received_at > ? ORDER BY received_at DESC LIMIT 1",
  time,
);
const beforeAll = new Date(0);
const waitingShape = {
  totalOre: integer,
  currency: text,
  paidAt: time,
  live: flag,
  /** What was to go back when its buyer withdrew. */
  withdrawnOre: nullable(integer),
} as const;
/** As much of an order as shows whether it is urgent; the address is one click away. */
type WaitingOrder = Row<typeof waitingShape>;
const waitingOrder = query(
  `SELECT total_ore, currency, paid_at, live,
     (SELECT refund_ore FROM withdrawals WHERE purchase_id = purchases.id) AS withdrawn_ore
   FROM purchases WHERE checkout_session_id = ?`,
  waitingShape,
);
const interrupted = query(
  `SELECT count(*) AS imports, min(started_at) AS since FROM imports WHERE finished_at IS NULL AND undone_at IS NULL
     AND started_at < ?`,
  { imports: integer, since: nullable(time) },
);

/** An import that started this long ago and has not ended was interrupted, in milliseconds. */
const importMs = 60 * 60 * 1000;

/** @param live real payments, or those made with a test key */
export function showToday(needs: OperatorNeeds, live: boolean) {
  const now = needs.clock();
  return lookUp(needs, 'today.show', {}, function* () {
    const attention: (OpenAttention & { order: WaitingOrder })[] = [];
    for (const item of yield* openAttention())
      attention.push({ ...item, order: yield* waitingOrder.one(item.checkoutSessionId) });
    const sales: (Row<typeof soldShape> & { days: number })[] = [];
    for (const days of periods) {
      const since = startOfShopDay(dayAfter(shopDay(now), 1 - days));
      sales.push({ days, ...(yield* sold.one(live, since)) });
    }
    return {
      attention,
      sales,
      trouble: yield* troubles(now),
      lastEventAt: (yield* newestEvent.get(beforeAll)) ?? null,
    };
  });
}

function* troubles(now: Date): Script<Trouble[]> {
  const found: Trouble[] = [];
  const { fault, faultSince } = yield* mailService();
  if (fault !== null) found.push({ what: 'mail_service', count: 1, since: faultSince });
  const { refused, dead, putOff } = yield* outboxFigures(now);
  if (refused + dead > 0) found.push({ what: 'letters', count: refused + dead, since: null });
  if (putOff > 0) found.push({ what: 'letters_put_off', count: putOff, since: null });
  const drill = yield* lastDrill();
  if (drill && !drill.whole) found.push({ what: 'restore_drill', count: 1, since: drill.at });
  const { imports, since } = yield* interrupted.one(earlier(now, importMs));
  if (imports > 0) found.push({ what: 'imports', count: imports, since });
  return found;
}
