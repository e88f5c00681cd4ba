// Complete runs of the reconciler: the next one looks back to where the last one began.

import { nullable, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { dayMs, earlier } from '#server/moments.ts';

/** How long they are kept, in milliseconds. */
const keptMs = 90 * dayMs;

const last = query(
  'SELECT max(started_at) AS started_at, max(finished_at) AS finished_at FROM reconciliations WHERE started_at <= ?',
  { startedAt: nullable(time), finishedAt: nullable(time) },
);
const insert = command(
  `INSERT INTO reconciliations (started_at, finished_at, since, result) VALUES (?, ?, ?, ?)
   ON CONFLICT (started_at) DO UPDATE
     SET finished_at = excluded.finished_at, since = excluded.since, result = excluded.result`,
);
const forget = command('DELETE FROM reconciliations WHERE started_at < ? OR started_at > ?');

/**
 * When the last complete run began and ended; both `null` when there was none.
 * @param now a run that began later than this was dated by a clock that was ahead, and does not count
 */
export const lastReconciliation = (now: Date) => last.one(now);

/**
 * Records a complete run, in the provider's time, UTC. Deletes old runs, and runs that were dated later than this one by a clock
 * that was ahead.
 */
export function* noteReconciliation(run: {
  startedAt: Date;
  finishedAt: Date;
  since: Date;
  result: object;
}): Script<void> {
  const { startedAt, finishedAt, since, result } = run;
  yield* insert.run(startedAt, finishedAt, since, JSON.stringify(result));
  yield* forget.run(earlier(startedAt, keptMs), startedAt);
}
