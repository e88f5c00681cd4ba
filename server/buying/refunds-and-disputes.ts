// What the payment provider reports about a payment after it was made: refunds and disputes. Their statuses, which of two
// states is the newer, and their days in the books. States arrive in any order and any number of times; only the newest of
// each counts.

import { currency } from '#shared/money.ts';
import { awaitsCharge, awaitsFunds, awaitsOther } from '#shared/refund-words.ts';

interface Fact {
  id: string;
  paymentIntentId: string;
  /** Refunded or disputed, in öre. */
  amountOre: number;
  /** As the provider calls it, with the reason where it makes a difference; an open set. */
  status: string;
  /**
   * The provider's time of this state, UTC. Used only to decide which of two states is newer: it changes with every
   * look-up.
   */
  asOf: Date;
  /** When the money first counted as returned, as far as this state shows, UTC; `null` if it never did. */
  countedAt: Date | null;
}

/** The state of one refund at one moment. */
export interface RefundFact extends Fact {
  kind: 'refund';
  /** The products that the refund names, sorted; empty when it names none. */
  productIds: readonly string[];
}

/** The state of one dispute at one moment. */
export interface DisputeFact extends Fact {
  kind: 'dispute';
  /**
   * The currency of `amountOre`, which in a foreign one is in that currency's smallest unit. It is the shop's own as soon as the
   * provider says what it has taken of the shop. `null` stands for the order's.
   */
  currency: string | null;
}

export type PaymentFact = RefundFact | DisputeFact;

/** The days of a refund or dispute in the books, UTC. They stay the same however often its state is read again. */
export interface DaysInBooks {
  /** When its money first counted as returned; `null` if it never did. */
  countedAt: Date | null;
  /** When money that counted came back to the shop; `null` if it did not. Without meaning while `countedAt` is `null`. */
  reinstatedAt: Date | null;
}
export type KnownFact = PaymentFact & DaysInBooks;
export type KnownRefund = RefundFact & DaysInBooks;

/**
 * Refund statuses (docs.stripe.com/api/refunds/object#refund_object-status; docs.stripe.com/refunds#failed-refunds: a
 * refund may fail after it succeeded, and the money comes back). `pending` counts: the money has left the shop. Those that
 * wait do not count yet: `requires_action`, because the buyer still has to say where to send it, and `pending` with a reason
 * to wait. The entries are in the order in which statuses can follow each other within a second.
 */
const refundStatuses = new Map<string, 'announced' | 'returned' | 'reinstated'>([
  ['requires_action', 'announced'],
  [awaitsCharge, 'announced'],
  [awaitsFunds, 'announced'],
  [awaitsOther, 'announced'],
  ['pending', 'returned'],
  ['succeeded', 'returned'],
  ['failed', 'reinstated'],
  ['canceled', 'reinstated'],
]);

/**
 * Dispute statuses (docs.stripe.com/api/disputes/object#dispute_object-status). The `warning_…` ones are inquiries: no
 * money has moved, so nothing is taken back (docs.stripe.com/disputes/how-disputes-work#inquiries). `prevented` was
 * settled before it became a dispute, with or without money back (docs.stripe.com/disputes/prevention): the operator
 * decides. Order as above.
 */
