// A customer's grants, for operators: list with reasons, give without a sale, revoke.

import { recheckRepeats } from '#server/buying/settle-order.ts';
import { isErased } from '#server/identity/erased-accounts.ts';
import type { Owner } from '#server/identity/leaving.ts';
import { ownerLocks } from '#server/ledger/locks.ts';
import { integer, nullable, oneOf, type Row, text, time } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { earlier } from '#server/moments.ts';
import { endClaimLinksOf } from '#server/owning/claim-links.ts';
import { openingGrants } from '#server/owning/gifts.ts';
import { noteGrantEvents } from '#server/owning/grant-history.ts';
import { erasureReasons, type GrantEvent, grantAdventures, historyShape } from '#server/owning/grants.ts';
import { Refusal } from '#server/refusal.ts';
import { isAccountId } from '#shared/account-id.ts';
import { grantSources } from '#shared/api/unlocked-content.ts';
import { checkedReason, checkedUnlock } from './checked-input.ts';
import { identitiesOf } from './customer-identities.ts';
import { keyText, namedCustomer } from './customer-key.ts';
import { carryOut, lookUp, type OperatorNeeds, subjectOf } from './operator-action.ts';

const shape = {
  id: integer,
  adventureId: text,
  accountId: nullable(text),
  email: nullable(text),
  source: oneOf(grantSources),
  /** The checkout session, code or import that it came from; `null` for an operator's. */
  origin: nullable(text),
  grantedAt: time,
  claimedAt: nullable(time),
  withheldReason: nullable(text),
  revokedAt: nullable(time),
  revokedReason: nullable(text),
} as const;

/** A grant with its history. */
export interface GrantRecord extends Row<typeof shape> {
  history: Omit<GrantEvent, 'adventureId'>[];
}

const grantsWhere = (condition: string) =>
  query(
    `SELECT g.id, g.adventure_id, g.account_id, g.email, g.source, g.granted_at, g.claimed_at, g.withheld_reason,
       g.revoked_at, g.revoked_reason, coalesce(p.checkout_session_id, c.code, 'import ' || g.import_id) AS origin
     FROM grants g LEFT JOIN purchases p ON p.id = g.purchase_id LEFT JOIN activation_codes c ON c.id = g.code_id
     WHERE ${condition} ORDER BY g.granted_at, g.id`,
    shape,
  );
const byOwner = grantsWhere('g.email = ? OR g.account_id = ?');
const byNumber = grantsWhere('g.id = ?');
const { adventureId: _, ...ofGrant } = historyShape;
const historyOf = query('SELECT {columns} FROM grant_events WHERE grant_id IN (?*) ORDER BY id', {
  grantId: integer,
  ...ofGrant,
});

/** The grants of a customer, oldest first, with their history. Call it in one snapshot. */
export function* grantsOf({ email, accountId }: Owner): Script<GrantRecord[]> {
  const rows = yield* byOwner.all(email, accountId);
  const history = yield* historyOf.each(rows.map(({ id }) => id));
  const eventsOf = Map.groupBy(history, ({ grantId }) => grantId);
  return rows.map((row) => ({
    ...row,
    history: (eventsOf.get(row.id) ?? []).map(({ grantId: _, ...event }) => event),
  }));
}

/** The grants of a customer, with their history. */
export async function listGrants(needs: OperatorNeeds, typed: string): Promise<GrantRecord[]> {
  const key = await namedCustomer(needs, typed);
  return lookUp(needs, 'grants.list', { subject: subjectOf(keyText(key)) }, () => grantsOf(key));
}

/** One grant, without its history. @throws {Refusal} `not_found` when no grant has this number */
export async function showGrant(needs: OperatorNeeds, grantId: number): Promise<Row<typeof shape>> {
  const about = { subject: `grant ${grantId}` };
  const grant = await lookUp(needs, 'grants.show', about, () => byNumber.get(grantId));
  if (grant) return grant;
  throw new Refusal('not_found', `There is no grant ${grantId}: "grants list" shows a customer's numbers.`);
}

/** In milliseconds. The same grant to the same customer within this time is a retry after a lost answer. */
const sameGiftMs = 10 * 60 * 1000;
const givenSince = query(
  `SELECT id FROM grants WHERE (email = ? OR account_id = ?) AND adventure_id = ? AND source = 'operator'
     AND revoked_at IS NULL AND granted_at >= ? ORDER BY id LIMIT 1`,
  integer,
);

