// A period in parts, so that long reports do not hold up the shop.

import type { Ledger } from '#server/ledger/ledger.ts';
import { time } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';

/** Moments from, inclusive, to, exclusive. */
export interface Period {
  from: Date;
  to: Date;
}

/** Told how much of something is done. */
export type OnProgress = (done: number, total: number) => void;

/** Orders that are read at once: a site on SQLite answers others after some milliseconds. */
const ordersAtOnce = 1024;

const paidLater = query(
  'SELECT paid_at FROM purchases WHERE paid_at > ? AND paid_at < ? ORDER BY paid_at LIMIT 1 OFFSET ?',
  { paidAt: time },
);
const paidEarlier = query(
  'SELECT paid_at FROM purchases WHERE paid_at > ? AND paid_at < ? ORDER BY paid_at DESC LIMIT 1 OFFSET ?',
  { paidAt: time },
);

/**
 * Cuts a period into parts in which about so many orders were paid as are read at once, and gives others their turn between two of
 * them: the requests of this process, and whoever waits for the end of a read transaction.
 * @param onProgress told in days
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
    const cut = (await ledger.read(() => cutBy.get(from, to, ordersAtOnce)))?.paidAt;
    yield isForward ? { from, to: cut ?? to } : { from: cut ?? from, to };
    if (!cut) break;
    if (isForward) from = cut;
    else to = cut;
    onProgress(daysIn({ from: isForward ? whole.from : to, to: isForward ? from : whole.to }), daysIn(whole));
    await new Promise(setImmediate);
  }
  onProgress(daysIn(whole), daysIn(whole));
}

const dayMs = 24 * 60 * 60 * 1000;

/** How long a period is, in days that have begun. */
export const daysIn = ({ from, to }: Period) => Math.ceil((to.getTime() - from.getTime()) / dayMs);
