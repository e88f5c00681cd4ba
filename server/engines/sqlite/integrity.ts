import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';

/**
 * Looks at the database before it is used: one that is damaged must not take in purchases on top of it.
 * `quick_check` reads every page once but leaves out the comparison of indexes, which the backups make.
 * @throws when its directory cannot be written, or SQLite finds it damaged; the message says what to do. A file that is not there yet is fine
 */
export function assertDatabaseWhole(file: string): void {
  if (!existsSync(file)) return;
  assertDirectoryWritable(dirname(file));
  const faults = faultsOf(file);
  if (faults.length > 0) {
    throw new Error(
      `The database ${file} is damaged: ${faults.join('; ')}. ` +
        'Keep the file, restore the newest backup and start again; the reconciler fetches what is missing.',
    );
  }
}

/** SQLite itself only says that it cannot open something. */
function assertDirectoryWritable(directory: string): void {
  try {
    accessSync(directory, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `The directory ${directory} cannot be written (${code}). Mount it for writing, and let the site's user write there.`,
      { cause: error },
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
