// Inspection of an SQLite database: whether it is one of this site's, whole, and what is in it.

import { statSync } from 'node:fs';
import Database, { SqliteError } from 'better-sqlite3';
import type { DatabaseReport } from '#server/ledger/ledger.ts';
import { SetUpFault } from '#server/set-up-fault.ts';
import { applicationId } from './database.ts';
import { assertFileReadable } from './writable.ts';

/** Whether SQLite could not make or write the files that it needs beside a database: that says nothing about the database. */
export const cannotOpenThere = (error: unknown): error is SqliteError =>
  error instanceof SqliteError && /^SQLITE_(CANTOPEN|READONLY|IOERR_SHMSIZE)/.test(error.code);

/**
 * Inspects a database file: whether it is one of this site's, whole, and what is in it. Changes nothing.
 * @throws when there is no such file
 * @throws {SetUpFault} when it belongs to another user and cannot be read, or SQLite cannot open it where it lies
 */
export function inspectDatabaseFile(file: string): DatabaseReport {
  assertFileReadable(file);
  const bytes = statSync(file).size;
  let db: Database.Database | null = null;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    return inspectDatabase(db, bytes);
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
    if (cannotOpenThere(error)) throw new SetUpFault(notThere(file, error.code), { cause: error });
    return { ...nothing, faults: [`SQLite cannot read it: ${error.message}`], bytes };
  } finally {
    db?.close();
  }
}

const notThere = (file: string, code: string): string =>
  `${file} cannot be opened here (${code}): SQLite has to write beside it. Copy it, and ${file}-wal where there is one, to a folder ` +
  'where this program may write, and name the copy. It says nothing about whether the file is whole.';

const nothing = { migrations: [], purchases: 0, grants: 0, codes: 0, newestPurchase: null };

/** Inspects an open database. @param bytes how large its file is */
export function inspectDatabase(db: Database.Database, bytes: number): DatabaseReport {
  if (db.pragma('application_id', { simple: true }) !== applicationId) {
    return { ...nothing, faults: ["It is not a database of this site: the file's mark is another's"], bytes };
  }
  const integrity = db.pragma('integrity_check') as { integrity_check: string }[];
  const broken = integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  const orphans = db.pragma('foreign_key_check') as { table: string }[];
  const faults = [
    ...broken,
    ...[...new Set(orphans.map(({ table }) => table))].map((table) => `Rows of ${table} refer to nothing`),
  ];
  const first = <T>(sql: string) => db.prepare<[], T>(sql).pluck().get() as T;
  const newest = first<string | null>('SELECT max(recorded_at) FROM purchases');
  return {
    faults,
    migrations: db.prepare<[], string>('SELECT name FROM schema_migrations ORDER BY name').pluck().all(),
    purchases: first<number>('SELECT count(*) FROM purchases'),
    grants: first<number>('SELECT count(*) FROM grants'),
    codes: first<number>('SELECT count(*) FROM activation_codes'),
    newestPurchase: newest === null ? null : new Date(newest),
    bytes,
  };
}
