import { writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { openDatabase } from '#server/engines/sqlite/database.ts';
import { createSqliteLedger } from '#server/engines/sqlite/ledger.ts';
import { migrate } from '#server/engines/sqlite/migrations.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { readMigrations } from '#server/ledger/migration-files.ts';
import { type LedgerVerbs, ledgerVerbs } from './ledger-verbs.ts';
import { playedTwice } from './played-twice.ts';

/** A ledger of its own in memory, for unit tests: a fraction of a millisecond to open, with a clock that the test turns. */
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

let empty: Buffer | undefined;

/** An empty database with every migration. They run once a process; each ledger is a copy of what they made. */
export function emptyDatabase(): Buffer {
  if (empty) return empty;
  const db = openDatabase(':memory:');
  migrate(db, readMigrations('migrations'), () => new Date());
  empty = db.serialize();
  db.close();
  return empty;
}

/** Puts an empty database, migrated, where a shop is about to open one: migrating takes it five times as long. */
export function putEmptyDatabase(file: string): void {
  writeFileSync(file, emptyDatabase(), { mode: 0o600 });
}

/** @param start what the clock says until it is turned */
export function openLedgerInMemory(start: Date): LedgerInMemory {
  let now = start;
  const clock = () => now;
  const locks: string[][] = [];
  const db = new Database(emptyDatabase());
  db.pragma('foreign_keys = ON');
  const engine = playedTwice(createSqliteLedger(db));
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
