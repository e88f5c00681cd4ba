import { createHash } from 'node:crypto';
import { Refusal } from '#server/refusal.ts';

/**
 * How long an erased account's id stays refused, in seconds: 60 days. An id token lives for 24 hours at most, but a payment
 * that was begun before may settle two weeks later, and the reconciler may find it a month after that.
 */
const refusedForSeconds = 60 * 24 * 60 * 60;

/** What is kept of an erased account: a digest of its id (hexadecimal), and until when (UTC). */
export function erasedAccount(accountId: string, erasedAt: Date): { hash: string; keptUntil: Date } {
  return {
    hash: erasedAccountHash(accountId),
    keptUntil: new Date(erasedAt.getTime() + refusedForSeconds * 1000),
  };
}

/** The digest by which an erased account is found again. A new account has a new id, whatever its name and address. */
export function erasedAccountHash(accountId: string): string {
  return createHash('sha256').update(accountId).digest('hex');
}

/** What every call in the name of an erased account is told. */
export function accountErased(): Refusal {
  return new Refusal('unauthorized', 'This account has been deleted. Sign in with another one.');
}
