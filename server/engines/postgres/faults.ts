// Classifies PostgreSQL's error codes: what to retry, and whether the connection can still be used.

import pg from 'pg';
import { DatabaseFault } from '#server/ledger/ledger.ts';
import { SetUpFault } from '#server/set-up-fault.ts';

/** What to do after a failed statement or connection. */
type Consequence =
  /** The connection is lost; the work may be retried on another one. */
  | 'lost'
  /** The transaction was aborted in favour of another one (deadlock, serialization); retry it. */
  | 'again'
  /** It timed out; the caller may try again. */
  | 'late'
  /** Anything else. */
  | 'failed';

/** Codes of postgresql.org/docs/current/errcodes-appendix.html. */
const lost = /^(08...|57P0[1235]|25006|25P0[34]|53300)$/;
const again = /^(40001|40P01)$/;
const late = /^(55P03|57014)$/;
/** Error texts of Node and the driver for a broken or missing connection. */
const brokenLine =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EAI_AGAIN|ENOTFOUND|ENOENT)$/;
const brokenWords = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;
const silence = /^(Query read timeout|timeout expired|timeout exceeded when trying to connect)/;

/** What an error of a query means for its transaction. */
export function consequenceOf(error: unknown): Consequence {
  if (!(error instanceof Error)) return 'failed';
  const code = codeOf(error);
  if (error instanceof pg.DatabaseError) {
    if (lost.test(code)) return 'lost';
    if (again.test(code)) return 'again';
    return late.test(code) ? 'late' : 'failed';
  }
  if (silence.test(error.message)) return 'late';
  if (brokenLine.test(code) || brokenWords.test(error.message)) return 'lost';
  // Several addresses of one host name were tried.
  if (error instanceof AggregateError && error.errors.some((one) => consequenceOf(one) === 'lost'))
    return 'lost';
  return 'failed';
}

/** Whether this connection must not be used again: it is gone, or still busy with the statement. */
export function isUnusable(error: unknown): boolean {
  const consequence = consequenceOf(error);
  return consequence === 'lost' || (consequence === 'late' && !(error instanceof pg.DatabaseError));
}

/** Translates an error of the driver into the one that callers get; an error of the script itself stays what it is. */
export function faultOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseFault) return error;
  const consequence = consequenceOf(error);
  if (consequence === 'failed' && !(error instanceof pg.DatabaseError)) return error;
  const code = codeOf(error) || consequence.toUpperCase();
  const passing = consequence !== 'failed';
  const message = passing ? `The database is not available now: ${error.message}` : error.message;
  return new DatabaseFault(`POSTGRES_${code}`, message, passing, error);
}

/** For the first connection: errors that do not pass by themselves are a fault in the address, for the operator to fix. */
export function firstFaultOf(error: unknown): unknown {
  if (!(error instanceof Error) || (error instanceof DatabaseFault && error.passing)) return error;
  return new SetUpFault(
    `PostgreSQL cannot be used at this address: ${error.message}. See that user, password, database and sslmode are right in DATABASE_URL, or in the address that the command names.`,
    { cause: error },
  );
}

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
