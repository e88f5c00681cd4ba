// Everything known about a person, for operators: show and erase.

import { eraseOwner, pendingErasures } from '#server/accounts/erasures.ts';
import { currentSessionsOf, verifiedAddressOf } from '#server/accounts/sessions.ts';
import type { Owner } from '#server/identity/leaving.ts';
import { ownerLocks } from '#server/ledger/locks.ts';
import { flag, type Row, text, time } from '#server/ledger/rows.ts';
import { eachOf, query, type Script } from '#server/ledger/script.ts';
import { Refusal } from '#server/refusal.ts';
import { checkedReason } from './checked-input.ts';
import { type GrantRecord, grantsOf } from './customer-grants.ts';
import { accountsOf, type CustomerIdentity, identitiesOf } from './customer-identities.ts';
import { keyText, namedCustomer } from './customer-key.ts';
import { type Mention, mentionsOf } from './customer-mentions.ts';
import {
  actionsOnGrants,
  carryOut,
  type GrantAction,
  lookUp,
  type OperatorNeeds,
  subjectOf,
} from './operator-action.ts';
import { erasedOrdersOf, type OrderSummary, ordersOf } from './order-summaries.ts';

const redemptionShape = { accountId: text, code: text, campaign: text, redeemedAt: time } as const;

/** Everything known about a person. */
export interface CustomerRecord {
  key: string;
  /** The address that goes with the key ({@link withAddress}); `null` when none is known to. */
  address: string | null;
  /** Accounts and addresses that were ever stored together with the key. */
  identities: CustomerIdentity[];
  orders: OrderSummary[];
  grants: GrantRecord[];
  /** When and why operators gave and revoked them. */
  actions: GrantAction[];
  /** Where the address stands outside of their own orders: gifts and letters to them, and what others' orders keep. */
  mentions: Mention[];
  redemptions: Row<typeof redemptionShape>[];
  /** Browsers that are signed in. */
  sessions: number;
  /** A started account deletion that waits for the identity service. */
  deletionPending: boolean;
}

/** Which data of a person a copy or an erasure is about. */
export interface PersonScope {
  /** Of an address, only what is on no account: whoever has it may be another than the accounts that used it. */
  addressOnly?: boolean | undefined;
}

/**
 * An account with its address: what waits for that is theirs as well. Only the address that it has verified, and only
 * while no other account has used it, which may be a later owner's. An address stays as it is.
 */
function* withAddress(key: Owner): Script<Owner> {
  if (key.accountId === null) return key;
  const email = yield* verifiedAddressOf(key.accountId);
  const users = accountsOf(yield* identitiesOf({ accountId: null, email }));
  return { ...key, email: users.every((id) => id === key.accountId) ? email : null };
}

/** Looks a customer up: everything stored under the address, or about the account and under its address. */
export async function showCustomer(needs: OperatorNeeds, typed: string): Promise<CustomerRecord> {
  const key = await namedCustomer(needs, typed);
  return lookUp(needs, 'customers.show', { subject: subjectOf(keyText(key)) }, () =>
    customerRecord(key, needs.clock()),
  );
}

/**
 * When an operator erases somebody, everything is meant, of any time. The year has four digits because databases compare
 * times as text.
 */
const endOfTime = new Date('9999-12-31T23:59:59.999Z');

/**
 * Whose data an erasure would erase, to be looked at before it.
 * @throws {Refusal} as {@link eraseCustomer}
 */
export async function previewErasure(
  { ledger, clock }: Pick<OperatorNeeds, 'ledger' | 'clock'>,
  typed: string,
  scope: PersonScope = {},
): Promise<CustomerRecord> {
  const key = await namedCustomer({ ledger }, typed);
  return ledger.snapshot(() => personOf(key, clock(), scope));
}

/**
 * Erases a person's data (GDPR article 17): sessions, unlocks, the address and words of gifts and waiting letters to them, and the
 * account's id in payments and codes; of an account also what waits for its address ({@link withAddress}). Payment records stay
 * with their address, as the law on bookkeeping asks. The user at the identity service cannot be deleted from here.
 * @returns what was erased, and other addresses that were seen with the account and under which something is left
 * @throws {Refusal} when the address was used by several accounts or has just come to another one, or nothing is known of
 * it; with `addressOnly` when no address is named, or nothing is known of it but accounts
 */
