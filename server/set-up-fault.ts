/**
 * A fault of the machine or the installation that the operator can fix: a folder that is not writable, a port that is
 * taken. The message says what was found and what to do, so it is shown without a stack trace.
 */
export class SetUpFault extends Error {
  override name = 'SetUpFault';
}

/** SHMSIZE: the file that SQLite shares between processes found no room beside the database. */
const full = /^(ENOSPC|EDQUOT|SQLITE_(FULL|IOERR_SHMSIZE))$/;

/** What the error codes of Node and the databases mean to the operator, and what to do. */
const machineFaults: readonly (readonly [code: RegExp, text: string])[] = [
  [full, 'the disk is full. Make room, or name a place on another one, and try again'],
  [
    /^SQLITE_READONLY_DBMOVED$/,
    'its file was replaced or removed while this program worked with it. Start the program again',
  ],
  [
    /^(EROFS|SQLITE_READONLY.*)$/,
    'it can only be read. See that its disk is mounted for writing and that this user may write there, or name another place',
  ],
  [/^(EACCES|EPERM)$/, 'this user may not read or write there. Let it, or name another place'],
  [/^ENOENT$/, 'there is no such file or folder. Make it, or name another one'],
  [
    /^SQLITE_CANTOPEN/,
    'SQLite cannot open it. See that its folder is there and that this user may write there',
  ],
  [/^ENOTDIR$/, 'a file stands where a folder is expected. Name a folder'],
  [/^EISDIR$/, 'it is a folder. Name a file'],
  [/^(EIO|SQLITE_IOERR.*)$/, 'its disk fails. See that it is in order and has room, and try again'],
  [/^POSTGRES_53100$/, 'the disk of the PostgreSQL server is full. Make room there, and try again'],
  [
    /^POSTGRES_(E[A-Z_]+|LOST|LATE|08...|57P0[123])$/,
    'PostgreSQL does not answer. See that it runs and that DATABASE_URL names it, and try again',
  ],
  [
    /^POSTGRES_53300$/,
    'PostgreSQL has no connection free for this user. See what holds them, or raise max_connections or the limit of the role, and try again',
  ],
  [
    /^POSTGRES_(42P05|26000)$/,
    'a pooler in front of PostgreSQL loses prepared statements. Let it be PgBouncer 1.21 or newer with max_prepared_statements above 0, or in session mode, and try again',
  ],
  [/^(SQLITE_CORRUPT.*|SQLITE_NOTADB)$/, 'it is damaged. Keep the file, and restore the newest backup'],
];

/**
 * What an error of the file system or of a database means, and what to do; `null` for any other error. Such errors may come
 * from wherever something is read or written, so the programs put them into words where they end.
 * @param place what was read or written, for an error that does not name its file
 */
export function machineFaultText(error: unknown, place = 'The database'): string | null {
  const { code, path, cause } = (error ?? {}) as { code?: unknown; path?: unknown; cause?: unknown };
  const [, text] = machineFaults.find(([form]) => typeof code === 'string' && form.test(code)) ?? [];
  if (text !== undefined) return `${typeof path === 'string' ? path : place}: ${text} (${code}).`;
  return cause instanceof Error ? machineFaultText(cause, place) : null;
}

/**
 * Whether it comes from a disk that takes no writes, because it is mounted for reading only, full or failing; what is on it can mostly
 * still be read.
 */
export const isDiskWithoutWrites = (error: unknown): boolean =>
  hasCode(error, /^(EROFS|ENOSPC|EDQUOT|EIO|SQLITE_(FULL|READONLY|IOERR).*)$/);

/** Whether it comes from a disk that is full. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, full);

/** Whether an error, or what caused it, has such a code. */
function hasCode(error: unknown, codes: RegExp): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as NodeJS.ErrnoException;
  return (typeof code === 'string' && codes.test(code)) || hasCode(cause, codes);
}
