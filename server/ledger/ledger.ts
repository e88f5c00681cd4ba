// The interface of a database engine: read, write, snapshot, locks, backup; and its errors.

import type { Script } from './script.ts';

/** The interface of a database engine: SQLite in `engines/sqlite`, PostgreSQL in `engines/postgres`. */
export interface Ledger {
  /** Runs a read-only script. Each query sees what is committed when it runs. */
  read<T>(script: () => Script<T>): Promise<T>;
  /** Runs a read-only script in one snapshot of the database. */
  snapshot<T>(script: () => Script<T>): Promise<T>;
  /**
   * Runs a script as one transaction; an exception rolls it back. The promise settles when the commit is on disk. The
   * script may be run several times, so it must have no other side effects.
   * @param locks the names it locks before it reads (`locks.ts`)
   */
  write<T>(locks: readonly string[], script: () => Script<T>): Promise<T>;
  /** Runs a script of a single idempotent statement, such as a deletion, without a transaction around it. */
  amend<T>(script: () => Script<T>): Promise<T>;
  /**
   * Leader lock: runs work that one process of the site at a time should do; safe, but wasteful, if two ever do it.
   * @returns false when another process is doing it and nothing was done
   */
  asLeader(task: string, work: () => Promise<void>): Promise<boolean>;
  /** Fails when the database does not answer. */
  ping(): Promise<void>;
  /** Fails when the disk has no room, where a write that succeeds does not tell: PostgreSQL changes a row in its place. */
  tryRoom(): Promise<void>;
  /**
   * Copies the database in its present state into a new file (online backup) while others go on writing.
   * @throws when the file exists already, or the copy fails its check; no file is left then
   */
  backup(file: string, onProgress: (done: number, total: number) => void): Promise<DatabaseReport>;
  /**
   * Inspects the database. Reads every page: seconds for a gigabyte.
   * @throws {SetUpFault} when a file beside it would keep a site from starting
   */
  inspect(): Promise<DatabaseReport>;
  close(): Promise<void>;
}

/** The result of inspecting a database. */
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
 * The database failed. Either nothing was done, or it is unknown whether it was committed (the connection broke during
 * the commit): repeating the call is safe in both cases. SQLite's own errors are passed on as they are; a database behind
 * a network throws this.
 */
export class DatabaseFault extends Error {
  override name = 'DatabaseFault';
  /** For metrics and logs, such as `POSTGRES_55P03`. */
  readonly code: string;
  /** Whether a retry may well succeed in a moment: the server restarts, a lock is held, a connection broke. */
  readonly passing: boolean;
  constructor(code: string, message: string, passing: boolean, cause: unknown) {
    super(message, { cause });
    this.code = code;
    this.passing = passing;
  }
}

/**
 * SQLite's code for a file that was moved since it was opened (sqlite.org/rescode.html): nothing may be written until the
 * program has opened the one that is in its place.
 */
export const movedFileCode = 'SQLITE_READONLY_DBMOVED';

/**
 * The database's error code, such as `SQLITE_BUSY` or `POSTGRES_55P03`, also when the error is a cause of another; else
 * `null`.
 */
export function databaseCode(error: unknown): string | null {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && /^(SQLITE|POSTGRES)_[A-Z0-9_]{1,40}$/.test(code)) return code;
  return cause instanceof Error ? databaseCode(cause) : null;
}

/**
 * Whether the database failed for a moment only, so that the same call may succeed in the next: a lock that is held, a
 * server that restarts. Also when that error is a cause of another.
 */
export function isPassingFault(error: unknown): boolean {
  if (error instanceof DatabaseFault) return error.passing;
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return /^SQLITE_(BUSY|LOCKED)/.test(String(code)) || (cause instanceof Error && isPassingFault(cause));
}

/**
 * Wraps a ledger: `onFault` gets the code of every fault, and `refuseWrites` makes it read-only, because purchases
 * that are written into a damaged database would be lost with it.
 */
export function watchLedger(ledger: Ledger, onFault: (code: string) => void) {
  let refusal: string | null = null;
  // The leader's work fails with the error of a call that was told of already.
  const told = new WeakSet<Error>();
  const watch =
    <A extends unknown[], R>(name: string, method: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        if (refusal !== null && (name === 'write' || name === 'amend'))
          throw new DatabaseFault('SQLITE_CORRUPT', refusal, false, undefined);
        return await method(...args);
      } catch (error) {
        const code = databaseCode(error);
        if (code === null || !(error instanceof Error) || told.has(error)) throw error;
        told.add(error);
        onFault(code);
        throw error;
      }
    };
  const watched = Object.entries(ledger)
    .filter(([name, method]) => name !== 'close' && typeof method === 'function')
    .map(([name, method]) => [name, watch(name, method)]);
  return {
    ...ledger,
    ...(Object.fromEntries(watched) as Ledger),
    /** From here on every write is refused with this reason; reads work as before. */
    refuseWrites(reason: string) {
      refusal = reason;
    },
  };
}
