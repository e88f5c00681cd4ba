// The interface of a database engine: read, write, snapshot, locks, backup; and its faults.

import type { Script } from './script.ts';

/** What an engine offers the matters: SQLite in `engines/sqlite`, PostgreSQL in `engines/postgres`. */
export interface Ledger {
  /** Plays a script that only reads. Each question sees what is committed when it is asked. */
  read<T>(script: () => Script<T>): Promise<T>;
  /** Plays a script that only reads, all of it about one and the same state of the database. */
  snapshot<T>(script: () => Script<T>): Promise<T>;
  /**
   * Plays a script as one transaction; what it throws takes everything back. The promise settles when the commit is on
   * disk. The script may be played several times, so it must do nothing but ask.
   * @param locks what the transaction queues under before it looks (`locks.ts`)
   */
  write<T>(locks: readonly string[], script: () => Script<T>): Promise<T>;
  /** Plays a script of a single statement that may well be run twice, such as a deletion: it needs no transaction around it. */
  amend<T>(script: () => Script<T>): Promise<T>;
  /**
   * Runs work that one process of the site at a time should do, its leader; safe, but wasted, when two do it all the same.
   * @returns false when another process is at it and nothing was done
   */
  asLeader(task: string, work: () => Promise<void>): Promise<boolean>;
  /** Fails when the database does not answer. */
  ping(): Promise<void>;
  /**
   * Copies the database as it is at this moment into a new file while others go on writing.
   * @throws when the file exists already, or the copy does not check out; nothing is left behind then
   */
  backup(file: string, onProgress: (done: number, total: number) => void): Promise<DatabaseReport>;
  /** Looks the database over from within. Reads every page: seconds for a gigabyte. */
  inspect(): Promise<DatabaseReport>;
  close(): Promise<void>;
}

/** What is found in a database. */
export interface DatabaseReport {
  /** Empty when it is whole. */
  faults: string[];
  /** Migrations that were applied to it. */
  migrations: string[];
  purchases: number;
  grants: number;
  codes: number;
  /** When the newest purchase was recorded. */
  newestPurchase: Date | null;
  bytes: number;
}

/**
 * The database did not do what it was asked to, and nothing of it happened, or it is not known whether it happened
 * (the connection broke while it was being confirmed): repeating the call is safe in both cases. SQLite's own errors
 * come as they are; a database behind a network throws this.
 */
export class DatabaseFault extends Error {
  override name = 'DatabaseFault';
  /** For figures and logs, such as `POSTGRES_55P03`. */
  readonly code: string;
  /** Whether the same call may well succeed in a moment: the server restarts, a lock is held, a line broke. */
  readonly passing: boolean;
  constructor(code: string, message: string, passing: boolean, cause: unknown) {
    super(message, { cause });
    this.code = code;
    this.passing = passing;
  }
}

/**
 * The database's name for what went wrong, such as `SQLITE_BUSY` or `POSTGRES_55P03`, also when another error was made of
 * it; else `null`.
 */
export function databaseCode(error: unknown): string | null {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && /^(SQLITE|POSTGRES)_[A-Z0-9_]{1,40}$/.test(code)) return code;
  return cause instanceof Error ? databaseCode(cause) : null;
}

/** The same ledger, watched: `onFault` is told the code of every call that the database failed. */
export function watchLedger(ledger: Ledger, onFault: (code: string) => void): Ledger {
  const watch =
    <A extends unknown[], R>(method: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      method(...args).catch((error: unknown) => {
        const code = databaseCode(error);
        if (code !== null) onFault(code);
        throw error;
      });
  const watched = Object.entries(ledger)
    .filter(([name, method]) => name !== 'close' && typeof method === 'function')
    .map(([name, method]) => [name, watch(method)]);
  return { ...ledger, ...Object.fromEntries(watched) };
}
