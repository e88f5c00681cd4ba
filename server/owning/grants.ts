// Grants (entitlements): who owns which adventure, and why. A grant belongs to an account, or waits for the verified
// owner of an e-mail address. It is in effect unless it is revoked (for good) or withheld (as long as its order's refunds
// or disputes require it).

import { refuseErased } from '#server/accounts/erased-accounts.ts';
import { type Account, verifiedEmailOf } from '#server/accounts/identity-provider.ts';
import { atAddressSince } from '#server/buying/at-address.ts';
import type { WithheldReason } from '#server/buying/order-facts.ts';
import type { Cause } from '#server/buying/records.ts';
import { changeBuyer } from '#server/buying/settle-order.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { ownerLocks } from '#server/ledger/locks.ts';
import { flag, integer, nullable, oneOf, type Row, text, time, word } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { type GrantSource, grantSources } from '#shared/api/unlocked-content.ts';
import { type GrantChange, noteGrantEvents } from './grant-history.ts';
import { inEffect } from './in-effect.ts';

/** The cause of changes that the account itself makes. */
export const byAccount: Cause = { by: 'account', event: null };

/** A person, by account, by address, or by both. */
export interface Owner {
  accountId: string | null;
  email: string | null;
}

/**
 * A person who is to be erased. Data that is linked to them only by the address is erased if it was there at `until`.
 * Later data may belong to somebody who bought as a guest after the account was deleted.
 */
export interface Leaving extends Owner {
  until: Date;
}

const insertGrants = query(
  `INSERT INTO grants
     (adventure_id, account_id, email, source, purchase_id, code_id, import_id, granted_at, claimed_at)
   VALUES ?* RETURNING {columns}`,
  { id: integer },
);

/** A grant to be made, and its source. While there is no account, it waits for the owner of the address. */
interface NewGrant extends Owner {
  adventureId: string;
  purchaseId?: number;
  codeId?: number;
  importId?: number;
  /** When it took effect: for a purchase, the time of payment. */
  grantedAt: Date;
}

/** Grants adventures. @returns the grants' numbers */
export function* grantAdventures(
  source: GrantSource,
  grants: readonly NewGrant[],
  cause: Cause,
  at: Date,
): Script<number[]> {
  const rows = grants.map(({ purchaseId = null, codeId = null, importId = null, ...grant }) => [
    ...[grant.adventureId, grant.accountId, grant.email, source, purchaseId, codeId, importId],
    ...[grant.grantedAt, grant.accountId === null ? null : at],
  ]);
  const granted = (yield* insertGrants.each(rows)).map(({ id }) => id);
  yield* noteGrantEvents(granted, 'granted', source, cause, at);
  return granted;
}

/** The locks for claiming and for everything that depends on it. */
export const claimLocks = (account: Account): string[] => ownerLocks(account.id, verifiedEmailOf(account));

const somethingWaits = query('SELECT 1 AS waits FROM grants WHERE email = ? AND account_id IS NULL LIMIT 1', {
  waits: flag,
});
const claimGrants = query(
  `UPDATE grants SET account_id = ?, claimed_at = ? WHERE email = ? AND account_id IS NULL RETURNING {columns}`,
  { id: integer, purchaseId: nullable(integer) },
);
const putOnAccount = command('UPDATE purchases SET account_id = ? WHERE id = ? AND account_id IS NULL');

/** Puts an order that is on no account on this one. */
export const claimPurchase = (purchaseId: number, accountId: string, at: Date): Script<number> =>
  changeBuyer(purchaseId, () => putOnAccount.run(accountId, purchaseId), at);

/**
 * Claims for an account what waits for its verified address, in a transaction that holds its {@link claimLocks}: it stays
 * with the account when the address changes, and never goes to a later owner of the address.
 * @throws {Refusal} `unauthorized` for an account that was erased
 */
