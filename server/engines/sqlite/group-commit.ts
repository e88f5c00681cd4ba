// Group commit: several write transactions share one SQLite transaction and one fsync.

import { type Database, SqliteError } from 'better-sqlite3';
import { movedFile, watchPlace } from './database.ts';

/** Most changes per commit, so that other requests run in between. */
const mostAtOnce = 64;

/** How long a change waits for another writer before it fails, and how long before each retry, in milliseconds. */
const patienceMs = 1000;
const pauseMs = 20;

interface Waiting {
  /** Until when it may wait for another writer, as a time of `performance.now()`. */
  until: number;
  /** Makes the change. @throws when it fails, half done; may be called again after a rollback */
  make(): void;
  /** Called instead of a change that failed alone and was rolled back. */
  refuse(error: unknown): void;
  /** Called when the commit is on disk: resolves the promise of what was made, rejects that of what was refused. */
  tell(): void;
  /** Called when the commit failed: nothing is on disk. */
  fail(error: unknown): void;
}

/**
 * Group commit: changes that arrive in the same turn of the event loop become one transaction, because a commit waits for
 * the disk and blocks everything else in this process. A single change does not wait for others. While another process
 * writes, changes wait on a timer, so that everything else continues. Once the file was replaced or removed, all changes fail.
 * @param committed called after every commit
 */
export function groupCommit(db: Database, committed: () => void = () => undefined) {
  let waiting: Waiting[] = [];
  let isDue = false;
  const isInPlace = watchPlace(db);

  const together = db.transaction((group: readonly Waiting[]) => {
    for (const one of group) one.make();
  });
  const savepoint = db.transaction((one: Waiting) => one.make());
  const apart = db.transaction((group: readonly Waiting[]) => {
    for (const one of group) {
      try {
        savepoint(one);
      } catch (error) {
        // On a full or broken disk SQLite may have rolled back everything: then all changes have failed.
        if (!db.inTransaction) throw error;
        one.refuse(error);
      }
    }
  });

  /** Makes the changes, each with a savepoint only if one of them fails: with savepoints SQLite copies each page it changes. */
  function makeAll(group: readonly Waiting[]): void {
    if (!isInPlace()) throw movedFile();
    try {
      together.immediate(group);
    } catch (error) {
      if (group.length === 1 || isBusy(error)) throw error;
      apart.immediate(group);
    }
  }

  /** @param patient whether changes that meet another writer may wait and retry */
  function commitNext(patient: boolean): void {
    const group = waiting.slice(0, mostAtOnce);
    waiting = waiting.slice(mostAtOnce);
    try {
      if (group.length > 0) makeAll(group);
    } catch (error) {
      const now = performance.now();
      const staying = patient && isBusy(error) ? group.filter(({ until }) => now < until) : [];
      waiting = [...staying, ...waiting];
      for (const one of group) if (!staying.includes(one)) one.fail(error);
      if (waiting.length > 0) take(staying.length > 0 ? pauseMs : 0);
      return;
    }
    if (waiting.length > 0) take(0);
    for (const one of group) one.tell();
    committed();
  }

  function take(inMs: number): void {
    if (isDue) return;
    isDue = true;
    const turn = () => {
      isDue = false;
      commitNext(true);
    };
    if (inMs === 0) setImmediate(turn);
    else setTimeout(turn, inMs);
  }

  return {
    /**
     * Makes a change in the group commit. The promise settles when the commit is on disk; a change that throws is rolled
     * back and does not affect the others.
     */
    write<T>(change: () => T): Promise<T> {
      return new Promise((resolve, reject) => {
        let tell = () => {};
        waiting.push({
          until: performance.now() + patienceMs,
          make() {
            const result = change();
            tell = () => resolve(result);
          },
          refuse(error) {
            tell = () => reject(error);
          },
          tell: () => tell(),
          fail: reject,
        });
        take(0);
      });
    },
    /** Commits the waiting changes now. */
    flush(): void {
      while (waiting.length > 0) commitNext(false);
    },
  };
}

const isBusy = (error: unknown) => error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY');
