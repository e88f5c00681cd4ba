// How a transaction begins in PostgreSQL, and takes its advisory locks.

import { createHash } from 'node:crypto';

/** The key of a name: a signed 64-bit number. */
export function lockKey(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}

/**
 * BEGIN and all locks in one round trip, in the same order for all transactions, so that locks cannot deadlock. The level is said,
 * because a database or a role may be set to another: at REPEATABLE READ a transaction that waited for a lock does not see what
 * the one before it has committed.
 */
export function beginWith(names: readonly string[]): string {
  const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED';
  const keys = [...new Set(names)].map(lockKey).toSorted();
  if (keys.length === 0) return begin;
  return `${begin}; SELECT ${keys.map((key) => `pg_advisory_xact_lock(${key})`).join(', ')}`;
}
