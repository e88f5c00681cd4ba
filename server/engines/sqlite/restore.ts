// Restore of an SQLite database: a backup takes its place.

import { constants, copyFileSync, existsSync, linkSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database, { SqliteError } from 'better-sqlite3';
import { Refusal } from '#server/refusal.ts';
import { doOnSignal } from '#server/unfinished.ts';
import { copyDatabaseFile, makeSingleFile, removeCopy, renameDurably, sync } from './copy-file.ts';
import { keepPrivate } from './database.ts';
import { lockForSite } from './site-lock.ts';
import { assertDirectoryWritable, assertFile, assertFileReadable } from './writable.ts';

/** How long to wait for another process's lock before reporting that the database is in use, in milliseconds. */
const lockTimeoutMs = 500;

/**
 * Whether another process has the database open. Leaving WAL mode needs an exclusive lock, which fails as long as anybody
 * has the database open; the site returns to WAL mode when it starts.
 * @throws {SetUpFault} when it is no file
 */
export function isDatabaseInUse(file: string): boolean {
  assertFile(file, 'DATABASE_FILE');
  const db = new Database(file, { fileMustExist: true, timeout: lockTimeoutMs });
  try {
    db.pragma('journal_mode = DELETE');
    return false;
  } catch (error) {
    // Any other error means that the file is damaged, which is a reason to restore it, not to refuse.
    if (!(error instanceof SqliteError)) throw error;
    return error.code.startsWith('SQLITE_BUSY') || error.code.startsWith('SQLITE_LOCKED');
  } finally {
    db.close();
  }
}

/** How the database that a restored one takes the place of is called from then on, after its own name. */
export const keptSuffix = (now: Date): string =>
  `before-restore-${now.toISOString().replace(/\W/g, '').slice(0, 15)}`;

const keptEnd = /^\.(before-restore-\d{8}T\d{6}|incoming)$/;

/**
 * The databases that restores have left beside this one: those kept, and the copy of a restore that was killed.
 * @throws when the directory cannot be read
 */
export const keptDatabases = (file: string): string[] =>
  readdirSync(dirname(file))
    .filter((name) => name.startsWith(basename(file)) && keptEnd.test(name.slice(basename(file).length)))
    .toSorted()
    .map((name) => join(dirname(file), name));

/**
 * Puts a checked backup in the place of the database. The old file is kept beside it. The backup is copied through
 * SQLite, because a database that was copied from a site has its newest orders in the WAL file beside it. Wherever this is
 * interrupted, either the old database or the completed new one is in the place.
 * @param suffix of the kept file
 * @param options `force`: even while a site has it open. `complete`: changes the copy before it takes the place, while the
 * old database is still there; it must close what it opens
 * @returns the kept file, or `null` when there was none
 * @throws {Refusal} `forbidden` while a site, or another restore, holds the lock
 * @throws {SetUpFault} when the old file belongs to another user and cannot be kept
 * @throws when there is a kept file of that name
 */
export async function replaceDatabase(
  backup: string,
  target: string,
  suffix: string,
  {
    force = false,
    complete = async () => {},
  }: { force?: boolean; complete?: (incoming: string) => Promise<void> } = {},
): Promise<string | null> {
  assertDirectoryWritable(dirname(target), 'DATA_DIR');
  // Of two at once, the second would remove what the first has copied.
  const lock = lockForSite(target);
  try {
    if (!lock.isOurs && !force) {
      throw new Refusal(
        'forbidden',
        `${target} is in use: a site has just started, or another restore is running. Stop the site first, or wait for the other restore.`,
      );
    }
    return await putInPlace(backup, target, `${target}.${suffix}`, complete);
  } finally {
    lock.release();
  }
}

/** @param kept where the old file goes */
async function putInPlace(
  backup: string,
  target: string,
  kept: string,
  complete: (incoming: string) => Promise<void>,
): Promise<string | null> {
  const incoming = `${target}.incoming`;
  const remove = () => removeCopy(incoming);
  remove();
  return doOnSignal(remove, async () => {
    keepPrivate(incoming);
    await copyDatabaseFile(backup, incoming, () => undefined);
    await complete(incoming);
    makeSingleFile(incoming);
    const exists = existsSync(target);
    if (exists) keep(target, kept);
    // Only a damaged database, or one that a site has open, still has them. SQLite would apply the WAL to the new one.
    for (const end of ['-wal', '-shm']) {
      if (existsSync(`${target}${end}`)) renameSync(`${target}${end}`, `${kept}${end}`);
    }
    renameDurably(incoming, target);
    return exists ? kept : null;
  }).finally(remove);
}

/** Gives a file a second name (hard link), or copies it where the file system has none. Writes over nothing. */
function keep(file: string, kept: string): void {
  try {
    linkSync(file, kept);
  } catch {
    assertFileReadable(file);
    copyFileSync(file, kept, constants.COPYFILE_EXCL);
    sync(kept);
  }
}
