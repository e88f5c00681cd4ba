import type { Database } from 'better-sqlite3';

/** Most changes that one commit takes: the next ones wait for the requests in between. */
const mostAtOnce = 64;

interface Waiting {
  /** Makes the change; what it throws belongs to it alone. */
  change(): void;
  /** The commit is on disk: whoever waits gets the result, or what the change threw. */
  tell(): void;
  /** Nothing is on disk. */
  fail(error: unknown): void;
}

export type GroupCommit = ReturnType<typeof groupCommit>;

/**
 * Group commit: changes that come in the same turn of the event loop are one transaction, each a savepoint in it, because
 * a commit waits for the disk, and with it everything else in this process. A single change waits for nobody.
 */
export function groupCommit(db: Database) {
  let waiting: Waiting[] = [];

  const makeAll = db.transaction((group: readonly Waiting[]) => {
    for (const one of group) one.change();
  });

  function commit(group: readonly Waiting[]): void {
    try {
      makeAll.immediate(group);
    } catch (error) {
      for (const one of group) one.fail(error);
      return;
    }
    for (const one of group) one.tell();
  }

  function commitNext(): void {
    const group = waiting.slice(0, mostAtOnce);
    waiting = waiting.slice(mostAtOnce);
    if (waiting.length > 0) setImmediate(commitNext);
    if (group.length > 0) commit(group);
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
          if (waiting.length === 1) setImmediate(commitNext);
        });
    },
    /** Commits what waits, at once. */
    flush(): void {
      while (waiting.length > 0) commitNext();
    },
  };
}
