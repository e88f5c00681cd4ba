// Backup and restore of an SQLite database (online backup).

import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import Database, { SqliteError } from 'better-sqlite3';
import type { DatabaseReport } from '#server/ledger/ledger.ts';
import { Refusal } from '#server/refusal.ts';
import { SetUpFault } from '#server/set-up-fault.ts';
import { doOnSignal } from '#server/unfinished.ts';
import { inspectBeside } from './beside.ts';
import { applicationId, keepPrivate } from './database.ts';
import { lockForSite } from './site-lock.ts';
import { assertDirectoryWritable, assertFile, assertFileReadable } from './writable.ts';

/** Pages copied per progress report: 4 MiB. */
const pagesAtOnce = 1024;
/** How long to wait for another process's lock before reporting that the database is in use, in milliseconds. */
const lockTimeoutMs = 500;

/**
 * Copies the database in its present state into a new file.
 * @throws {Refusal} when the file exists already, or its folder does not or cannot be written
 * @throws when the copy fails its check; no file is left then, nor after a signal
 */
export async function backupDatabase(
  databaseFile: string,
  file: string,
  onProgress: (done: number, total: number) => void,
): Promise<DatabaseReport> {
  if (existsSync(file)) {
    throw new Refusal('invalid_request', `${file} exists already. Name a file that does not.`);
  }
  assertFolder(file);
  const unfinished = `${file}.unfinished`;
  const remove = () => removeCopy(unfinished);
  remove();
  return doOnSignal(remove, async () => {
    keepPrivate(unfinished);
    await copyDatabase(databaseFile, unfinished, onProgress);
    makeSingleFile(unfinished);
    // In a thread of its own: this one would hear of a signal only after the check.
    const report = await inspectBeside(unfinished);
    if (report.faults.length > 0) {
      throw new Error(`The copy does not check out: ${report.faults.join('; ')}`);
    }
    renameDurably(unfinished, file);
    return report;
  }).finally(remove);
}

/** Removes an unfinished copy, and what SQLite leaves beside it when it was killed or the disk was full. */
function removeCopy(file: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  removePlainCopy(file);
}

/** A typing error in a path must not create folders. */
function assertFolder(file: string): void {
  const folder = dirname(resolve(file));
  const there = statSync(folder, { throwIfNoEntry: false });
  if (!there?.isDirectory()) {
    throw new Refusal(
      'invalid_request',
      `There is no folder ${folder}. Make it, or name a file in one that is there.`,
    );
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Refusal(
      'invalid_request',
      `The folder ${folder} cannot be written (${code}): it belongs to user ${there.uid}, and this program runs as user ${process.getuid?.()}. Name a file elsewhere, or let this user write there.`,
    );
  }
}

/**
 * SQLite's online backup, over a connection of its own that stays within one read transaction: the copy is the database
 * as of one moment, and writers neither wait nor make it start over.
 */
async function copyDatabase(
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
function makeSingleFile(file: string): void {
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

/** Whether SQLite could not make or write the files that it needs beside a database: that says nothing about the database. */
const cannotOpenThere = (error: unknown): boolean =>
  error instanceof SqliteError && /^SQLITE_(CANTOPEN|READONLY)/.test(error.code);

function isOnReadOnlyDisk(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

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
    await copyDatabase(backup, incoming, () => undefined);
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

/** Renames a file durably (fsync): content and name survive a power cut. */
function renameDurably(from: string, to: string): void {
  sync(from);
  renameSync(from, to);
  sync(dirname(resolve(to)));
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
