// Names of locks as PostgreSQL's advisory locks.

import { createHash } from 'node:crypto';

/** A name as PostgreSQL's advisory locks want it, a signed number of 64 bits. */
export function lockKey(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}
