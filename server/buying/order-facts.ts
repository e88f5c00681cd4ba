// What the payment provider reports about an order after payment (refunds, disputes), and the order's state derived from
// it. Facts arrive in any order and any number of times. Only the newest state of each counts, and everything else is
// derived from all of them together, so the order of arrival cannot make a difference.

import { productById } from '#shared/catalogue.ts';
import { currency } from '#shared/money.ts';
import type { RecordedOrder } from './records.ts';

interface Fact {
  id: string;
  paymentIntentId: string;
  /** Refunded or disputed, in öre. */
  amountOre: number;
  /** As the provider calls it; an open set. */
  status: string;
  /**
   * The provider's time of this state, UTC. Used only to decide which of two states is newer: it changes with every
   * look-up.
   */
  asOf: Date;
  /**
   * When the money first counted as returned, as far as this state shows, UTC; `null` if it never did.
   */
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

/**
 * Refund statuses (docs.stripe.com/api/refunds/object#refund_object-status; docs.stripe.com/refunds#failed-refunds: a
 * refund may fail after it succeeded, and the money comes back). `pending` counts: the money has left the shop.
 * `requires_action` does not yet: the buyer still has to say where to send it. The entries are in the order in which
 * statuses can follow each other within a second.
 */
const refundStatuses = new Map<string, 'announced' | 'returned' | 'reinstated'>([
  ['requires_action', 'announced'],
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

const awaitsAnswer = new Set(['warning_needs_response', 'needs_response', 'appeal_needs_response']);

/** Whether `next` is a newer state of the same refund or dispute than `known`. Equal states are not newer. */
export function supersedes(next: PaymentFact, known: PaymentFact): boolean {
  if (next.asOf.getTime() !== known.asOf.getTime()) return next.asOf > known.asOf;
  // Provider times have whole seconds. Within one, statuses only move forward.
  if (rankOf(next) !== rankOf(known)) return rankOf(next) > rankOf(known);
  // Products are named when a refund is made or later, and seldom removed again.
  if (namedBy(next).length !== namedBy(known).length) return namedBy(next).length > namedBy(known).length;
  // Nothing tells which is newer; a fixed choice keeps the result independent of arrival.
  return contentOf(next) > contentOf(known);
}

function namedBy(fact: PaymentFact): readonly string[] {
  return fact.kind === 'refund' ? fact.productIds : [];
}

function rankOf({ kind, status }: PaymentFact): number {
  return [...(kind === 'refund' ? refundStatuses : disputeStatuses).keys()].indexOf(status);
}

/**
 * The days in the books from two states of a refund or dispute, in either order. It first counted, for a refund, at the
 * later time: every state of it has the time when it was made, and only one event shows that it counted later. For a
 * dispute, and for money that came back, the earlier time is right: only events show when this happened, and a state that
 * was read later has the time of reading. An appeal changes nothing until it is won.
 */
export function daysInBooks(next: PaymentFact, known: KnownFact | null): DaysInBooks {
  const newest = known && !supersedes(next, known) ? known : next;
  const counted = inOrder(countsAsReturned(next) ? next.countedAt : null, known?.countedAt);
  const reinstated = inOrder(isReinstated(next) ? next.asOf : null, known?.reinstatedAt);
  return {
    countedAt: (next.kind === 'refund' ? counted.at(-1) : counted[0]) ?? null,
    reinstatedAt: (countsAsReturned(newest) ? null : reinstated[0]) ?? null,
  };
}

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
  return JSON.stringify([fact.status, fact.amountOre, namedBy(fact)]);
}

/** Everything known about a paid order. */
export interface OrderFacts {
  lines: readonly { productId: string; priceOre: number }[];
  /** What was paid, in öre. */
  totalOre: number;
  currency: string;
  refunds: readonly RefundFact[];
  disputes: readonly DisputeFact[];
  /** The buyer's withdrawal, if one was declared. */
  withdrawal: { reference: string; productIds: readonly string[] } | null;
}

/** Why a grant does not count at present. */
export type WithheldReason = 'refunded' | 'product_refunded' | 'dispute_open' | 'dispute_lost';

/** Reasons why a person has to decide. */
export type AttentionReason =
  | 'partial_refund_unassigned'
  | 'partial_dispute'
  | 'dispute_needs_response'
  | 'dispute_prevented'
  | 'unknown_refund_status'
  | 'unknown_dispute_status'
  | 'unknown_product'
  | 'unexpected_total'
  | 'withdrawal_requested'
  | 'paid_twice'
  | 'early_fraud_warning';

export interface Attention {
  reason: AttentionReason;
  /** The id of the refund, dispute, product, withdrawal or earlier order that it is about. */
  subject: string;
}

/** The state of a paid order. `reversed`: the bank gave the money back after a dispute. */
export type OrderStanding = 'paid' | 'partly_refunded' | 'refunded' | 'disputed' | 'reversed';

export interface DerivedOrder {
  standing: OrderStanding;
  /** Refunded or being refunded, in öre; disputes are not counted. */
  refundedOre: number;
  /** Products that were refunded by name. */
  returnedProductIds: ReadonlySet<string>;
  attention: Attention[];
  /** Why this adventure of the order does not count now, or `null` when it does. */
  withheld(adventureId: string): WithheldReason | null;
}

/**
 * Derives an order's state from its facts. A lost dispute or refunds of the whole sum take everything back, an open
 * dispute suspends everything, and a partial refund takes nothing back unless it names its products: the provider's
 * refunds have no lines, and guessing from amounts could take the wrong thing from somebody who paid.
 */
export function deriveOrder(facts: OrderFacts): DerivedOrder {
  const counting = facts.refunds.filter(isOnItsWayBack);
  const refundedOre = counting.reduce((sum, { amountOre }) => sum + amountOre, 0);
  const verdicts = new Set(facts.disputes.map(verdictOf));
  const refundedWhole = refundedOre > 0 && refundedOre >= facts.totalOre;
  const returned = returnedProducts(facts, counting);
  const whole = verdicts.has('lost')
    ? 'dispute_lost'
    : refundedWhole
      ? 'refunded'
      : verdicts.has('open')
        ? 'dispute_open'
        : null;
  const settled = whole === 'dispute_lost' || whole === 'refunded';
  return {
    standing: whole === null ? (refundedOre > 0 ? 'partly_refunded' : 'paid') : standingOfReason[whole],
    refundedOre,
    returnedProductIds: returned,
    attention: [
      ...unknownProducts(facts),
      ...unexpectedTotal(facts),
      ...refundAttention(facts, counting, settled),
      ...facts.disputes.flatMap((dispute) => disputeAttention(facts, dispute)),
      ...withdrawalAttention(facts, returned, settled),
    ],
    withheld: (adventureId) =>
      whole ?? (isReturned(facts, returned, adventureId) ? 'product_refunded' : null),
  };
}

/** The state of a recorded order. */
export const deriveRecorded = ({ purchase, refunds, disputes, withdrawal }: RecordedOrder): DerivedOrder =>
  deriveOrder({ ...purchase, refunds, disputes, withdrawal });

/** Whether the shop has the money of an order and nobody disputes it. */
export const holdsMoney = (standing: OrderStanding): boolean =>
  standing === 'paid' || standing === 'partly_refunded';

/** Whether the money of a refund has left the shop, as far as is known now. */
export const isOnItsWayBack = ({ status }: RefundFact): boolean => refundStatuses.get(status) === 'returned';

const standingOfReason = {
  dispute_lost: 'reversed',
  refunded: 'refunded',
  dispute_open: 'disputed',
} as const;

const verdictOf = ({ status }: DisputeFact) => disputeStatuses.get(status) ?? 'harmless';

/** The order's own products among those that the refunds name. */
function returnedProducts({ lines }: OrderFacts, counting: readonly RefundFact[]): Set<string> {
  const named = new Set(counting.flatMap(({ productIds }) => productIds));
  return new Set(lines.map(({ productId }) => productId).filter((id) => named.has(id)));
}

/** An adventure is lost when a product that unlocks it was refunded and no product that was kept unlocks it too. */
function isReturned({ lines }: OrderFacts, returned: ReadonlySet<string>, adventureId: string): boolean {
  const sources = lines.filter(({ productId }) =>
    productById(productId)?.unlocks.some((unlocked) => unlocked === adventureId),
  );
  return sources.length > 0 && sources.every(({ productId }) => returned.has(productId));
}

function unknownProducts({ lines }: OrderFacts): Attention[] {
  return lines
    .filter(({ productId }) => !productById(productId))
    .map(({ productId }) => ({ reason: 'unknown_product', subject: productId }));
}

/** The total should be the sum of the lines: somebody at the provider made any other sum, or another currency. */
function unexpectedTotal({ lines, totalOre, currency: paidIn }: OrderFacts): Attention[] {
  const expectedOre = lines.reduce((sum, { priceOre }) => sum + priceOre, 0);
  if (totalOre === expectedOre && paidIn === currency) return [];
  return [{ reason: 'unexpected_total', subject: `${totalOre}-${paidIn}` }];
}

function refundAttention(
  { lines, refunds }: OrderFacts,
  counting: readonly RefundFact[],
  settled: boolean,
): Attention[] {
  const sold = new Set(lines.map(({ productId }) => productId));
  const unassigned = counting.filter(
    ({ productIds }) => productIds.length === 0 || productIds.some((id) => !sold.has(id)),
  );
  return [
    ...refunds
      .filter(({ status }) => !refundStatuses.has(status))
      .map(({ id }) => ({ reason: 'unknown_refund_status' as const, subject: id })),
    // With a single product a partial refund takes nothing, and needs no question.
    ...(settled || lines.length < 2 ? [] : unassigned).map(({ id }) => ({
      reason: 'partial_refund_unassigned' as const,
      subject: id,
    })),
  ];
}

function disputeAttention({ totalOre }: OrderFacts, dispute: DisputeFact): Attention[] {
  const { id: subject, status, amountOre } = dispute;
  if (!disputeStatuses.has(status)) return [{ reason: 'unknown_dispute_status', subject }];
  return [
    ...(awaitsAnswer.has(status) ? [{ reason: 'dispute_needs_response' as const, subject }] : []),
    ...(status === 'prevented' ? [{ reason: 'dispute_prevented' as const, subject }] : []),
    ...(verdictOf(dispute) === 'lost' && amountOre < totalOre
      ? [{ reason: 'partial_dispute' as const, subject }]
      : []),
  ];
}

function withdrawalAttention(
  { withdrawal }: OrderFacts,
  returned: ReadonlySet<string>,
  settled: boolean,
): Attention[] {
  if (!withdrawal || settled || withdrawal.productIds.every((id) => returned.has(id))) return [];
  return [{ reason: 'withdrawal_requested', subject: withdrawal.reference }];
}
