import type { OperatorStore } from '#server/ledger/operator-store.ts';
import { Refusal } from '#server/refusal.ts';
import { adventureIds, isAdventureId } from '#shared/unlocks.ts';
import { actionBy, type OperatorNeeds, subjectOf } from './operator-action.ts';
import { checkedEmail, checkedReason } from './operator-orders.ts';
import type { CustomerIdentity, CustomerKey, GrantRecord, OrderSummary } from './records.ts';

/** Everything known of a person. */
export interface CustomerRecord {
  key: string;
  /** Accounts and addresses that were ever seen together with the key. */
  identities: CustomerIdentity[];
  orders: OrderSummary[];
  grants: GrantRecord[];
  redemptions: { accountId: string; code: string; campaign: string; redeemedAt: Date }[];
  /** An account deletion that has begun and waits for the identity service. */
  deletionPending: boolean;
}

/**
 * A customer as they are named: an e-mail address, or the account's id at the identity service.
 * @throws {Refusal} when an address is none
 */
function customerKey(typed: string): CustomerKey {
  if (typed.includes('@')) return { email: checkedEmail(typed) };
  const accountId = typed.trim();
  if (accountId === '') throw new Refusal('invalid_request', 'Name an e-mail address or an account id.');
  return { accountId };
}

/** Looks a customer up: everything known under the address, or of the account. */
export async function showCustomer(needs: OperatorNeeds, typed: string): Promise<CustomerRecord> {
  const record = await customerRecord(needs.store, customerKey(typed));
  await needs.store.noteAction(actionBy(needs, 'customers.show', { subject: subjectOf(record.key) }));
  return record;
}

/**
 * The copy of their data that a person may ask for (GDPR article 15). It is made for one account only.
 * @throws {Refusal} when the address was used by several accounts, or nothing is known of it
 */
export async function exportCustomer(
  needs: OperatorNeeds,
  typed: string,
): Promise<
  CustomerRecord & {
    exportedAt: Date;
    withdrawals: object[];
  }
> {
  const key = customerKey(typed);
  const record = await customerRecord(needs.store, key);
  requireOnePerson(record);
  const recorded = await Promise.all(
    record.orders.map(({ checkoutSessionId }) => needs.store.findOrder(checkoutSessionId)),
  );
  const withdrawals = recorded.flatMap((order) => (order?.withdrawal ? [order.withdrawal] : []));
  await needs.store.noteAction(actionBy(needs, 'customers.export', { subject: subjectOf(record.key) }));
  return { ...record, exportedAt: needs.clock(), withdrawals };
}

/**
 * Erases what is held about a person (GDPR article 17): sessions, unlocks, links from payments and codes to the account.
 * Payment records stay with their address, as the law on bookkeeping asks. The user at the identity service is not
 * ours to delete from here.
 * @throws {Refusal} when the address was used by several accounts, or nothing is known of it
 */
export async function eraseCustomer(
  needs: OperatorNeeds,
  typed: string,
  reason: string,
): Promise<{
  accountIds: string[];
  grants: number;
  sessions: number;
  redemptions: number;
  keptOrders: number;
}> {
  const key = customerKey(typed);
  const record = await customerRecord(needs.store, key);
  requireOnePerson(record);
  const accountIds = accountsOf(record);
  const action = actionBy(needs, 'customers.erase', {
    subject: subjectOf(record.key),
    reason: checkedReason(reason),
    details: { accounts: accountIds },
  });
  const emails = 'email' in key ? [key.email] : [];
  const counts = await needs.store.eraseCustomer({ emails, accountIds }, action);
  return { accountIds, ...counts, keptOrders: record.orders.length };
}

/** The grants of a customer, with what happened to them. */
export async function listGrants(needs: OperatorNeeds, typed: string): Promise<GrantRecord[]> {
  const key = customerKey(typed);
  const grants = await needs.store.grantsOf(key);
  await needs.store.noteAction(actionBy(needs, 'grants.list', { subject: subjectOf(textOf(key)) }));
  return grants;
}

/**
 * Gives a customer an adventure without a sale.
 * @returns the grant's number
 * @throws {Refusal} when the adventure is unknown or there is no reason
 */
export function giveGrant(
  needs: OperatorNeeds,
  typed: string,
  adventureId: string,
  reason: string,
): Promise<number> {
  const key = customerKey(typed);
  if (!isAdventureId(adventureId)) {
    throw new Refusal(
      'invalid_request',
      `Nothing is called ${adventureId}: ${adventureIds.join(', ')}.`,
      'adventure',
    );
  }
  const action = actionBy(needs, 'grants.give', {
    subject: subjectOf(textOf(key)),
    reason: checkedReason(reason),
    details: { adventureId },
  });
  return needs.store.giveGrant(key, adventureId, action);
}

/**
 * Takes a grant away for good.
 * @throws {Refusal} `not_found` when there is none of this number that still counts
 */
export async function revokeGrant(needs: OperatorNeeds, grantId: number, reason: string): Promise<void> {
  const action = actionBy(needs, 'grants.revoke', {
    subject: `grant ${grantId}`,
    reason: checkedReason(reason),
  });
  if (!(await needs.store.revokeGrant(grantId, action))) {
    throw new Refusal('not_found', `There is no grant ${grantId}, or it is revoked already.`);
  }
}

async function customerRecord(store: OperatorStore, key: CustomerKey): Promise<CustomerRecord> {
  const identities = await store.identitiesOf(key);
  const accountIds = [
    ...new Set(identities.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]))),
  ];
  const keys: CustomerKey[] =
    'email' in key ? [key, ...accountIds.map((accountId) => ({ accountId }))] : [key];
  const orders = (await Promise.all(keys.map((each) => store.ordersOf(each)))).flat();
  const grants = (await Promise.all(keys.map((each) => store.grantsOf(each)))).flat();
  const redemptions = await Promise.all(
    accountIds.map(async (accountId) =>
      (await store.redemptionsOf(accountId)).map((redemption) => ({ accountId, ...redemption })),
    ),
  );
  const pending = await store.pendingErasures();
  return {
    key: textOf(key),
    identities,
    orders: distinctBy(orders, ({ checkoutSessionId }) => checkoutSessionId),
    grants: distinctBy(grants, ({ id }) => id),
    redemptions: redemptions.flat(),
    deletionPending: pending.some(({ accountId }) => accountIds.includes(accountId)),
  };
}

function distinctBy<T>(items: readonly T[], keyOf: (item: T) => unknown): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

function textOf(key: CustomerKey): string {
  return 'email' in key ? key.email : key.accountId;
}

function accountsOf({ identities }: CustomerRecord): string[] {
  return [...new Set(identities.flatMap(({ accountId }) => (accountId === null ? [] : [accountId])))];
}

/** An address may have had several owners; one of them must not get or lose what is the other's. */
function requireOnePerson(record: CustomerRecord): void {
  const accounts = accountsOf(record);
  if (accounts.length > 1) {
    throw new Refusal(
      'invalid_request',
      `Several accounts have used ${record.key}: ${accounts.join(', ')}. Name the account instead.`,
    );
  }
  const known = record.identities.length + record.orders.length + record.grants.length;
  if (known === 0) throw new Refusal('not_found', `Nothing is known of ${record.key}.`);
}