export function* claimWaiting(account: Account, at: Date): Script<void> {
  yield* refuseErased(account.id);
  const email = verifiedEmailOf(account);
  if (email === null) return;
  const claimed = (yield* claimGrants.all(account.id, at, email)).toSorted((a, b) => a.id - b.id);
  yield* noteGrantEvents(
    claimed.map(({ id }) => id),
    'claimed',
    'verified_email',
    byAccount,
    at,
  );
  // Found through its grants, not by its address: purchases of an erased account keep their address, which may have a
  // new owner.
  const purchases = new Set(claimed.flatMap(({ purchaseId }) => purchaseId ?? []));
  for (const id of purchases) yield* claimPurchase(id, account.id, at);
}

/** Claims in a transaction of its own if something waits; nearly every call finds nothing and writes nothing. */
export async function claimIfAnythingWaits(ledger: Ledger, account: Account, at: Date): Promise<void> {
  // Without an address nothing waits: in SQL, NULL equals nothing.
  if (!(await ledger.read(() => somethingWaits.get(verifiedEmailOf(account))))) return;
  await ledger.write(claimLocks(account), () => claimWaiting(account, at));
}

const grantShape = { adventureId: text, source: oneOf(grantSources), grantedAt: time } as const;
/** What an account owns. */
export type Grant = Row<typeof grantShape>;
// One query for what is owned and what waits: this is the most frequent call, and there is nearly never anything to
// claim. Sorting a few rows here takes a tenth of the time that SQLite needs to set up a sort.
const ownedOrWaiting = query(
  `SELECT id, adventure_id, source, granted_at, FALSE AS waits FROM grants
     WHERE account_id = ? AND ${inEffect()}
   UNION ALL SELECT id, adventure_id, source, granted_at, TRUE FROM grants WHERE email = ? AND account_id IS NULL`,
  { id: integer, ...grantShape, waits: flag },
);

/**
 * What an account owns now, oldest first. With a verified address, whatever waits for that address is claimed first.
 * @throws {Refusal} `unauthorized` for an account that was erased
 */
export async function ownedGrants(ledger: Ledger, account: Account, at: Date): Promise<Grant[]> {
  const look = () => ledger.read(() => ownedOrWaiting.all(account.id, verifiedEmailOf(account)));
  let found = await look();
  if (found.some(({ waits }) => waits)) {
    await ledger.write(claimLocks(account), () => claimWaiting(account, at));
    found = await look();
  }
  // An erased account owns nothing, so an account with grants needs no look-up of erased accounts.
  if (found.length === 0) await ledger.read(() => refuseErased(account.id));
  return found
    .filter(({ waits }) => !waits)
    .sort((a, b) => a.grantedAt.getTime() - b.grantedAt.getTime() || a.id - b.id)
    .map(({ adventureId, source, grantedAt }) => ({ adventureId, source, grantedAt }));
}

const adventuresOfAccount = query(`SELECT {columns} FROM grants WHERE account_id = ? AND ${inEffect()}`, {
  adventureId: text,
});

/** The adventures that an account owns now, inside a transaction. */
export function* adventuresOf(accountId: string): Script<string[]> {
  return (yield* adventuresOfAccount.all(accountId)).map(({ adventureId }) => adventureId);
}

const grantsOfOwner = query(
  `SELECT id, revoked_at IS NULL AS is_active FROM grants
   WHERE account_id = ?
     OR (account_id IS NULL AND email = ? AND coalesce(${atAddressSince('grants.purchase_id')}, granted_at) <= ?)
   ORDER BY id FOR NO KEY UPDATE`,
  { id: integer, isActive: flag },
);
const endGrant = command(
  `UPDATE grants SET account_id = NULL, email = NULL,
     revoked_at = coalesce(revoked_at, ?), revoked_reason = coalesce(revoked_reason, ?) WHERE id = ?`,
);

/** Why a grant lost its owner: the account was deleted, or an operator erased the person. */
export const erasureReasons = ['account_deleted', 'customer_erased'] as const;
export type ErasureReason = (typeof erasureReasons)[number];

