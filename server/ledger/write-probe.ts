// Periodic test writes, so that a full or read-only disk is noticed before a buyer notices it.

import { repeat } from '#server/repeat.ts';
import type { Clock, Log } from '#server/runtime.ts';
import { databaseCode, isPassingFault, type Ledger, movedFileCode } from './ledger.ts';
import { command } from './script.ts';

const put = command(
  `INSERT INTO write_probe (id, written_at) VALUES (1, ?)
   ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at`,
);

/** How often it writes, in milliseconds: one page of the WAL each time, and on PostgreSQL a temporary file of 420 kB. */
export const usualProbeMs = 20_000;

/** How many times more often it tries while writes fail, so that the site is soon ready again. */
const sooner = 10;

interface WriteProbeNeeds {
  ledger: Ledger;
  clock: Clock;
  log: Log;
  /** Whether the site should get traffic: nothing can be sold while writes fail. */
  readiness: { awaits(what: string): { met(): void }; stopSales(why: string): void };
}

/**
 * Writes one row at an interval, without blocking requests; the site is not ready from a write that fails to the next
 * that succeeds, and sells nothing more once the database's file is another one. Temporary faults, such as a lock that
 * somebody holds or a connection that is being reopened, say nothing about the disk and are ignored.
 */
export function probeWrites({ ledger, clock, log, readiness }: WriteProbeNeeds, everyMs = usualProbeMs) {
  let refused: { met(): void } | null = null;
  let isMoved = false;
  async function tryOnce(): Promise<void> {
    try {
      await ledger.amend(() => put.run(clock()));
      await ledger.tryRoom();
      if (refused) log.info({}, 'the database takes writes again');
      refused?.met();
      refused = null;
    } catch (error) {
      if (error instanceof Error && databaseCode(error) === movedFileCode) {
        if (isMoved) return;
        isMoved = true;
        log.error(
          { err: error },
          'the database file was replaced or removed: nothing is sold until a restart',
        );
        readiness.stopSales(error.message);
        return;
      }
      if (refused || (isPassingFault(error) && databaseCode(error) !== readOnlyServer)) return;
      log.error({ err: error }, 'the database refuses writes: nothing can be sold until it takes them again');
      refused = readiness.awaits('The database refuses writes.');
    }
  }
  return repeat(tryOnce, () => (refused ? everyMs / sooner : everyMs));
}

/** PostgreSQL after a failover to a standby, or with `default_transaction_read_only`: it may last. */
const readOnlyServer = 'POSTGRES_25006';
