// Export of a person's data (GDPR article 15).

import { type KnownDevice, knownDevicesOf } from '#server/accounts/known-devices.ts';
import { currentSessionsOf } from '#server/accounts/sessions.ts';
import { type OrderQuestion, questionsOf } from '#server/buying/attention.ts';
import { fraudWarningsOf } from '#server/buying/fraud-warnings.ts';
import { type CheckoutOfAccount, checkoutsOf } from '#server/buying/opened-checkouts.ts';
import type { OrderStanding } from '#server/buying/order-facts.ts';
import { movesFrom, type OrderMove, orderMoves } from '#server/buying/purchase-moves.ts';
import { findOrder } from '#server/buying/purchases.ts';
import type { RecordedOrder, Withdrawal } from '#server/buying/records.ts';
import { type Declaration, declaredWith } from '#server/buying/withdrawals.ts';
import { eachOf, type Script } from '#server/ledger/script.ts';
import type { LetterKind } from '#server/outbox/letter-kinds.ts';
import { lettersOfOrder, lettersWaitingFor, type OrderLetter } from '#server/outbox/outbox-report.ts';
import { type GiftCard, giftsFor } from '#server/owning/gifts.ts';
import { accountsOf, identitiesOf } from './customer-identities.ts';
import { keyText, namedCustomer } from './customer-key.ts';
import { type CustomerRecord, ownAddresses, type PersonScope, personOf } from './customers.ts';
import {
  actionsOnAccount,
  actionsOnOrder,
  type DoneAction,
  type GrantAction,
  lookUp,
  type OperatorNeeds,
  subjectOf,
} from './operator-action.ts';
import { erasedOrdersOf, notRecorded, type OrderSummary } from './order-summaries.ts';

/** What of a withdrawal may be somebody else's. */
type ThirdParty = 'name' | 'email' | 'confirmation';

/** Without the name of the operator. */
type Unnamed<T extends { actor: string }> = Omit<T, 'actor'> & { actor: string };

/** An order with everything that happened to it. */
interface OrderCopy extends Omit<RecordedOrder, 'grants' | 'withdrawal'> {
  standing: OrderStanding;
  /** Without name, address and words where somebody else declared it. */
  withdrawal: (Omit<Withdrawal, ThirdParty> & Partial<Pick<Withdrawal, ThirdParty>>) | null;
  /** Its earlier addresses; masked, but for the person's own. */
  moves: OrderMove[];
  /** Early fraud warnings of the card's bank. */
  fraudWarnings: { id: string; isActionable: boolean; asOf: Date }[];
  /** What operators were asked to decide about it. */
  questions: (Omit<OrderQuestion, 'resolvedBy'> & { resolvedBy: string | null })[];
  /** What operators did to it and why, but for its unlocks, which may be others'. */
  actions: Unnamed<DoneAction>[];
  letters: OrderLetter[];
}

/**
 * All stored data of a person, except what gives access: tokens, and the hashes of cookies and links; and except who else is
 * in it: other people who declared a withdrawal, and the names of operators.
 */
interface CustomerCopy extends Omit<CustomerRecord, 'orders' | 'actions' | 'sessions' | 'mentions'> {
  exportedAt: Date;
  orders: OrderCopy[];
  /** What operators did to their unlocks and why. */
  actions: Unnamed<GrantAction>[];
  /** What operators did to their account, and when they looked at it. */
  accountActions: Unnamed<DoneAction>[];
  /** Browsers that are signed in. */
  sessions: { device: string; beganAt: Date; lastUsedAt: Date }[];
  devices: KnownDevice[];
  /** The cards of gifts for them. */
  gifts: GiftCard[];
  /** Withdrawals that they declared from others' orders, and those that an operator had not count. */
  withdrawals: Declaration[];
  /** When orders that had their address moved to another; not which, because they are somebody else's. */
  movedAway: { at: Date }[];
  /** Letters to them that wait, but for those that are with their order. */
  letters: { kind: LetterKind; dueAt: Date }[];
  /** Payment pages that were opened, whether they were paid or not. */
  checkouts: CheckoutOfAccount[];
}

/** The copy, and what the operator is told of it. */
interface Exported {
  copy: CustomerCopy;
  /**
   * Orders of the address that are not in the copy, because their buyer or whoever had opened their link was erased, and somebody
   * is known by the address since.
   */
  leftOut: number;
}

/**
 * Makes the export, for one account only.
 * @throws {Refusal} when the address was used by several accounts, or nothing is known of it; with `addressOnly` when no
 * address is named, or nothing is known of it but accounts
 */
