// Accounts that were erased. Whatever writes an account's id asks here, inside its own transaction that queues under the account's
// lock: asked before it, the account could be erased between the question and the write.

import { hash } from 'node:crypto';
import { flag } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { Refusal } from '#server/refusal.ts';

/**
 * How long an erased account's id stays refused, in seconds: 60 days. An id token lives for 24 hours at most, but a payment
 * that was begun before may settle two weeks later, and the reconciler may find it a month after that.
 */
const refusedForSeconds = 60 * 24 * 60 * 60;

/** What is kept of an erased account is a digest of its id. A new account has a new id, whatever its name and address. */
const digestOf = (accountId: string) => hash('sha256', accountId);

const byDigest = query('SELECT 1 AS is_known FROM erased_accounts WHERE account_hash = ?', { isKnown: flag });
const insert = command(
  `INSERT INTO erased_accounts (account_hash, kept_until) VALUES (?, ?)
   ON CONFLICT (account_hash) DO UPDATE SET kept_until = excluded.kept_until`,
);
const deleteOld = command('DELETE FROM erased_accounts WHERE kept_until <= ?');

/** Whether the account was erased, within the time in which anything may still name its id. */
export function* isErased(accountId: string): Script<boolean> {
  return (yield* byDigest.get(digestOf(accountId))) !== undefined;
}

/** @throws {Refusal} `unauthorized` for an account that was erased */
export function* refuseErased(accountId: string): Script<void> {
  if (yield* isErased(accountId)) throw accountErased();
}

export function* noteErased(accountId: string, at: Date): Script<void> {
  yield* insert.run(digestOf(accountId), new Date(at.getTime() + refusedForSeconds * 1000));
}

/** Forgets which accounts were erased once nothing can name them any more. */
export const removeOldErasures = (at: Date): Script<number> => deleteOld.run(at);

/** What every call in the name of an erased account is told. */
export function accountErased(): Refusal {
  return new Refusal('unauthorized', 'This account has been deleted. Sign in with another one.');
}