/** @throws {Refusal} `not_found`, and not the refusal of a call by that account: it would sign the operator out */
function* refuseDeleted(accountId: string): Script<void> {
  if (!(yield* isErased(accountId))) return;
  throw new Refusal(
    'not_found',
    `The account ${accountId} was deleted and can be given nothing. If its owner has a new one, name that one or its e-mail address.`,
  );
}

/** @throws {Refusal} when this is no id of the user pool, and no account is known by it: nobody would ever get the grant */
function* refuseUserName(accountId: string): Script<void> {
  if (isAccountId(accountId) || (yield* identitiesOf({ accountId, email: null })).length > 0) return;
  throw new Refusal(
    'not_found',
    `No account is known by the name ${accountId}. Name the e-mail address, or the account id as "customers show" or the user pool has it.`,
  );
}

/**
 * Gives a customer an adventure without a sale. Repeating it within ten minutes returns the same grant (idempotent).
 * @returns the grant's number
 * @throws {Refusal} when the adventure is unknown, there is no reason, the account was erased, or a user name was given that no
 * account is known by
 */
export async function giveGrant(
  needs: OperatorNeeds,
  typed: string,
  adventure: string,
  reason: string,
): Promise<number> {
  const owner = await namedCustomer(needs, typed);
  const adventureId = checkedUnlock(adventure, 'adventure');
  const about = {
    subject: subjectOf(keyText(owner)),
    reason: checkedReason(reason),
    details: { adventureId },
  };
  const locks = ownerLocks(owner.accountId, owner.email);
  return carryOut(needs, 'grants.give', about, locks, function* ({ at, cause, details }) {
    if (owner.accountId !== null) {
      yield* refuseDeleted(owner.accountId);
      yield* refuseUserName(owner.accountId);
    }
    const since = earlier(at, sameGiftMs);
    const before = yield* givenSince.get(owner.email, owner.accountId, adventureId, since);
    const [grant] = before
      ? [before]
      : yield* grantAdventures('operator', [{ adventureId, ...owner, grantedAt: at }], cause, at);
    if (grant === undefined) throw new Error('The grant was not written');
    details['grant'] = grant;
    return grant;
  });
}

// A gift that ended with the account that had opened it is nobody's: taken back, it is its giver's again.
const revoke = query(
  `UPDATE grants SET revoked_at = ?, revoked_reason = 'operator' WHERE id = ? AND (revoked_at IS NULL
     OR (revoked_reason IN (?*) AND purchase_id IN (SELECT purchase_id FROM gifts)))
   RETURNING purchase_id`,
  nullable(integer),
);
const giftSession = query(
  'SELECT checkout_session_id FROM gifts JOIN purchases ON purchases.id = purchase_id WHERE purchase_id = ?',
  text,
);

/**
 * Revokes a grant for good, or until its order is moved to the address that it has. A gift of which all is revoked is its
 * giver's again, who can send it to somebody else, also one that ended with the account that had opened it.
 * @returns the numbers of a gift's other grants, by which it is still opened
 * @throws {Refusal} `not_found` when there is no such grant, or it is revoked already
 */
export async function revokeGrant(needs: OperatorNeeds, grantId: number, reason: string): Promise<number[]> {
  const about = { subject: `grant ${grantId}`, reason: checkedReason(reason) };
  return carryOut(needs, 'grants.revoke', about, [], function* ({ at, cause }) {
    const purchaseId = yield* revoke.get(at, grantId, erasureReasons);
    if (purchaseId === undefined) {
      throw new Refusal('not_found', `There is no grant ${grantId}, or it is revoked already.`);
    }
    yield* noteGrantEvents([grantId], 'revoked', 'operator', cause, at);
    if (purchaseId === null) return [];
    // What its order unlocked makes no other order a double payment any more.
    yield* recheckRepeats(purchaseId, at);
    // Whoever had the gift has its link as well, and must not open it again.
    const gift = yield* giftSession.get(purchaseId);
    if (gift === undefined) return [];
    yield* endClaimLinksOf(gift, at);
    return yield* openingGrants(purchaseId);
  });
}
