import { openSqliteLedger } from '#server/engines/sqlite/ledger.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { type LedgerVerbs, ledgerVerbs } from './ledger-verbs.ts';

/** A ledger of its own in memory, for unit tests: milliseconds to open, with a clock that the test turns. */
export interface LedgerInMemory {
  ledger: LedgerVerbs;
  clock: () => Date;
  turnTo(moment: Date): void;
  /**
   * What each transaction queued under, in their order. SQLite has one writer and needs no names, so whether a script names
   * all that it could meet is seen here, and what comes of it in `tests/postgres`.
   */
  locks: string[][];
}

/** @param start what the clock says until it is turned */
export function openLedgerInMemory(start: Date): LedgerInMemory {
  let now = start;
  const clock = () => now;
  const locks: string[][] = [];
  const engine = openSqliteLedger(':memory:', 'migrations', clock);
  const ledger: Ledger = {
    ...engine,
    write(names, script) {
      locks.push([...names]);
      return engine.write(names, script);
    },
  };
  return {
    ledger: ledgerVerbs(ledger),
    clock,
    turnTo(moment) {
      now = moment;
    },
    locks,
  };
}
