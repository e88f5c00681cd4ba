// Turns lock names into keys of PostgreSQL's advisory locks.

import { createHash } from 'node:crypto';

/** The key of a name: a signed 64-bit number. */
export function lockKey(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}