const disputeStatuses = new Map<string, 'harmless' | 'open' | 'lost'>([
  ['warning_needs_response', 'harmless'],
  ['warning_under_review', 'harmless'],
  ['warning_closed', 'harmless'],
  ['prevented', 'harmless'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['lost', 'lost'],
  ['appeal_needs_response', 'open'],
  ['appeal_under_review', 'open'],
  ['won', 'harmless'],
]);

const awaiting = new Set(['warning_needs_response', 'needs_response', 'appeal_needs_response']);
/** Whether the shop has to answer a dispute or inquiry. */
export const awaitsAnswer = ({ status }: DisputeFact): boolean => awaiting.has(status);

const statusesOf = ({ kind }: PaymentFact): ReadonlyMap<string, unknown> =>
  kind === 'refund' ? refundStatuses : disputeStatuses;
/** Whether the status is one of the provider's that this shop knows. */
export const isKnownStatus = (fact: PaymentFact): boolean => statusesOf(fact).has(fact.status);

/** Whether `next` is a newer state of the same refund or dispute than `known`. Equal states are not newer. */
export function supersedes(next: PaymentFact, known: PaymentFact): boolean {
  if (next.asOf.getTime() !== known.asOf.getTime()) return next.asOf > known.asOf;
  // Provider times have whole seconds. Within one, statuses only move forward.
  if (rankOf(next) !== rankOf(known)) return rankOf(next) > rankOf(known);
  // Products are named when a refund is made or later, and seldom removed again.
  if (namedBy(next).length !== namedBy(known).length) return namedBy(next).length > namedBy(known).length;
  // What was taken of the shop is known from then on.
  if (isInShopCurrency(next) !== isInShopCurrency(known)) return isInShopCurrency(next);
  // Nothing tells which is newer; a fixed choice keeps the result independent of arrival.
  return contentOf(next) > contentOf(known);
}

function namedBy(fact: PaymentFact): readonly string[] {
  return fact.kind === 'refund' ? fact.productIds : [];
}

const currencyOf = (fact: PaymentFact): string | null => (fact.kind === 'dispute' ? fact.currency : null);
const isInShopCurrency = (fact: PaymentFact): boolean => currencyOf(fact) === currency;

function rankOf(fact: PaymentFact): number {
  return [...statusesOf(fact).keys()].indexOf(fact.status);
}

/**
 * The days in the books, from two states of a refund or dispute in either order:
 * - A refund counts from the later of two times. Every state has the time when it was made; only one event, or a state in which
 *   it was announced, shows that it counted later.
 * - A dispute counts from the earlier one, and so does money that came back. Only events have the time when that happened; a
 *   state that was read later has the time of reading.
 * - An appeal changes nothing until it is won.
 */
export function daysInBooks(next: PaymentFact, known: KnownFact | null): DaysInBooks {
  const newest = known && !supersedes(next, known) ? known : next;
  const counted = inOrder(countsAsReturned(next) ? next.countedAt : null, known?.countedAt);
  const last = inOrder(...counted, announcedAt(next), known && announcedAt(known)).at(-1);
  const reinstated = inOrder(isReinstated(next) ? next.asOf : null, known?.reinstatedAt);
  return {
    countedAt: (next.kind === 'refund' && counted.length > 0 ? last : counted[0]) ?? null,
    reinstatedAt: (countsAsReturned(newest) ? null : reinstated[0]) ?? null,
  };
}

const announcedAt = (fact: PaymentFact): Date | null =>
  fact.kind === 'refund' && isAnnounced(fact) ? fact.asOf : null;

const inOrder = (...times: (Date | null | undefined)[]): Date[] =>
  times.filter((time) => time instanceof Date).sort((one, other) => one.getTime() - other.getTime());

/** Whether a refund or dispute in this state counts as returned in the books. */
const countsAsReturned = (fact: PaymentFact): boolean =>
  fact.kind === 'refund' ? isOnItsWayBack(fact) : verdictOf(fact) === 'lost';

/** Whether money that counted as returned is the shop's again in this state (docs.stripe.com/disputes: funds reinstated). */
const isReinstated = ({ kind, status }: PaymentFact): boolean =>
  kind === 'refund' ? refundStatuses.get(status) === 'reinstated' : status === 'won';

/** Everything in a fact except its times. */
export function contentOf(fact: PaymentFact): string {
  return JSON.stringify([fact.status, fact.amountOre, namedBy(fact), currencyOf(fact)]);
}

/** Whether the money of a refund has left the shop, as far as is known now. */
export const isOnItsWayBack = ({ status }: RefundFact): boolean => refundStatuses.get(status) === 'returned';
/** Whether the money of a refund will leave the shop, once something happens that it waits for. */
export const isAnnounced = ({ status }: RefundFact): boolean => refundStatuses.get(status) === 'announced';

/** What a dispute's status means for the order; `harmless` also for one that is not known. */
export const verdictOf = ({ status }: DisputeFact) => disputeStatuses.get(status) ?? 'harmless';