export async function exportCustomer(
  needs: OperatorNeeds,
  typed: string,
  { addressOnly = false }: PersonScope = {},
): Promise<Exported> {
  const key = await namedCustomer(needs, typed);
  const now = needs.clock();
  const about = { subject: subjectOf(keyText(key)), ...(addressOnly && { details: { addressOnly } }) };
  return lookUp(needs, 'customers.export', about, function* () {
    // An order that is somebody else's may be one that they know nothing of.
    const { mentions, ...record } = yield* personOf(key, now, { addressOnly });
    const accountIds = accountsOf(record.identities);
    const erased = yield* erasedOrdersOf(record.address);
    const theirs = record.orders.filter(({ checkoutSessionId }) => !erased.has(checkoutSessionId));
    // Nobody but whoever was erased is known by the address: then what is kept of them is theirs to see.
    const users = accountsOf(yield* identitiesOf({ accountId: null, email: record.address }));
    const isKnownSince = [theirs, users, record.grants, mentions].some((found) => found.length > 0);
    const copied = isKnownSince ? theirs : record.orders;
    // Gifts that they received belong to somebody else's order, which they may know nothing about.
    const own = new Set(copied.map(({ checkoutSessionId }) => checkoutSessionId));
    const addresses = new Set([...(yield* ownAddresses(record)), record.address]);
    const known = { addresses, accountIds, own };
    const orders = yield* eachOf(copied, (summary) => copyOfOrder(summary, known));
    const grants = record.grants.map((grant) => ({
      ...grant,
      ...(grant.source === 'purchase' && !own.has(grant.origin ?? '') && { origin: 'a gift' }),
      history: grant.history.map(unnamed),
    }));
    const isLeftOut = (id: string) => erased.has(id) && !own.has(id);
    const withdrawals = (yield* declaredWith(record.address)).filter(
      ({ voidedAt, checkoutSessionId: id }) => !isLeftOut(id) && (voidedAt !== null || !own.has(id)),
    );
    const movedAway = (yield* movesFrom(record.address))
      .filter(({ checkoutSessionId: id }) => !own.has(id) && !erased.has(id))
      .map(({ at }) => ({ at }));
    const copy: CustomerCopy = {
      ...record,
      exportedAt: now,
      orders,
      grants,
      actions: record.actions.map(unnamed),
      gifts: yield* giftsFor(record.address),
      withdrawals,
      movedAway,
      letters: yield* lettersWaitingFor(record.address),
      sessions: [],
      devices: [],
      checkouts: [],
      accountActions: [],
    };
    for (const accountId of accountIds) {
      copy.accountActions.push(...(yield* actionsOnAccount(accountId)).map(unnamed));
      for (const { device, createdAt: beganAt, lastUsedAt } of yield* currentSessionsOf(accountId, now))
        copy.sessions.push({ device, beganAt, lastUsedAt });
      copy.devices.push(...(yield* knownDevicesOf(accountId)));
      copy.checkouts.push(...(yield* checkoutsOf(accountId)));
    }
    return { copy, leftOut: record.orders.length - copied.length };
  });
}

/** The same change without the name of the operator who made it. */
const unnamed = <T extends { actor: string }>(change: T) => ({
  ...change,
  actor: withoutName(change.actor),
});
const withoutName = (actor: string) => actor.replace(/^operator:.*/s, 'operator');

/** What is known to be the person's own. */
interface Known {
  addresses: ReadonlySet<string | null>;
  accountIds: readonly string[];
  /** The checkout sessions of the orders in the copy. */
  own: ReadonlySet<string>;
}

function* copyOfOrder(
  { checkoutSessionId: id, standing }: OrderSummary,
  { addresses, accountIds, own: copied }: Known,
): Script<OrderCopy> {
  const found = yield* findOrder(id);
  if (!found) throw notRecorded(id);
  // The person's own unlocks have a list of their own; those of a gift name the account of its recipient.
  const { grants: _, withdrawal, purchase, repeats, ...order } = found;
  // Of an order that is on somebody else's account, neither that account nor what else it has.
  const ofTheirs = <T extends { accountId: string | null }>(of: T): T => ({
    ...of,
    accountId: accountIds.find((accountId) => accountId === of.accountId) ?? null,
  });
  const stays = repeats && copied.has(repeats.checkoutSessionId) ? ofTheirs(repeats) : null;
  // Another address may be somebody else's, whom the buyer's typing error named.
  const shown = (email: string) => (addresses.has(email) ? email : subjectOf(email));
  const moves = (yield* orderMoves(id)).map((move) => ({
    ...unnamed(move),
    from: shown(move.from),
    to: shown(move.to),
  }));
  const own = { withdrawal: addresses.has(withdrawal?.email ?? null) ? withdrawal : unsigned(withdrawal) };
  const questions = (yield* questionsOf(id)).map(({ subject, resolvedBy, ...question }) => ({
    ...question,
    subject: question.reason === 'paid_twice' && !copied.has(subject) ? 'another order' : subject,
    resolvedBy: resolvedBy && withoutName(resolvedBy),
  }));
  const done = (yield* actionsOnOrder(id)).filter(({ action }) => action !== 'grants.revoke');
  return {
    fraudWarnings: yield* fraudWarningsOf(purchase.paymentIntentId),
    questions,
    actions: done.map(unnamed),
    standing,
    purchase: ofTheirs(purchase),
    ...order,
    repeats: stays,
    ...own,
    moves,
    letters: yield* lettersOfOrder(id),
  };
}

/** A withdrawal without whoever declared it. */
function unsigned(withdrawal: Withdrawal | null): OrderCopy['withdrawal'] {
  if (!withdrawal) return null;
  const { name: _, email: __, confirmation: ___, ...rest } = withdrawal;
  return rest;
}
