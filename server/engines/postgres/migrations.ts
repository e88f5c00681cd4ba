// Migrations of the PostgreSQL schema.

import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import {
  everyChange,
  type Migration,
  MigrationError,
  pendingMigrations,
  type SchemaChanges,
} from '#server/ledger/migration-files.ts';
import type { Clock } from '#server/runtime.ts';
import { SetUpFault } from '#server/set-up-fault.ts';
import { beginWith } from './locks.ts';

/** PostgreSQL's codes for what keeps a user from making tables, and what to do. */
const refusals: Readonly<Record<string, string>> = {
  // Since version 15 only a database's owner may make tables in it.
  '42501':
    'As its administrator run "ALTER DATABASE … OWNER TO …" with the database and the user of DATABASE_URL, or ' +
    '"GRANT CREATE ON SCHEMA public TO …" in that database.',
  '25006':
    'The server is a standby, or the database or the user is set to read only. Name the primary in DATABASE_URL, or all hosts, ' +
    'of which the site finds the primary; or set default_transaction_read_only to off.',
};

/** The driver's own time-out of a statement, in milliseconds: the longest that a timer of Node can wait. */
const patient = { query_timeout: 2 ** 31 - 1 };

/**
 * How long a migration waits for a table that somebody uses, and how long it then lets others use it, in milliseconds. Whoever
 * wants the table meanwhile stands behind it in the queue: a sale, too, while a backup (`pg_dump`) reads for an hour.
 * Longer than the second (`deadlock_timeout`) after which an autovacuum gives way.
 */
const inQueueMs = 1500;
const outOfQueueMs = 2000;

type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

/**
 * Migrates a database to the newest version: in order, all in one transaction, each recorded with its checksum in the
 * same database. One process does it; others that start meanwhile wait, however long it takes, and find it done: the
 * time-outs of driver, server and role are disabled for it. While somebody else uses a table that it changes, it begins
 * again and again, so that sites of the version before go on selling.
 * @param options.onHeld called the first time that it has to begin again
 * @throws {MigrationError} when a recorded migration was edited, is missing, or is newer than this program, and when the
 * database is an unfinished copy
 * @throws {SetUpFault} when the user may make no tables, or the server takes no writes
 */
export async function migrate(
  pool: pg.Pool,
  migrations: readonly Migration[],
  now: Clock,
  { may = everyChange, onHeld = () => undefined }: { may?: SchemaChanges; onHeld?: () => void } = {},
): Promise<void> {
  const client = await pool.connect();
  const query: Query = (text, values = []) => client.query({ text, values, ...patient });
  let done = false;
  try {
    await query('SET statement_timeout = 0; SET lock_timeout = 0');
    // The transaction holds the lock: if this process dies, the next one gets it.
    await query(beginWith(['migrations']));
    await outOfTheWay(query, () => applyPending(query, migrations, now, may), onHeld);
    await query('COMMIT');
    await query('RESET statement_timeout; RESET lock_timeout');
    done = true;
  } catch (error) {
    const advice = error instanceof Error && refusals[String((error as { code?: unknown }).code)];
    if (!advice) throw error;
    throw new SetUpFault(`PostgreSQL lets this user make no tables: ${error.message}. ${advice}`, {
      cause: error,
    });
  } finally {
    // Closing the connection rolls an unfinished transaction back.
    client.release(!done);
  }
}

/** PostgreSQL's codes for a table that another session holds: it was waited for, or both waited for one another. */
const heldByOthers = /^(55P03|40P01)$/;

/** Runs statements of a transaction, and again as long as somebody else holds what they need. */
async function outOfTheWay(query: Query, work: () => Promise<void>, onHeld: () => void): Promise<void> {
  // Going back to here lets go of the tables, but not of the lock of migrations, so that no other process queues meanwhile.
  await query('SAVEPOINT unchanged');
  for (let isFirst = true; ; isFirst = false) {
    try {
      await query(`SET LOCAL lock_timeout = ${inQueueMs}`);
      return await work();
    } catch (error) {
      if (!heldByOthers.test(String((error as { code?: unknown }).code))) throw error;
    }
    await query('ROLLBACK TO SAVEPOINT unchanged');
    if (isFirst) onHeld();
    await wait(outOfQueueMs);
  }
}

/** @throws {MigrationError} when there are tables of another program, of which one may have the name of ours */
async function assertEmpty(query: Query): Promise<void> {
  const { rows } = await query(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
       AND relname <> 'schema_migrations' AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
     ORDER BY relname COLLATE "C"`,
  );
  if (rows.length === 0) return;
  const names = rows.slice(0, 5).map(({ name }) => name);
  throw new MigrationError(
    `The PostgreSQL database has tables of another program (${names.join(', ')}${rows.length > names.length ? ', …' : ''}). Name one that is empty.`,
  );
}

async function applyPending(
  query: Query,
  migrations: readonly Migration[],
  now: Clock,
  may: SchemaChanges,
): Promise<void> {
  const { rows: copies } = await query("SELECT to_regclass('unfinished_copy') AS name");
  if (copies[0]?.name !== null) {
    throw new MigrationError(
      'The database is a copy that was not finished. Run "database copy" again: it goes on where it was.',
    );
  }
  await query(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
       name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz(3) NOT NULL)`,
  );
  const { rows } = await query('SELECT name, checksum FROM schema_migrations ORDER BY name COLLATE "C"');
  const pending = pendingMigrations(rows, migrations, may);
  if (rows.length === 0) await assertEmpty(query);
  for (const { name, sql, checksum } of pending) {
    await query(sql);
    await query('INSERT INTO schema_migrations (name, checksum, applied_at) VALUES ($1, $2, $3)', [
      name,
      checksum,
      now(),
    ]);
  }
}
