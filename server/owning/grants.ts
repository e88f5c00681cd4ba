// Grants (entitlements): who owns which adventure, and why. A grant belongs to an account, or waits for the verified
// owner of an e-mail address. It is in effect unless it is revoked (for good) or withheld (as long as its order's refunds
// or disputes require it).

import type { Cause } from '#server/identity/cause.ts';
import { atAddressSince, type Leaving, type Owner } from '#server/identity/leaving.ts';
import { flag, integer, nullable, type Row, text, time, word } from '#server/ledger/rows.ts';
import { command, type Expression, query, type Script } from '#server/ledger/script.ts';
import type { GrantSource } from '#shared/api/unlocked-content.ts';
import { type GrantChange, noteGrantEvents } from './grant-history.ts';
import { inEffect } from './in-effect.ts';

// An order has one grant of each adventure: what was revoked is granted anew in its place, and stays withheld as it is.
const insertGrants = query(
  `INSERT INTO grants
     (adventure_id, account_id, email, source, purchase_id, code_id, import_id, granted_at, claimed_at)
   VALUES ?*
   ON CONFLICT (purchase_id, adventure_id) WHERE purchase_id IS NOT NULL DO UPDATE
     SET account_id = excluded.account_id, email = excluded.email, granted_at = excluded.granted_at,
       claimed_at = excluded.claimed_at, revoked_at = NULL, revoked_reason = NULL
     WHERE grants.revoked_at IS NOT NULL
   RETURNING id`,
  integer,
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

/** Grants adventures; those that an order unlocked before, anew. @returns the grants' numbers */
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
  const granted = yield* insertGrants.each(rows);
  yield* noteGrantEvents(granted, 'granted', source, cause, at);
  return granted;
}

const adventuresOfAccount = query(
  `SELECT adventure_id FROM grants WHERE account_id = ? AND ${inEffect()}`,
  text,
);

/** The adventures that an account owns now, inside a transaction. */
export const adventuresOf = (accountId: string): Script<string[]> => adventuresOfAccount.all(accountId);

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

/** The owner of such a grant was erased; every other one has an account or waits for an address. */
export const isErasedGrant: Expression = 'account_id IS NULL AND email IS NULL';

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
  return yield* endThese(grants, reason, cause, at);
}

function* endThese(
  grants: readonly { id: number; isActive: boolean }[],
  reason: ErasureReason,
  cause: Cause,
  at: Date,
): Script<number> {
  const active = grants.filter(({ isActive }) => isActive).map(({ id }) => id);
  yield* noteGrantEvents(active, 'revoked', reason, cause, at);
  for (const { id } of grants) yield* endGrant.run(at, reason, id);
  return grants.length;
}

const isOwned = `NOT (${isErasedGrant})`;
const ownedOfOrder = query(
  `SELECT id, revoked_at IS NULL AS is_active FROM grants WHERE purchase_id = ? AND ${isOwned}
   ORDER BY id FOR NO KEY UPDATE`,
  { id: integer, isActive: flag },
);
const erasedShape = { id: integer, adventureId: text, grantedAt: time } as const;
/** A grant whose owner was erased. Its number, adventure and time together are the same in a backup. */
export type ErasedGrant = Row<typeof erasedShape>;
const erasedOutsideOrders = query(
  `SELECT {columns} FROM grants WHERE purchase_id IS NULL AND ${isErasedGrant}`,
  erasedShape,
);
const ownedOutsideOrders = query(
  `SELECT id, adventure_id, granted_at, revoked_at IS NULL AS is_active FROM grants
   WHERE id IN (?*) AND purchase_id IS NULL AND ${isOwned} ORDER BY id FOR NO KEY UPDATE`,
  { ...erasedShape, isActive: flag },
);

/** Ends what an order unlocks, as {@link endGrants} does for its owner. */
export function* endGrantsOfOrder(purchaseId: number, reason: ErasureReason, cause: Cause, at: Date) {
  return yield* endThese(yield* ownedOfOrder.all(purchaseId), reason, cause, at);
}

/** Grants without an order whose owner was erased. */
export const erasedGrantsOutsideOrders = (): Script<ErasedGrant[]> => erasedOutsideOrders.all();

/** Ends grants without an order that were erased in another state of this database. */
export function* endErasedGrants(
  erased: readonly ErasedGrant[],
  reason: ErasureReason,
  cause: Cause,
  at: Date,
): Script<number> {
  const keyOf = ({ id, adventureId, grantedAt }: ErasedGrant) =>
    `${id} ${adventureId} ${grantedAt.toISOString()}`;
  const keys = new Set(erased.map(keyOf));
  const owned = yield* ownedOutsideOrders.each(erased.map(({ id }) => id));
  return yield* endThese(
    owned.filter((grant) => keys.has(keyOf(grant))),
    reason,
    cause,
    at,
  );
}

/** Why a grant does not count at present. */
export type WithheldReason = 'refunded' | 'product_refunded' | 'dispute_open' | 'dispute_lost';

const withheldReason = nullable(word<WithheldReason>());
const orderGrantShape = {
  id: integer,
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

// Those that were revoked go along, or the order would still be half on its old account, or half erased.
const moveGrants = query(
  'UPDATE grants SET email = ?, account_id = NULL, claimed_at = NULL WHERE purchase_id = ? RETURNING id',
  integer,
);

/** Makes the grants of a purchase wait for the owner of another address. */
export function* moveGrantsTo(email: string, purchaseId: number, cause: Cause, at: Date): Script<void> {
  const moved = yield* moveGrants.all(email, purchaseId);
  yield* noteGrantEvents(moved, 'moved', 'other_address', cause, at);
}