/**
 * Ends what an account owns and what waits for an address, and removes both from the rows. Call it inside a transaction
 * that holds their locks.
 * @returns how many grants lost their owner, including those revoked before
 */
export function* endGrants(owner: Leaving, reason: ErasureReason, cause: Cause, at: Date): Script<number> {
  const grants = yield* grantsOfOwner.all(owner.accountId, owner.email, owner.until);
  const active = grants.filter(({ isActive }) => isActive).map(({ id }) => id);
  yield* noteGrantEvents(active, 'revoked', reason, cause, at);
  for (const { id } of grants) yield* endGrant.run(at, reason, id);
  return grants.length;
}

const withheldReason = nullable(word<WithheldReason>());
const orderGrantShape = {
  adventureId: text,
  accountId: nullable(text),
  withheldReason,
  revokedReason: nullable(text),
  grantedAt: time,
} as const;
/** A grant of an order with its state. */
export type OrderGrant = Row<typeof orderGrantShape>;
const grantsOfOrder = query(
  'SELECT {columns} FROM grants WHERE purchase_id = ? ORDER BY id',
  orderGrantShape,
);
/** The grants of an order, oldest first. */
export const grantsOf = (purchaseId: number): Script<OrderGrant[]> => grantsOfOrder.all(purchaseId);
export const historyShape = {
  adventureId: text,
  what: word<GrantChange>(),
  reason: text,
  actor: text,
  eventId: nullable(text),
  at: time,
} as const;
/** One change of a grant. */
export type GrantEvent = Row<typeof historyShape>;
const historyOfOrder = query(
  `SELECT adventure_id, what, reason, actor, event_id, at
   FROM grant_events JOIN grants ON grants.id = grant_id JOIN purchases ON purchases.id = purchase_id
   WHERE checkout_session_id = ? ORDER BY grant_events.id`,
  historyShape,
);

/** What happened to the grants of an order, oldest first. */
export const grantHistory = (checkoutSessionId: string): Script<GrantEvent[]> =>
  historyOfOrder.all(checkoutSessionId);

const grantsOfPurchase = query(
  'SELECT {columns} FROM grants WHERE purchase_id = ? ORDER BY adventure_id COLLATE "C" FOR NO KEY UPDATE',
  { id: integer, adventureId: text, withheldReason },
);
const withhold = command('UPDATE grants SET withheld_at = ?, withheld_reason = ? WHERE id = ?');

/**
 * Withholds and restores the grants of a purchase, as its facts require. @param reasonFor why an adventure is withheld,
 * or `null`
 */
export function* withholdGrants(
  purchaseId: number,
  reasonFor: (adventureId: string) => WithheldReason | null,
  cause: Cause,
  at: Date,
): Script<void> {
  for (const { id, adventureId, withheldReason: before } of yield* grantsOfPurchase.all(purchaseId)) {
    const reason = reasonFor(adventureId);
    if (reason === before) continue;
    yield* withhold.run(reason === null ? null : at, reason, id);
    const what = reason === null ? 'restored' : reason === 'dispute_open' ? 'suspended' : 'taken_back';
    yield* noteGrantEvents([id], what, reason ?? `no_longer_${before}`, cause, at);
  }
}

// Those that an operator revoked go along, or the order would still be half on its old account. Only erased ones have no
// address.
const moveGrants = query(
  `UPDATE grants SET email = ?, account_id = NULL, claimed_at = NULL
   WHERE purchase_id = ? AND email IS NOT NULL RETURNING {columns}`,
  { id: integer },
);

/** Makes the grants of a purchase wait for the owner of another address. */
export function* moveGrantsTo(email: string, purchaseId: number, cause: Cause, at: Date): Script<void> {
  const moved = (yield* moveGrants.all(email, purchaseId)).map(({ id }) => id);
  yield* noteGrantEvents(moved, 'moved', 'other_address', cause, at);
}
