// Splits a period into parts, so that long reports do not block the shop.

import type { Ledger } from '#server/ledger/ledger.ts';
import { time } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { dayMs } from '#server/moments.ts';

/** Times; from is inclusive, to is exclusive. */
export interface Period {
  from: Date;
  to: Date;
}

/** Called with the progress. */
export type OnProgress = (done: number, total: number) => void;

/** Orders that are read at once: a site on SQLite answers other requests after some milliseconds. */
const ordersAtOnce = 1024;

const paidLater = query(
  'SELECT paid_at FROM purchases WHERE paid_at > ? AND paid_at < ? ORDER BY paid_at LIMIT 1 OFFSET ?',
  time,
);
const paidEarlier = query(
  'SELECT paid_at FROM purchases WHERE paid_at > ? AND paid_at < ? ORDER BY paid_at DESC LIMIT 1 OFFSET ?',
  time,
);

/**
 * Splits a period into parts with about that many paid orders each, and yields between two of them: to the requests of
 * this process, and to whoever waits for the end of a read transaction.
 * @param onProgress called with days
 */
export async function* paidParts(
  ledger: Ledger,
  whole: Period,
  order: 'oldest first' | 'newest first',
  onProgress: OnProgress = () => undefined,
): AsyncGenerator<Period> {
  let { from, to } = whole;
  const isForward = order === 'oldest first';
  const cutBy = isForward ? paidLater : paidEarlier;
  for (;;) {
    const cut = await ledger.read(() => cutBy.get(from, to, ordersAtOnce));
    yield isForward ? { from, to: cut ?? to } : { from: cut ?? from, to };
    if (!cut) break;
    if (isForward) from = cut;
    else to = cut;
    onProgress(daysIn({ from: isForward ? whole.from : to, to: isForward ? from : whole.to }), daysIn(whole));
    await new Promise(setImmediate);
  }
  onProgress(daysIn(whole), daysIn(whole));
}

/** The length of a period, in days, rounded up. */
export const daysIn = ({ from, to }: Period) => Math.ceil((to.getTime() - from.getTime()) / dayMs);
