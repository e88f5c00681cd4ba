// A lock that shows whether another site is using the same database file.

import Database from 'better-sqlite3';
import { keepPrivate } from './database.ts';

/**
 * Tries to take the lock of a database file: an SQLite lock on an empty file beside it. The operating system releases it
 * when the process ends, however it ends.
 * @returns `isOurs: false` when another site holds it
 */
export function lockForSite(databaseFile: string): { isOurs: boolean; release(): void } {
  const file = `${databaseFile}.lock`;
  keepPrivate(file);
  const lock = new Database(file, { timeout: 0 });
  const release = () => void lock.close();
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return { isOurs: true, release };
  } catch (error) {
    release();
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY')
      return { isOurs: false, release: () => undefined };
    throw error;
  }
}
