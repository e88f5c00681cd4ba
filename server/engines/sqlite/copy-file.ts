// Copies of a database file (online backup), and renames that survive a power cut.

import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { keepPrivate } from './database.ts';
import { cannotOpenThere } from './inspect.ts';

/** Pages copied per progress report: 4 MiB. */
const pagesAtOnce = 1024;

/**
 * SQLite's online backup, over a connection of its own that stays within one read transaction: the copy is the database
 * as of one moment, and writers neither wait nor make it start over.
 */
export async function copyDatabaseFile(
  from: string,
  to: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const source = openSource(from, to);
  try {
    await source.backup(to, {
      progress({ totalPages, remainingPages }) {
        onProgress(totalPages - remainingPages, totalPages);
        return pagesAtOnce;
      },
    });
  } finally {
    source.close();
    removePlainCopy(to);
  }
}

/** Makes a database a single file that can be read anywhere, without a WAL beside it. @throws when it cannot */
export function makeSingleFile(file: string): void {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

/**
 * Opens a database within a read transaction. SQLite has to write beside most, and cannot on a disk that is mounted for reading
 * only. There nothing changes, so a plain copy is of one moment, too; it needs as much room again.
 * @param to the file beside which a plain copy may lie
 */
function openSource(from: string, to: string): Database.Database {
  try {
    return openToRead(from);
  } catch (error) {
    if (!cannotOpenThere(error) || !isOnReadOnlyDisk(from)) throw error;
    const copy = plainCopyOf(to);
    for (const end of ['', '-wal'])
      if (existsSync(`${from}${end}`)) copyFileSync(`${from}${end}`, `${copy}${end}`);
    keepPrivate(copy);
    return openToRead(copy);
  }
}

function openToRead(file: string): Database.Database {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    db.exec('BEGIN');
    db.prepare('SELECT 1 FROM schema_migrations').get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const plainCopyOf = (to: string): string => `${to}-source`;
function removePlainCopy(to: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${plainCopyOf(to)}${end}`, { force: true });
}

function isOnReadOnlyDisk(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

/** Removes an unfinished copy, and what SQLite leaves beside it when it was killed or the disk was full. */
export function removeCopy(file: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  removePlainCopy(file);
}

/** Renames a file durably (fsync): content and name survive a power cut. */
export function renameDurably(from: string, to: string): void {
  sync(from);
  renameSync(from, to);
  sync(dirname(resolve(to)));
}

/** Makes a file, or the names in a directory, survive a power cut. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
