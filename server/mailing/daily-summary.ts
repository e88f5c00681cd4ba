// The daily summary for the operator: open questions, and letters that are undelivered or put off.

import { openAttention } from '#server/buying/attention.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { writeLetter } from '#server/outbox/outbox.ts';
import { outboxFigures } from '#server/outbox/outbox-report.ts';
import { shopDay } from '#shared/shop-day.ts';
import { shopHour } from '#shared/shop-days.ts';

/** The summary is written from this hour on, in the shop's time zone. */
const fromHour = 7;

/**
 * Writes the operator's summary, once a day in the shop's time zone, if something is open and the last one does not still wait
 * to be sent. Called from time to time.
 */
export async function writeDailySummary(ledger: Ledger, recipient: string, at: Date): Promise<void> {
  if (shopHour(at) < fromHour) return;
  await ledger.write([], function* () {
    const open = yield* openAttention();
    const { refused, dead, putOff } = yield* outboxFigures(at);
    if (open.length + refused + dead + putOff === 0) return;
    const letter = { kind: 'daily-summary', subject: shopDay(at), recipient, happenedAt: at } as const;
    yield* writeLetter({ ...letter, unlessOneWaits: true }, at);
  });
}
