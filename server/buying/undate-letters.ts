// Letters that a clock which was ahead has dated in the future would wait until then, and count nowhere as waiting.

import { integer, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { hourOfShopDay } from '#shared/shop-days.ts';
import { letterHour } from './wrap-gift.ts';

const letGo = command("UPDATE letters SET held_until = NULL WHERE state = 'waiting' AND held_until > ?");
const undate = command(
  `UPDATE letters SET written_at = CASE WHEN written_at > ? THEN ? ELSE written_at END, due_at = ?
   WHERE state = 'waiting' AND kind <> 'gift' AND due_at > ?`,
);
const laterGifts = query(
  `SELECT letters.id, due_at, send_on FROM letters JOIN gifts ON gifts.purchase_id = letters.purchase_id
   WHERE state = 'waiting' AND kind = 'gift' AND due_at > ? AND send_on IS NOT NULL`,
  { id: integer, dueAt: time, sendOn: text },
);
const redate = command('UPDATE letters SET written_at = ?, due_at = ? WHERE id = ?');

/** How far in the future a letter that is no gift may be due, or held, in milliseconds: those that are put off wait an hour. */
const mostLaterMs = 2 * 60 * 60 * 1000;

/**
 * Has letters that wait for a time which only a wrong clock can have set sent now, those of gifts on their day.
 * @param now by a clock that is right
 * @param ours by this machine's clock: while it is ahead, nothing waits for what it has set
 * @returns how many
 */
export function* undateLetters(now: Date, ours: Date): Script<number> {
  const latest = new Date(Math.max(now.getTime(), ours.getTime()) + mostLaterMs);
  yield* letGo.run(latest);
  let undated = yield* undate.run(latest, now, now, latest);
  for (const { id, dueAt, sendOn } of yield* laterGifts.all(latest)) {
    // Also of one that was to go at once, on a day that the clock which was ahead took for today: rather late than too early.
    const onItsDay = hourOfShopDay(sendOn, letterHour);
    const due = onItsDay > now ? onItsDay : now;
    if (dueAt > due) undated += yield* redate.run(due, due, id);
  }
  return undated;
}
