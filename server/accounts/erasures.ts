// Account deletions in progress, and the deletion of an account's rows.

import { randomUUID } from 'node:crypto';
import { type Erased, eraseAgain, findErased } from '#server/buying/erased-orders.ts';
import { forgetOrderLinks } from '#server/buying/mail-order-links.ts';
import { forgetCheckoutsOf } from '#server/buying/opened-checkouts.ts';
import { forgetInMoves } from '#server/buying/purchase-moves.ts';
import { changeBuyer } from '#server/buying/settle-order.ts';
import { byAccount, type Cause } from '#server/identity/cause.ts';
import {
  allTombstones,
  bringTombstones,
  isBeingErased,
  isErased,
  namedBy,
  noteErased,
  refuseErased,
  type Tombstone,
} from '#server/identity/erased-accounts.ts';
import type { Leaving } from '#server/identity/leaving.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { accountLock, ownerLocks } from '#server/ledger/locks.ts';
import { bytes, integer, nullable, type Row, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { forgetCountsOf } from '#server/outbox/address-letters.ts';
import { dropLettersTo, writeLetter } from '#server/outbox/outbox.ts';
import { forgetInGifts } from '#server/owning/gifts.ts';
import { type ErasureReason, endGrants } from '#server/owning/grants.ts';
import { forgetDevicesOf } from './known-devices.ts';
import { lastRenewalOf, removeSessionsOf } from './sessions.ts';

const insert =
  'INSERT INTO account_erasures (account_id, email, access_token_encrypted, requested_at) VALUES (?, ?, ?, ?)';
const insertFirst = command(`${insert} ON CONFLICT (account_id) DO NOTHING`);
const insertNewest = command(
  `${insert} ON CONFLICT (account_id) DO UPDATE SET email = coalesce(excluded.email, account_erasures.email),
     access_token_encrypted = excluded.access_token_encrypted, requested_at = excluded.requested_at`,
);
const shape = {
  accountId: text,
  /** The account's verified address, whose waiting grants are deleted with it. */
  email: nullable(text),
  accessTokenEncrypted: bytes,
  requestedAt: time,
} as const;
/** An account deletion in progress. */
export type Erasure = Row<typeof shape>;
const allPending = query('SELECT {columns} FROM account_erasures ORDER BY requested_at', shape);
const noteOf = query('SELECT {columns} FROM account_erasures WHERE account_id = ?', shape);
const remove = command('DELETE FROM account_erasures WHERE account_id = ?');
const forgetAddress = command(
  'UPDATE account_erasures SET email = NULL WHERE email = ? AND requested_at <= ?',
);
const removeOwn = command('DELETE FROM account_erasures WHERE account_id = ? AND access_token_encrypted = ?');
const forgetRedemptions = command('UPDATE redemptions SET account_id = NULL WHERE account_id = ?');
const purchasesOf = query('SELECT {columns} FROM purchases WHERE account_id = ? ORDER BY id', {
  id: integer,
});
const forgetPurchases = command('UPDATE purchases SET account_id = NULL WHERE account_id = ?');

/**
 * Records that an account is to be erased, before the identity service is called. What was asked before stays as it is until
 * the service has answered.
 * @throws {Refusal} `unauthorized` for an account that was erased before
 */
export async function beginErasure(ledger: Ledger, erasure: Erasure): Promise<void> {
  const { accountId, email, accessTokenEncrypted, requestedAt } = erasure;
  await ledger.write([accountLock(accountId)], function* () {
    yield* refuseErased(accountId);
    yield* insertFirst.run(accountId, email, accessTokenEncrypted, requestedAt);
  });
}

/**
 * Records it in the place of what was asked before. Whoever asks again is still the account, and its address theirs: what came
 * in since the first request is erased as well. Does nothing for an account that has been erased meanwhile.
 */
export async function renewErasure(ledger: Ledger, erasure: Erasure): Promise<void> {
  await ledger.write([accountLock(erasure.accountId)], function* () {
    if (!(yield* isErased(erasure.accountId))) yield* note(erasure);
  });
}

const note = ({ accountId, email, accessTokenEncrypted, requestedAt }: Erasure): Script<number> =>
  insertNewest.run(accountId, email, accessTokenEncrypted, requestedAt);

/** Deletions that are noted and not done, the oldest request first. */
export const pendingErasures = (): Script<Erasure[]> => allPending.all();

/** Those of these accounts whose deletion is in progress. */
export function* beingErased(accountIds: readonly string[]): Script<Set<string>> {
  const found = new Set<string>();
  for (const id of new Set(accountIds)) if (yield* isBeingErased(id)) found.add(id);
  return found;
}

/**
 * Drops a deletion that the identity service refused at once; the account continues as before, and so does a deletion that was
 * asked for with another token.
 */
export async function abandonErasure(
  ledger: Ledger,
  { accountId, accessTokenEncrypted }: Erasure,
): Promise<void> {
  await ledger.amend(() => removeOwn.run(accountId, accessTokenEncrypted));
}

/**
 * Erases the account's data, and the data that waits for its verified address. Payments stay, as the law on bookkeeping
 * requires. From then on everything that would write this account's id refuses with `unauthorized`, so that an older
 * token brings nothing back. Data that reached the address after the deletion was last requested stays. If the deletion was
 * not requested here, the last renewal of a session takes the place of that time, because it is not known when the
 * account was deleted elsewhere.
 */
export async function completeErasure(
  ledger: Ledger,
  accountId: string,
  at: Date,
  verifiedEmail: string | null = null,
): Promise<void> {
  const begun = await ledger.read(() => noteOf.get(accountId));
  await ledger.write(ownerLocks(accountId, begun?.email ?? verifiedEmail), function* () {
    const noted = yield* noteOf.get(accountId);
    // Another process has just done it, or it was done before a backup was restored that still has the note: its owner has been
    // written to.
    if (yield* isErased(accountId)) return void (yield* remove.run(accountId));
    const email = noted?.email ?? verifiedEmail;
    const until = noted?.requestedAt ?? (yield* lastRenewalOf(accountId)) ?? new Date(0);
    yield* eraseOwner({ accountId, email, until }, 'account_deleted', byAccount, at);
    yield* remove.run(accountId);
  });
}

function* writeToErased(email: string, hadAccount: boolean, at: Date): Script<void> {
  // A random subject instead of the account's id: nothing in the outbox may tell who was erased.
  const letter = { kind: 'account-deleted', subject: randomUUID(), recipient: email } as const;
  yield* writeLetter({ ...letter, ...(!hadAccount && { details: { hadAccount } }), happenedAt: at }, at);
}

/**
 * Erases an account's data, and the data that was waiting for an address at the time `until`. Payments stay, without the
 * account's id. The address is written to, unless nothing was left to erase. Call it inside a transaction that holds the locks of
 * both (`ownerLocks`).
 * @returns how many rows of each kind lost their owner
 */
export function* eraseOwner(owner: Leaving, reason: ErasureReason, cause: Cause, at: Date) {
  const { accountId, email } = owner;
  const letters = yield* dropLettersTo(owner, at);
  const cards = yield* forgetInGifts(owner);
  const moves = yield* forgetInMoves(owner);
  const grants = yield* endGrants(owner, reason, cause, at);
  if (email !== null) {
    yield* forgetOrderLinks(email);
    yield* forgetCountsOf(email);
    // What a deletion in progress would erase of the address is erased now, and its owner is written to once.
    const noted = yield* forgetAddress.run(email, owner.until);
    // Nobody is written to again whose data went before.
    if (accountId !== null || letters + cards + moves + grants + noted > 0)
      yield* writeToErased(email, accountId !== null, at);
  }
  if (accountId === null) return { grants, sessions: 0, redemptions: 0 };
  const sessions = (yield* removeSessionsOf(accountId)).length;
  yield* forgetDevicesOf(accountId);
  const redemptions = yield* forgetRedemptions.run(accountId);
  // What was paid twice with an order of this account is paid once now.
  const purchases = (yield* purchasesOf.all(accountId)).map(({ id }) => id);
  yield* changeBuyer(purchases, () => forgetPurchases.run(accountId), at);
  yield* forgetCheckoutsOf(accountId);
  yield* noteErased(accountId, at);
  return { grants, sessions, redemptions };
}

/** The erasures that a database knows of: account deletions in progress, what is kept of the others, and what they emptied. */
export interface KnownErasures {
  pending: readonly Erasure[];
  tombstones: readonly Tombstone[];
  erased: Erased;
}

/** Reads what a database knows of erasures, in one snapshot. */
export function* knownErasures(): Script<KnownErasures> {
  return {
    pending: yield* pendingErasures(),
    tombstones: yield* allTombstones(),
    erased: yield* findErased(),
  };
}

const withAccounts = ['purchases', 'grants', 'redemptions', 'opened_checkouts', 'sessions', 'known_devices'];
const accountsHere = query(
  `${withAccounts.map((table) => `SELECT account_id FROM ${table} WHERE account_id IS NOT NULL`).join(' UNION ')}
   ORDER BY account_id`,
  text,
);

/** The accounts that have data in a restored database, and were deleted in the one before it. */
export function* accountsBack({ tombstones }: KnownErasures): Script<string[]> {
  // A backup of an older version may lack a table of these.
  const here = tombstones.length === 0 ? [] : yield* accountsHere.all();
  return namedBy(tombstones, here);
}

/**
 * Repeats in a restored database the erasures that the one before it knew of, so that nobody's data comes back and what
 * was bought since is not given to an account that no longer exists; those in progress the site finishes. The addresses are
 * not known any more: what waited for them is found by what is empty in the database before. Nobody writes to their owners a
 * second time. Call it inside a transaction that holds the locks of the accounts ({@link accountsBack}).
 * @returns how many accounts had data again
 */
export function* repeatErasures(known: KnownErasures, cause: Cause, at: Date): Script<number> {
  yield* bringTombstones(known.tombstones);
  const back = yield* accountsBack(known);
  for (const accountId of back)
    yield* eraseOwner({ accountId, email: null, until: at }, 'customer_erased', cause, at);
  yield* eraseAgain(known.erased, cause, at);
  for (const erasure of known.pending) yield* note(erasure);
  return back.length;
}