export async function eraseCustomer(
  needs: OperatorNeeds,
  typed: string,
  reason: string,
  { addressOnly = false }: PersonScope = {},
) {
  const record = await previewErasure(needs, typed, { addressOnly });
  const accountIds = accountsOf(record.identities);
  const about = {
    subject: subjectOf(record.key),
    reason: checkedReason(reason),
    details: { accounts: accountIds, ...(addressOnly && { addressOnly }) },
  };
  const owner = { accountId: accountIds[0] ?? null, email: record.address, until: endOfTime };
  const locks = ownerLocks(owner.accountId, owner.email);
  const counts = await carryOut(needs, 'customers.erase', about, locks, function* ({ at, cause, details }) {
    // An account that has just claimed what waited for the address is not locked, and would keep it.
    const owners = addressOnly ? [] : accountsOf(yield* identitiesOf(owner));
    if (owners.some((id) => !accountIds.includes(id)))
      throw new Refusal('invalid_request', `An account has just come to ${record.key}: look again.`);
    // Afterwards nothing shows any more what addresses the account had.
    const identities = yield* identitiesOf({ accountId: owner.accountId, email: null });
    const erased = yield* eraseOwner(owner, 'customer_erased', cause, at);
    Object.assign(details, erased);
    // Also one that is known only by the link of an order: it may be theirs, and the operator can look.
    const known = new Set(identities.flatMap(({ email }) => email ?? []));
    const otherAddresses: string[] = [];
    for (const email of known)
      if (email !== owner.email && (yield* isAnythingLeft(email))) otherAddresses.push(email);
    return { ...erased, otherAddresses };
  });
  return { accountIds, address: record.address, ...counts, keptOrders: record.orders.length };
}

/**
 * The addresses of a person's accounts that are known to be their own: not those that others may have typed, of orders that only
 * came to them by their link. Call it in one snapshot.
 */
export function* ownAddresses({
  identities,
  grants,
}: Pick<CustomerRecord, 'identities' | 'grants'>): Script<Set<string>> {
  const own = new Set<string>();
  for (const { accountId, email } of identities) {
    if (email === null) continue;
    const ofAddress = grants.filter((grant) => grant.accountId === accountId && grant.email === email);
    const isByLink = ofAddress.length > 0 && ofAddress.every(cameByLink);
    if (!isByLink || (yield* sessionsWithAddress.all(accountId, email)).includes(true)) own.add(email);
  }
  return own;
}
const cameByLink = (grant: GrantRecord): boolean =>
  hasReason(grant, 'claim_link') && !hasReason(grant, 'verified_email');

/** Whether an erasure of an address would take anything that is on no account. */
function* isAnythingLeft(email: string): Script<boolean> {
  const key = { accountId: null, email };
  const isFree = ({ accountId }: { accountId: string | null }) => accountId === null;
  const erased = yield* erasedOrdersOf(email);
  return (
    (yield* grantsOf(key)).some(isFree) ||
    (yield* ordersOf(key)).some((order) => isFree(order) && !erased.has(order.checkoutSessionId)) ||
    (yield* mentionsOf(email)).some(({ what }) => takenMentions.includes(what))
  );
}
const takenMentions: readonly Mention['what'][] = ['gift', 'letter', 'earlier_address'];

const redemptionsOfAccount = query(
  `SELECT account_id, code, campaign, redeemed_at
   FROM redemptions JOIN activation_codes ON activation_codes.id = code_id
   WHERE account_id = ? ORDER BY redeemed_at, redemptions.id`,
  redemptionShape,
);

/**
 * Call it in one snapshot. With `addressOnly` it is without accounts and what is on them; but with orders that came to one only
 * by their link, whose buyer may be another.
 */
function* customerRecord(
  key: Owner,
  at: Date,
  { addressOnly = false }: PersonScope = {},
): Script<CustomerRecord> {
  const isMeant = ({ accountId }: { accountId: string | null }) => !addressOnly || accountId === null;
  const owner = yield* withAddress(key);
  const seen = (yield* identitiesOf(owner)).filter(isMeant);
  const accountIds = accountsOf(seen);
  const keys = [owner, ...accountIds.map((accountId) => ({ accountId, email: null }))];
  const found = distinctBy((yield* eachOf(keys, grantsOf)).flat(), ({ id }) => id);
  const grants = found.filter(isMeant);
  const byLink = new Set(found.filter((grant) => hasReason(grant, 'claim_link')).map(({ origin }) => origin));
  const orders = (yield* eachOf(keys, ordersOf))
    .flat()
    .filter((order) => isMeant(order) || byLink.has(order.checkoutSessionId));
  const redemptions = (yield* eachOf(accountIds, (id) => redemptionsOfAccount.all(id))).flat();
  const sessions = (yield* eachOf(accountIds, (id) => currentSessionsOf(id, at))).flat().length;
  const pending = yield* pendingErasures();
  const own = new Set(orders.map(({ checkoutSessionId }) => checkoutSessionId));
  const mentions = (yield* mentionsOf(owner.email)).filter(
    ({ checkoutSessionId }) => checkoutSessionId === null || !own.has(checkoutSessionId),
  );
  // Whoever was only given something, for example, or whose order is on another's account, is known by nothing else.
  const mentioned = { accountId: null, email: owner.email, username: null };
  return {
    key: keyText(key),
    address: owner.email,
    identities: seen.length === 0 && mentions.length + orders.length > 0 ? [mentioned] : seen,
    orders: distinctBy(orders, ({ checkoutSessionId }) => checkoutSessionId),
    mentions,
    grants,
    actions: yield* actionsOnGrants(grants),
    redemptions,
    sessions,
    deletionPending: pending.some(({ accountId }) => accountIds.includes(accountId)),
  };
}

