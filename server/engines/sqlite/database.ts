// Opens an SQLite file: WAL, synchronous, busy timeout, application id.

import { chmodSync, closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { DatabaseFault, movedFileCode } from '#server/ledger/ledger.ts';
import { SetUpFault } from '#server/set-up-fault.ts';
import { assertDatabaseUsable } from './writable.ts';

/**
 * How long a statement waits for another process's write while a database is opened and migrated, in milliseconds (busy
 * timeout).
 */
const busyTimeoutMs = 1000;

/** Marks the file as this site's (application id), for `file` and other tools; writing it is also the first write. */
export const applicationId = 0x61_75_64_69;

/** Where SQLite keeps it in a file (sqlite.org/fileformat2.html, "The Database Header"). */
const applicationIdAt = 68;

/** Whether a file has this site's mark, however damaged the rest of it is. @throws when it cannot be read */
export function hasOurMark(file: string): boolean {
  const mark = Buffer.alloc(4);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, mark, 0, mark.length, applicationIdAt);
  } finally {
    closeSync(descriptor);
  }
  return mark.readUInt32BE() === applicationId;
}

/**
 * Opens the database so that an acknowledged transaction survives a power cut: WAL with `synchronous = FULL`.
 * better-sqlite3 lowers `synchronous` to NORMAL for WAL on first access, so it is set after the journal mode and checked
 * again after a first write.
 * @param timeout how long a statement waits for another writer, in milliseconds
 * @throws {SetUpFault} when the file or its directory cannot be written, or the file is no database of the shop; it says what to do
 * @throws when `synchronous` is not FULL in the end
 */
export function openDatabase(file: string, timeout = busyTimeoutMs): Database.Database {
  if (file !== ':memory:') {
    assertDatabaseUsable(file);
    keepPrivate(file);
  }
  const db = new Database(file, { timeout });
  try {
    assertOurs(db, file);
    return configured(db, file);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Tables that are neither SQLite's nor Litestream's own (docs/operations.md). */
const tables =
  "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_litestream%' ESCAPE '\\'";

/** @throws {SetUpFault} when the file is another program's: nothing of it is to be changed */
function assertOurs(db: Database.Database, file: string): void {
  let isOurs: boolean;
  try {
    isOurs =
      db.pragma('application_id', { simple: true }) === applicationId ||
      db.prepare(tables).get() === undefined;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'SQLITE_NOTADB') throw error;
    isOurs = false;
  }
  if (!isOurs)
    throw new SetUpFault(
      `${file} is no database of the shop. Let DATABASE_FILE name the shop's own; if this should be it, restore the newest backup.`,
    );
}

function configured(db: Database.Database, file: string): Database.Database {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  // What is deleted would stay readable in the file, and in every backup of it, until something is written over it.
  db.pragma('secure_delete = ON');
  db.pragma(`application_id = ${applicationId}`);
  const full = 2;
  if (
    db.pragma('synchronous', { simple: true }) !== full ||
    db.pragma('foreign_keys', { simple: true }) !== 1
  ) {
    throw new Error(`The database ${file} does not keep synchronous=FULL and foreign keys`);
  }
  return db;
}

/**
 * Whether the path of an open database still leads to the file that was opened. In WAL mode SQLite does not
 * look: a file that was replaced or removed would take every write, and end with the process.
 * @returns a function that looks: some microseconds
 */
export function watchPlace(db: Database.Database): () => boolean {
  if (db.memory) return () => true;
  const look = () => statSync(db.name, { bigint: true, throwIfNoEntry: false });
  const opened = look();
  return () => {
    const now = look();
    return now !== undefined && now.ino === opened?.ino && now.dev === opened.dev;
  };
}

/** The error of a write into a file that is not in its place any more ({@link watchPlace}). */
export const movedFile = () =>
  new DatabaseFault(
    movedFileCode,
    'The database file was replaced or removed under the running site. Restart the site: until then it takes no writes.',
    false,
    undefined,
  );

/**
 * Makes a database file readable by its owner only, before anything is in it; SQLite gives its WAL and other files the
 * same mode. A file of another user is left as it is.
 */
export function keepPrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`].filter((path) => existsSync(path))) {
    const { mode, uid } = statSync(path);
    if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(path, 0o600);
  }
}
