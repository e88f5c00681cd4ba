// Group commit: several changes in one transaction of SQLite.

import { type Database, SqliteError } from 'better-sqlite3';

/** Most changes that one commit takes: the next ones wait for the requests in between. */
const mostAtOnce = 64;

/** How long changes wait between two tries while another process writes, in milliseconds. */
const pauseMs = 20;

interface Waiting {
  /** Until when it may wait for another writer, in milliseconds of `performance.now()`. */
  until: number;
  /** Makes the change; what it throws belongs to it alone. */
  change(): void;
  /** The commit is on disk: whoever waits gets the result, or what the change threw. */
  tell(): void;
  /** Nothing is on disk. */
  fail(error: unknown): void;
}

export type GroupCommit = ReturnType<typeof groupCommit>;

interface GroupCommitOptions {
  /** How long a change waits for another writer before it fails, in milliseconds. */
  patienceMs?: number;
  /** Told of every commit. */
  committed?: () => void;
}

/**
 * Group commit: changes that come in the same turn of the event loop are one transaction, each a savepoint in it, because
 * a commit waits for the disk, and with it everything else in this process. A single change waits for nobody. While another
 * process writes, changes wait by a timer, so that everything else goes on.
 */
export function groupCommit(
  db: Database,
  { patienceMs = 1000, committed = () => {} }: GroupCommitOptions = {},
) {
  let waiting: Waiting[] = [];
  let isDue = false;

  const makeAll = db.transaction((group: readonly Waiting[]) => {
    for (const one of group) one.change();
  });

  /** @param patient whether changes that meet another writer may wait for their next turn */
  function commitNext(patient: boolean): void {
    const group = waiting.slice(0, mostAtOnce);
    waiting = waiting.slice(mostAtOnce);
    try {
      if (group.length > 0) makeAll.immediate(group);
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
     * Makes a change of the database one that shares its commit. The promise settles when the commit is on disk; a change
     * that throws leaves nothing behind and takes none of the others along.
     */
    shared<A extends unknown[], R>(change: (...args: A) => R): (...args: A) => Promise<R> {
      const savepoint = db.transaction(change);
      return (...args) =>
        new Promise((resolve, reject) => {
          let tell = () => {};
          waiting.push({
            until: performance.now() + patienceMs,
            change() {
              try {
                const result = savepoint(...args);
                tell = () => resolve(result);
              } catch (error) {
                // Of a full or broken disk, SQLite may have rolled back everything: then all have failed.
                if (!db.inTransaction) throw error;
                tell = () => reject(error);
              }
            },
            tell: () => tell(),
            fail: reject,
          });
          take(0);
        });
    },
    /** Commits what waits, at once. */
    flush(): void {
      while (waiting.length > 0) commitNext(false);
    },
  };
}

const isBusy = (error: unknown) => error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY');