function distinctBy<T>(items: readonly T[], keyOf: (item: T) => unknown): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

/** The refusal for somebody of whom nothing is stored: mostly the name is not the one that they are stored under. */
export function nothingKnown(key: string): Refusal {
  return new Refusal(
    'not_found',
    `Nothing is known of ${key}. Name the whole address or the account id; a user name finds whoever is signed in on the site, and "orders find" takes a part of an address.`,
  );
}

const sessionsWithAddress = query(
  'SELECT email_verified FROM sessions WHERE account_id = ? AND email = ?',
  flag,
);

/**
 * The record of somebody to whom something is to be done, or whose data goes out. An address may have had several owners;
 * none of them may get or lose what belongs to another. It may also be a typing error, of whoever opened the order's claim
 * link or of an account that has not verified it: then the account is not its owner's. Call it in one snapshot.
 * @throws {Refusal} when there were several, when nothing shows that it is the one account's own, or when nothing is known
 */
export function* onePerson(key: Owner, at: Date): Script<CustomerRecord> {
  const record = yield* customerRecord(key, at);
  yield* requireOnePerson(record);
  return record;
}

/**
 * The record that an export or an erasure is about: {@link onePerson}, or what is on an address alone. That needs no account to
 * be anybody's, so it is never refused for one. Call it in one snapshot.
 * @throws {Refusal} as {@link onePerson}; with `addressOnly` when no address is named, or nothing is known of it but accounts
 */
export function* personOf(key: Owner, at: Date, scope: PersonScope): Script<CustomerRecord> {
  if (!scope.addressOnly) return yield* onePerson(key, at);
  if (key.email === null)
    throw new Refusal('invalid_request', `${keyText(key)} is no e-mail address: of an account all is meant.`);
  const record = yield* customerRecord(key, at, scope);
  if (record.identities.length > 0) return record;
  throw new Refusal('not_found', `Nothing is known of ${key.email} that is on no account.`);
}

/** Whether this was once the reason why a grant changed. */
const hasReason = ({ history }: GrantRecord, wanted: string): boolean =>
  history.some(({ reason }) => reason === wanted);

/** What can be done for whoever has the address, whosever the accounts are. */
const otherwise = 'An export or erasure with "--address-only" takes what is on no account.';

function* requireOnePerson({ key, identities: seen, grants }: CustomerRecord): Script<void> {
  const [account, ...more] = accountsOf(seen);
  if (more.length > 0) {
    throw new Refusal(
      'invalid_request',
      `Several accounts have used ${key}: ${[account, ...more].join(', ')}. Name the account instead. ${otherwise}`,
    );
  }
  if (seen.length === 0) {
    throw nothingKnown(key);
  }
  const ofAddress = grants.filter(({ accountId, email }) => accountId === account && email === key);
  if (account === undefined) return;
  const byLink = ofAddress.filter((grant) => hasReason(grant, 'claim_link'));
  const others = ofAddress.filter((grant) => !byLink.includes(grant));
  const verified = yield* sessionsWithAddress.all(account, key);
  if (verified.includes(true)) return;
  if (others.some((grant) => hasReason(grant, 'verified_email'))) return;
  const look = `and may be somebody else's. Look its address up in the user pool, and name the account if it is theirs. ${otherwise}`;
  if (verified.length > 0)
    throw new Refusal('invalid_request', `${account} has not verified ${key}, ${look}`);
  if (byLink.length > 0 && others.length === 0)
    throw new Refusal('invalid_request', `${account} has an order of ${key} only by its link, ${look}`);
}
