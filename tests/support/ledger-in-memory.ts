import { writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { openDatabase } from '#server/engines/sqlite/database.ts';
import { createSqliteLedger } from '#server/engines/sqlite/ledger.ts';
import { migrate } from '#server/engines/sqlite/migrations.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { readMigrations } from '#server/ledger/migration-files.ts';
import { type LedgerVerbs, ledgerVerbs } from './ledger-verbs.ts';
import { playedTwice } from './played-twice.ts';

/** A ledger in memory for unit tests: opened in a fraction of a millisecond, with a clock that the test sets. */
export interface LedgerInMemory {
  ledger: LedgerVerbs;
  clock: () => Date;
  turnTo(moment: Date): void;
  /**
   * The named locks of each transaction, in order. SQLite has one writer and needs none, so tests check here whether a script names
   * all that it needs; `tests/postgres` tests their effect.
   */
  locks: string[][];
}

let empty: Buffer | undefined;

/** An empty database with every migration. They run once a process; each ledger gets a copy. */
export function emptyDatabase(): Buffer {
  if (empty) return empty;
  const db = openDatabase(':memory:');
  migrate(db, readMigrations('migrations'), () => new Date());
  empty = db.serialize();
  db.close();
  return empty;
}

/** Puts an empty, migrated database where a shop will open it: the migrations would take five times as long. */
export function putEmptyDatabase(file: string): void {
  writeFileSync(file, emptyDatabase(), { mode: 0o600 });
}

/** @param start the clock's time until the test sets it */
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
