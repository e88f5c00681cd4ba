// The SQLite engine: transactions, prepared statements, waiting for other writers.

import { existsSync } from 'node:fs';
import type { Database, Statement as Prepared } from 'better-sqlite3';
import type { Ledger } from '#server/ledger/ledger.ts';
import {
  everyChange,
  missingDatabase,
  readMigrations,
  type SchemaChanges,
} from '#server/ledger/migration-files.ts';
import { type Question, type Script, type Statement, type Value, withoutNul } from '#server/ledger/script.ts';
import { Refusal } from '#server/refusal.ts';
import type { Clock, Log } from '#server/runtime.ts';
import { backupDatabase } from './backup.ts';
import { inspectBeside } from './beside.ts';
import { type Checkpoints, checkpointsBeside } from './checkpoints.ts';
import { openDatabase } from './database.ts';
import { groupCommit } from './group-commit.ts';
import { inspectDatabase } from './inspect.ts';
import { migrate } from './migrations.ts';
import { assertLocksUsable, lockForBackup } from './site-lock.ts';

/** How long one attempt waits inside SQLite, in milliseconds. */
const shortestBusyMs = 10;

interface OpenOptions {
  /** How long a process without other work waits inside SQLite for another writer, in milliseconds. */
  busyTimeoutMs?: number;
  /** What may be done to its schema; everything when left out. */
  may?: SchemaChanges;
  /** Set by a site: checkpoints then run on a worker thread, whose errors are reported here. */
  log?: Log;
}

/**
 * Opens the ledger in an SQLite file: database, migrations.
 * @param migrationsDirectory where the `NNNN_title.sql` files are
 * @throws {MigrationError} when database and migrations do not match
 */
export function openSqliteLedger(
  file: string,
  migrationsDirectory: string,
  clock: Clock,
  { busyTimeoutMs, may = everyChange, log }: OpenOptions = {},
): Ledger {
  // SQLite would create an empty file, perhaps in the wrong directory.
  if (!may.create && !existsSync(file)) throw missingDatabase(file);
  const db = openDatabase(file, busyTimeoutMs);
  try {
    migrate(db, readMigrations(migrationsDirectory), clock, may);
  } catch (error) {
    db.close();
    throw error;
  }
  // From here on writers wait on a timer (group-commit.ts), because a wait inside SQLite blocks the whole server.
  if (busyTimeoutMs === undefined) db.pragma(`busy_timeout = ${shortestBusyMs}`);
  return createSqliteLedger(db, log && !db.memory ? checkpointsBeside(db, log) : undefined);
}

/**
 * The ledger over a database that is open and migrated.
 * @param checkpoints on a worker thread; without them SQLite checkpoints inside commits
 */
export function createSqliteLedger(db: Database, checkpoints?: Checkpoints): Ledger {
  const prepared: Prepared<unknown[], unknown>[] = [];

  function prepare({ number, sql }: Statement): Prepared<unknown[], unknown> {
    const made = db.prepare<unknown[], unknown>(dialect(sql));
    prepared[number] = made;
    return made;
  }

  function answer({ statement, values, as }: Question): unknown {
    const ready = prepared[statement.number] ?? prepare(statement);
    const bound = values.map(bind);
    if (as === 'run') return ready.run(bound).changes;
    return as === 'get' ? ready.get(bound) : ready.all(bound);
  }

  /** Runs a script synchronously: every result is there at once. */
  function play<T>(script: Script<T>): T {
    let step = script.next();
    while (!step.done) step = script.next(answer(step.value));
    return step.value;
  }

  const commits = groupCommit(db, checkpoints?.committed);
  const write = <T>(script: () => Script<T>) => commits.write(() => play(script()));
  const snapshot = db.transaction(<T>(script: () => Script<T>) => play(script()));

  return {
    read: async (script) => play(script()),
    snapshot: async <T>(script: () => Script<T>) => snapshot(script) as T,
    // SQLite has one writer at a time, so named locks are not needed.
    write: (_locks, script) => write(script),
    amend: write,
    // One file has one site, so it is always the leader.
    asLeader: async (_task, work) => {
      await work();
      return true;
    },
    ping: async () => void db.prepare('SELECT 1 FROM schema_migrations LIMIT 1').get(),
    // A full disk refuses the probe's own write (tests/hardening/storage-faults.thorough.test.ts).
    tryRoom: async () => undefined,
    // Two that are made at once, of the same name, would remove each other's unfinished file.
    async backup(file, onProgress) {
      const lock = lockForBackup(db.name);
      if (!lock.isOurs) {
        throw new Refusal(
          'forbidden',
          'Another backup is being made by hand. Wait for its end, and try again.',
        );
      }
      return backupDatabase(db.name, file, onProgress).finally(lock.release);
    },
    async inspect() {
      if (db.memory) return inspectDatabase(db, 0);
      assertLocksUsable(db.name);
      return inspectBeside(db.name);
    },
    close: async () => {
      commits.flush();
      await checkpoints?.close();
      db.close();
    },
  };
}

/**
 * A statement in SQLite's dialect: no row locks, because a writer locks the whole database, and no collations, because
 * texts are compared by bytes. A plus before each parameter, which changes nothing about its value, keeps the plan of a
 * prepared statement: SQLite plans a query that sorts, or that has a partial index, anew whenever a bare parameter is bound
 * (sqlite.org/c3ref/prepare.html), which takes longer than the query.
 */
export function dialect(sql: string): string {
  return sql.replaceAll(/ (FOR NO KEY UPDATE|COLLATE "C")/g, '').replaceAll('?', '+?');
}

/** A value as SQLite stores it: times as ISO 8601 text in UTC, which sorts by time. */
function bind(value: Value): unknown {
  if (typeof value === 'string') return withoutNul(value);
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'boolean' ? Number(value) : value;
}
