import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { SetUpFault } from '#server/set-up-fault.ts';
import { assertDirectoryWritable, assertFileUsable } from './writable.ts';

/**
 * Looks at the database before it is used: one that is damaged must not take in purchases on top of it.
 * `quick_check` reads every page once but leaves out the comparison of indexes, which the backups make.
 * @throws {SetUpFault} when it or its directory cannot be written, or SQLite finds it damaged; the message says what to do. A
 * file that is not there yet is fine, and so is its directory, which is made
 */
export function assertDatabaseWhole(file: string): void {
  assertDirectoryWritable(dirname(file), 'DATA_DIR');
  assertFileUsable(file, 'DATABASE_FILE');
  if (!existsSync(file)) return;
  const faults = faultsOf(file);
  if (faults.length > 0) {
    throw new SetUpFault(
      `The database ${file} is damaged: ${faults.join('; ')}. ` +
        'Keep the file, restore the newest backup and start again; the reconciler fetches what is missing.',
    );
  }
}

function faultsOf(file: string): string[] {
  // Not read-only: after a crash the log beside the file has to be played in first.
  const db = new Database(file, { fileMustExist: true });
  try {
    const rows = db.pragma('quick_check(10)') as { quick_check: string }[];
    return rows.map((row) => row.quick_check).filter((text) => text !== 'ok');
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !/CORRUPT|NOTADB/.test(error.code)) throw error;
    return [error.message];
  } finally {
    db.close();
  }
}
