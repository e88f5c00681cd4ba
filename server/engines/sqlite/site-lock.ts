// Whether another site works from the same database file.

import Database from 'better-sqlite3';
import { keepPrivate } from './database.ts';

/** What one site on a database file holds, and no second one can. */
export interface SiteLock {
  /** `false` when another site holds it. */
  isOurs: boolean;
  release(): void;
}

/**
 * Tries to get the lock of a database file, an SQLite lock on an empty file beside it. The system lets go of it when the
 * process ends, however it ends.
 */
export function lockForSite(databaseFile: string): SiteLock {
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
