// The ledger in SQLite: transactions, prepared statements, the wait for other writers.

import type { Database, Statement as Prepared } from 'better-sqlite3';
import type { Ledger } from '#server/ledger/ledger.ts';
import { readMigrations } from '#server/ledger/migration-files.ts';
import type { Question, Script, Statement, Value } from '#server/ledger/script.ts';
import type { Clock, Log } from '#server/runtime.ts';
import { backupDatabase, inspectDatabase } from './backup.ts';
import { inspectBeside } from './beside.ts';
import { type Checkpoints, checkpointsBeside } from './checkpoints.ts';
import { openDatabase } from './database.ts';
import { groupCommit } from './group-commit.ts';
import { migrate } from './migrations.ts';

/** How long one try waits inside SQLite, in milliseconds. */
const shortestBusyMs = 10;

interface OpenOptions {
  /** How long a process that does nothing else waits inside SQLite for another writer, in milliseconds. */
  busyTimeoutMs?: number;
  /** Whether a database that is missing or empty may be made; it may when nothing is said. */
  mayCreate?: boolean | undefined;
  /** Set for a site, which makes checkpoints beside its requests and tells here what goes wrong with them. */
  log?: Log;
}

/**
 * Opens the ledger in an SQLite file: database, migrations.
 * @param migrationsDirectory where the `NNNN_title.sql` files lie
 * @throws {MigrationError} when database and migrations do not belong together
 */
export function openSqliteLedger(
  file: string,
  migrationsDirectory: string,
  clock: Clock,
  { busyTimeoutMs, mayCreate = true, log }: OpenOptions = {},
): Ledger {
  const db = openDatabase(file, busyTimeoutMs);
  try {
    migrate(db, readMigrations(migrationsDirectory), clock, mayCreate);
  } catch (error) {
    db.close();
    throw error;
  }
  // From here on a writer waits by a timer (group-commit.ts): a wait inside SQLite stops the whole server.
  if (busyTimeoutMs === undefined) db.pragma(`busy_timeout = ${shortestBusyMs}`);
  return createSqliteLedger(db, log && !db.memory ? checkpointsBeside(db, log) : undefined);
}

/**
 * The ledger over a database that is open and migrated.
 * @param checkpoints made beside it; without them SQLite makes them inside of commits
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

  /** Plays a script through at once: every answer is there when it is asked for. */
  function play<T>(script: Script<T>): T {
    let step = script.next();
    while (!step.done) step = script.next(answer(step.value));
    return step.value;
  }

  const commits = groupCommit(db, { ...(checkpoints && { committed: checkpoints.committed }) });
  const share = commits.shared(<T>(script: () => Script<T>) => play(script()));
  const write = share as <T>(script: () => Script<T>) => Promise<T>;
  const snapshot = db.transaction(<T>(script: () => Script<T>) => play(script()));

  return {
    read: async (script) => play(script()),
    snapshot: async <T>(script: () => Script<T>) => snapshot(script) as T,
    // There is one writer at a time, so nobody needs a name to queue under.
    write: (_locks, script) => write(script),
    amend: write,
    // One file, one site.
    asLeader: async (_task, work) => {
      await work();
      return true;
    },
    ping: async () => void db.prepare('SELECT 1 FROM schema_migrations LIMIT 1').get(),
    backup: (file, onProgress) => backupDatabase(db.name, file, onProgress),
    inspect: async () => (db.memory ? inspectDatabase(db, 0) : inspectBeside(db.name)),
    close: async () => {
      commits.flush();
      await checkpoints?.close();
      db.close();
    },
  };
}

/** A statement as SQLite takes it. It locks the whole database for a writer, and compares texts by their bytes. */
function dialect(sql: string): string {
  return sql
    .replaceAll(/ (FOR NO KEY UPDATE|COLLATE "C")/g, '')
    .replaceAll(/\bUTC_HOUR\(([\w.]+)\)/g, 'substr($1, 1, 13)');
}

/** A value as SQLite keeps it: times as ISO 8601 text in UTC, whose order is that of time. */
function bind(value: Value): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'boolean' ? Number(value) : value;
}
