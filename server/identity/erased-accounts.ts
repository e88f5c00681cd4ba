// The record of erased accounts (tombstones), and of accounts whose deletion is noted and not done yet. After a restore it also
// holds the erased orders that the reconciler may still bring back. Every transaction that writes an account's id looks here, in
// the transaction and under the account's lock: a look before it would leave time for the account to be erased in between.

import { hash } from 'node:crypto';
import { flag, type Row, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { later } from '#server/moments.ts';
import { Refusal } from '#server/refusal.ts';

/**
 * How long an erased account's id stays refused, in seconds: 60 days. An id token lives for 24 hours at most, but a
 * payment begun before may settle two weeks later, and the reconciler may find it a month after that.
 */
const refusedForSeconds = 60 * 24 * 60 * 60;

/** Only a hash of an erased id is stored. A new account has a new id, whatever its name and address. */
const digestOf = (id: string) => hash('sha256', id);

const byDigest = query('SELECT 1 FROM erased_accounts WHERE account_hash = ?', flag);
const noted = query('SELECT 1 FROM account_erasures WHERE account_id = ?', flag);
const insert = command(
  `INSERT INTO erased_accounts (account_hash, kept_until) VALUES (?, ?)
   ON CONFLICT (account_hash) DO UPDATE SET kept_until = excluded.kept_until`,
);
const tombstoneShape = { accountHash: text, keptUntil: time } as const;
/** What is kept of an erased account. */
export type Tombstone = Row<typeof tombstoneShape>;
const all = query('SELECT {columns} FROM erased_accounts', tombstoneShape);
const deleteOld = command('DELETE FROM erased_accounts WHERE kept_until <= ?');

/** Whether the account with this id, or the order of this checkout session, was erased. Known for {@link refusedForSeconds}. */
export function* isErased(id: string): Script<boolean> {
  return (yield* byDigest.get(digestOf(id))) !== undefined;
}

/** @throws {Refusal} `unauthorized` for an account that was erased */
export function* refuseErased(accountId: string): Script<void> {
  if (yield* isErased(accountId)) throw accountErased();
}

/** Whether the account's deletion is noted, and waits for the identity service. Whatever the account gets now goes with it. */
export function* isBeingErased(accountId: string): Script<boolean> {
  return (yield* noted.get(accountId)) !== undefined;
}

/** @throws {Refusal} `deletion_under_way` for an account whose deletion is noted */
export function* refuseBeingErased(accountId: string): Script<void> {
  if (!(yield* isBeingErased(accountId))) return;
  throw new Refusal(
    'deletion_under_way',
    'The deletion of this account is noted, and whatever it gets now would be deleted with it. Use another account.',
  );
}

/** @param id of an account, or of the checkout session of an order */
export function* noteErased(id: string, at: Date): Script<void> {
  yield* insert.run(digestOf(id), later(at, refusedForSeconds * 1000));
}

/** What is kept of all erased accounts, and of erased orders that may still come back. */
export const allTombstones = (): Script<Tombstone[]> => all.all();

/** Brings the tombstones of another database in. */
export function* bringTombstones(tombstones: readonly Tombstone[]): Script<void> {
  for (const { accountHash, keptUntil } of tombstones) yield* insert.run(accountHash, keptUntil);
}

/** Those of the accounts that the tombstones are of. */
export function namedBy(tombstones: readonly Tombstone[], accountIds: readonly string[]): string[] {
  const erased = new Set(tombstones.map(({ accountHash }) => accountHash));
  return accountIds.filter((id) => erased.has(digestOf(id)));
}

/** Deletes records that are older than anything that could still name the account. */
export const removeOldErasures = (at: Date): Script<number> => deleteOld.run(at);

/** The refusal for the calls of an erased account. */
export function accountErased(): Refusal {
  return new Refusal('unauthorized', 'This account has been deleted. Sign in with another one.');
}
