// Opens the database that the settings name: SQLite or PostgreSQL.

import { join } from 'node:path';
import { countsInMemory } from '#server/ledger/bounded-counts.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { readMigrations } from '#server/ledger/migration-files.ts';
import type { NewRequestCounts } from '#server/ledger/request-counts.ts';
import { Refusal } from '#server/refusal.ts';
import type { Clock, Log } from '#server/runtime.ts';
import type { CopyOptions, CopyReport } from './copy/copy.ts';
import { openDatabase } from './sqlite/database.ts';
import { createSqliteLedger, openSqliteLedger } from './sqlite/ledger.ts';
import { lockForSite } from './sqlite/site-lock.ts';

const migrationsDirectory = join(import.meta.dirname, '../../migrations');
const postgresMigrationsDirectory = join(migrationsDirectory, 'postgres');

/** How long an operator's command waits for a site that is writing to SQLite, in milliseconds: no visitor waits with it. */
const operatorBusyTimeoutMs = 30_000;

const anotherSite =
  'another site works from this database file. Nothing is lost by it, but each counts requests for itself and does the daily work again: stop one of them. Several processes share PostgreSQL (docs/postgresql.md)';

/** The settings for where the data is. */
interface DatabaseSettings {
  databaseFile: string;
  /** PostgreSQL's address; `null` for the SQLite file. */
  databaseUrl: string | null;
  /** Whether a missing or empty database may be created; default true. */
  mayCreateDatabase?: boolean;
  /**
   * Whether one of an older version may be migrated; by default a site's alone: after a command had done it, the site that
   * still runs could not be started again.
   */
  mayMigrate?: boolean;
}

/**
 * Opens the database that the settings name, and migrates it for a site. PostgreSQL code is only loaded if it is used.
 * @param user who waits: a site's visitors wait less long than an operator
 * @returns also the counters for rate limits (shared by all processes on PostgreSQL, in memory when there is one process
 * only), and whether this process is a site and no other site can be using the same database (commands do not count)
 * @throws {MigrationError} when database and program do not match
 */
export async function openLedger(
  { databaseFile, databaseUrl, mayCreateDatabase = true, mayMigrate }: DatabaseSettings,
  options: { clock: Clock; log: Log; user: 'site' | 'operator' },
): Promise<{ ledger: Ledger; counts: NewRequestCounts; isAlone: boolean }> {
  const may = { create: mayCreateDatabase, migrate: mayMigrate ?? options.user === 'site' };
  if (databaseUrl !== null) {
    const { openPostgresLedger } = await import('./postgres/ledger.ts');
    const opened = await openPostgresLedger(databaseUrl, postgresMigrationsDirectory, { ...options, may });
    return { ...opened, isAlone: false };
  }
  const { clock, log, user } = options;
  const about = user === 'operator' ? { busyTimeoutMs: operatorBusyTimeoutMs } : { log };
  const ledger = openSqliteLedger(databaseFile, migrationsDirectory, clock, { ...about, may });
  if (user === 'operator') return { ledger, counts: countsInMemory, isAlone: false };
  const lock = lockForSite(databaseFile);
  if (!lock.isOurs) log.warn({ file: databaseFile }, anotherSite);
  const close = () => ledger.close().finally(lock.release);
  return { ledger: { ...ledger, close }, counts: countsInMemory, isAlone: lock.isOurs };
}

/**
 * Opens a database for an operator without migrating it: the version of the site that runs on it next does that, and may be
 * older.
 */
export async function openUnmigrated({ databaseFile, databaseUrl }: DatabaseSettings): Promise<Ledger> {
  if (databaseUrl === null) return createSqliteLedger(openDatabase(databaseFile, operatorBusyTimeoutMs));
  const { openUnmigratedPostgres } = await import('./postgres/ledger.ts');
  return openUnmigratedPostgres(databaseUrl);
}

/**
 * Copies the SQLite database into PostgreSQL (copy/copy.ts).
 * @param to PostgreSQL's address
 * @param options with `force` even while a site has the file open, whose further changes are then in the file alone
 * @throws {Refusal} `forbidden` while a site has the file open; and as {@link copyDatabase}
 */
export async function copyToPostgres(
  from: string,
  to: string,
  { force = false, ...options }: Pick<CopyOptions, 'clock' | 'onProgress'> & { force?: boolean },
): Promise<CopyReport> {
  const { copyDatabase } = await import('./copy/copy.ts');
  const lock = lockForSite(from);
  try {
    if (!lock.isOurs && !force) {
      throw new Refusal(
        'forbidden',
        `${from} is in use: stop the site first, or what it writes from now on is not in the copy. --force copies all the same, to try it.`,
      );
    }
    const migrations = readMigrations(postgresMigrationsDirectory);
    return await copyDatabase({ from, to, migrations, ...options });
  } finally {
    lock.release();
  }
}

/** Names of the migrations in this version of the program; both databases have the same. */
export function migrationNames(): string[] {
  return readMigrations(migrationsDirectory).map(({ name }) => name);
}
