// The integrity check of an SQLite database at start.

import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { SetUpFault } from '#server/set-up-fault.ts';
import { assertDatabaseUsable } from './writable.ts';

/** Advice about a damaged database. */
export const damageAdvice =
  'Keep the file, restore the newest backup and start again; the reconciler fetches what is missing.';

/** Files up to this size are checked before they are used, in bytes: takes some tenths of a second. */
const checkedAtOnce = 64 * 1024 * 1024;

/**
 * Checks the database before it is used: a damaged one must not record purchases. Of a large one it only checks whether
 * SQLite can read it at all: the whole check takes seconds, and runs in a worker thread while the site is open
 * (beside.ts).
 * @returns whether all of it was checked
 * @throws {SetUpFault} when it or its directory cannot be written, or SQLite finds it damaged; the message says what to
 * do. A file that does not exist yet is fine, and so is its directory, which is created
 */
export function assertDatabaseWhole(file: string): boolean {
  assertDatabaseUsable(file);
  if (!existsSync(file)) return true;
  const isSmall = statSync(file).size <= checkedAtOnce;
  const faults = isSmall ? quickFaultsOf(file) : faultsOf(file, 'SELECT name FROM sqlite_schema', null);
  if (faults.length === 0) return isSmall;
  throw new SetUpFault(`The database ${file} is damaged: ${faults.join('; ')}. ${damageAdvice}`);
}

/**
 * Damage that SQLite finds. `quick_check` reads every page but does not compare indexes with tables; the check of backups
 * does.
 */
export const quickFaultsOf = (file: string): string[] => faultsOf(file, 'PRAGMA quick_check(10)', 'ok');

/** @param good the answer that means no fault; `null` if any answer does */
function faultsOf(file: string, question: string, good: string | null): string[] {
  // Not read-only: after a crash the WAL has to be recovered first.
  const db = new Database(file, { fileMustExist: true });
  try {
    const answers = db.prepare<[], string>(question).pluck().all();
    return good === null ? [] : answers.filter((answer) => answer !== good);
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !/CORRUPT|NOTADB/.test(error.code)) throw error;
    return [error.message];
  } finally {
    db.close();
  }
}
