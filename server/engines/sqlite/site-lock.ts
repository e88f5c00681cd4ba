// Locks between processes that use the same database file: one site, one restore, one backup by hand.

import Database from 'better-sqlite3';
import { keepPrivate } from './database.ts';
import { assertFileUsable } from './writable.ts';

/** A lock, or `isOurs: false` when another process holds it. */
interface Lock {
  isOurs: boolean;
  release(): void;
}

const siteLock = (databaseFile: string) => `${databaseFile}.lock`;
const backupLock = (databaseFile: string) => `${databaseFile}.backup-lock`;

/**
 * Tries to take the lock that a site holds as long as it has a database file open, and a restore while it replaces the
 * file.
 * @throws {SetUpFault} when its file belongs to somebody else
 */
export const lockForSite = (databaseFile: string): Lock => tryLock(siteLock(databaseFile));

/**
 * Tries to take the lock that an operator's backup holds while it is made.
 * @throws {SetUpFault} when its file belongs to somebody else
 */
export const lockForBackup = (databaseFile: string): Lock => tryLock(backupLock(databaseFile));

/** Takes no lock. @throws {SetUpFault} when one of them could not even be tried */
export function assertLocksUsable(databaseFile: string): void {
  for (const file of [siteLock(databaseFile), backupLock(databaseFile)]) assertFileUsable(file);
}

/** Tries to take an SQLite lock on an empty file. The operating system releases it when the process ends, however it ends. */
function tryLock(file: string): Lock {
  assertFileUsable(file);
  keepPrivate(file);
  const lock = new Database(file, { timeout: 0 });
  const release = () => void lock.close();
  try {
    // A journal would stay beside it when the process is killed.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return { isOurs: true, release };
  } catch (error) {
    release();
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY')
      return { isOurs: false, release: () => undefined };
    throw error;
  }
}
