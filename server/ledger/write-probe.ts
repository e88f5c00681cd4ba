// Periodic test writes, so that a full or read-only disk is noticed before a buyer notices it.

import { repeat } from '#server/repeat.ts';
import type { Clock, Log } from '#server/runtime.ts';
import { DatabaseFault, databaseCode, type Ledger } from './ledger.ts';
import { command } from './script.ts';

const put = command(
  `INSERT INTO write_probe (id, written_at) VALUES (1, ?)
   ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at`,
);

/** How often it writes, in milliseconds: one page of the WAL each time. */
export const usualProbeMs = 20_000;

/** How many times more often it tries while writes fail, so that the site is soon ready again. */
const sooner = 10;

export interface WriteProbeNeeds {
  ledger: Ledger;
  clock: Clock;
  log: Log;
  /** Reports when writes begin to fail, and when they succeed again; only changes. */
  onChange: (takesWrites: boolean) => void;
}

/**
 * Writes one row at an interval, without blocking requests. Temporary faults, such as a lock that somebody holds or a
 * connection that is being reopened, say nothing about the disk and are ignored.
 */
export function probeWrites({ ledger, clock, log, onChange }: WriteProbeNeeds, everyMs = usualProbeMs) {
  let takesWrites = true;
  async function tryOnce(): Promise<void> {
    try {
      await ledger.amend(() => put.run(clock()));
      if (!takesWrites) log.info({}, 'the database takes writes again');
      if (!takesWrites) onChange(true);
      takesWrites = true;
    } catch (error) {
      if (isPassing(error)) return;
      if (takesWrites) {
        log.error(
          { err: error },
          'the database refuses writes: nothing can be sold until it takes them again',
        );
        onChange(false);
      }
      takesWrites = false;
    }
  }
  return repeat(tryOnce, () => (takesWrites ? everyMs : everyMs / sooner));
}

function isPassing(error: unknown): boolean {
  if (error instanceof DatabaseFault) return error.passing && error.code !== readOnlyServer;
  return databaseCode(error)?.startsWith('SQLITE_BUSY') ?? false;
}

/** PostgreSQL after a failover to a standby, or with `default_transaction_read_only`: it may last. */
const readOnlyServer = 'POSTGRES_25006';
