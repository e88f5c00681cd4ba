// An order's state, derived from the newest states of its refunds and disputes and from its withdrawal. All of them count
// together, so the order in which they arrived cannot make a difference.

import type { WithheldReason } from '#server/owning/grants.ts';
import type { AttentionReason } from '#shared/attention-reasons.ts';
import { productById } from '#shared/catalogue.ts';
import { currency, sumOf } from '#shared/money.ts';
import { awaitsFunds } from '#shared/refund-words.ts';
import { failedForGood } from './failed-refunds.ts';
import type { PurchaseLine } from './payment-provider.ts';
import type { RecordedOrder } from './records.ts';
import {
  awaitsAnswer,
  type DisputeFact,
  isKnownStatus,
  isOnItsWayBack,
  type KnownRefund,
  type RefundFact,
  verdictOf,
} from './refunds-and-disputes.ts';

/** Everything known about a paid order. */
export interface OrderFacts {
  lines: readonly { productId: string; priceOre: number }[];
  /** What was paid, in öre. */
  totalOre: number;
  currency: string;
  refunds: readonly KnownRefund[];
  disputes: readonly DisputeFact[];
  /** The buyer's withdrawal, if one was declared. */
  withdrawal: { reference: string; productIds: readonly string[] } | null;
}

export interface Attention {
  reason: AttentionReason;
  /** The id of the refund, dispute, product, withdrawal or other order that it is about. */
  subject: string;
}

/** The state of a paid order. `reversed`: the bank gave the money back after a dispute. */
export type OrderStanding = 'paid' | 'partly_refunded' | 'refunded' | 'disputed' | 'reversed';

/** Why nothing of an order counts. */
type WholeReason = Exclude<WithheldReason, 'product_refunded'>;

export interface DerivedOrder {
  standing: OrderStanding;
  /** Refunded or being refunded, in öre; disputes are not counted. */
  refundedOre: number;
  /** Products that were refunded by name. */
  returnedProductIds: ReadonlySet<string>;
  /** Whether the money of what the buyer withdrew from went back; false without a withdrawal. */
  withdrawalPaidBack: boolean;
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
  const refundedOre = sumOf(counting.map(oreOf));
  const verdicts = new Set(facts.disputes.map(verdictOf));
  const lostOre = sumOf(facts.disputes.filter((dispute) => verdictOf(dispute) === 'lost').map(oreOf));
  const refundedWhole = refundedOre > 0 && refundedOre >= facts.totalOre;
  const returned = returnedProducts(facts, counting);
  const whole = reasonForWhole();
  const { withdrawal } = facts;
  const withdrawalPaidBack =
    withdrawal !== null && (settles(whole) || withdrawal.productIds.every((id) => returned.has(id)));
  return {
    standing: standingOf(whole, refundedOre),
    refundedOre,
    returnedProductIds: returned,
    withdrawalPaidBack,
    attention: [
      ...unknownProducts(facts),
      ...unexpectedTotal(facts),
      ...refundAttention(facts, counting, whole),
      ...facts.disputes.flatMap((dispute) =>
        disputeAttention(dispute, facts, facts.totalOre - refundedOre - lostOre),
      ),
      // While the bank looks into the payment, nothing of it can be given back.
      ...(withdrawal && !withdrawalPaidBack && whole === null
        ? [{ reason: 'withdrawal_requested' as const, subject: withdrawal.reference }]
        : []),
    ],
    withheld: (adventureId) =>
      whole ?? (isReturned(facts, returned, adventureId) ? 'product_refunded' : null),
  };

  /** Why nothing of the order counts now, or `null`. What is final comes before what may still change. */
  function reasonForWhole(): WholeReason | null {
    if (verdicts.has('lost')) return 'dispute_lost';
    if (refundedWhole) return 'refunded';
    return verdicts.has('open') ? 'dispute_open' : null;
  }
}

const oreOf = ({ amountOre }: { amountOre: number }): number => amountOre;

/** Whether all of an order's money is gone for good, and not only with the bank for now. */
const settles = (whole: WholeReason | null): boolean => whole === 'dispute_lost' || whole === 'refunded';

/** The state of a recorded order. */
export const deriveRecorded = ({ purchase, refunds, disputes, withdrawal }: RecordedOrder): DerivedOrder =>
  deriveOrder({ ...purchase, refunds, disputes, withdrawal });

/** The lines of an order without those that were refunded by name or withdrawn from. */
export function keptLines(order: RecordedOrder): PurchaseLine[] {
  const { returnedProductIds } = deriveRecorded(order);
  return order.purchase.lines.filter(
    ({ productId: id }) => !returnedProductIds.has(id) && !order.withdrawal?.productIds.includes(id),
  );
}

const standingOfReason: Readonly<Record<WholeReason, OrderStanding>> = {
  dispute_lost: 'reversed',
  refunded: 'refunded',
  dispute_open: 'disputed',
};

/** @param whole why nothing of the order counts, or `null` @param refundedOre in öre */
function standingOf(whole: WholeReason | null, refundedOre: number): OrderStanding {
  if (whole !== null) return standingOfReason[whole];
  return refundedOre > 0 ? 'partly_refunded' : 'paid';
}

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
  const expectedOre = sumOf(lines.map(({ priceOre }) => priceOre));
  if (totalOre === expectedOre && paidIn === currency) return [];
  return [{ reason: 'unexpected_total', subject: `${totalOre}-${paidIn}` }];
}

/** @param whole why nothing of the order counts now, or `null` */
function refundAttention(
  { lines, refunds }: OrderFacts,
  counting: readonly RefundFact[],
  whole: WholeReason | null,
): Attention[] {
  const sold = new Set(lines.map(({ productId }) => productId));
  const unassigned = counting.filter(
    ({ productIds }) => productIds.length === 0 || productIds.some((id) => !sold.has(id)),
  );
  return [
    ...refunds
      .filter((refund) => !isKnownStatus(refund))
      .map(({ id }) => ({ reason: 'unknown_refund_status' as const, subject: id })),
    // What the bank looks into is the bank's to give back: whoever paid it in another way would pay twice.
    ...(whole === null ? failedForGood(refunds) : []).map(({ id }) => ({
      reason: 'refund_failed' as const,
      subject: id,
    })),
    ...refunds
      .filter(({ status }) => status === awaitsFunds)
      .map(({ id }) => ({ reason: 'refund_awaits_funds' as const, subject: id })),
    // With a single product a partial refund takes nothing, and needs no question.
    ...(settles(whole) || lines.length < 2 ? [] : unassigned).map(({ id }) => ({
      reason: 'partial_refund_unassigned' as const,
      subject: id,
    })),
  ];
}

/**
 * A lost dispute was over a part when what is left pays for a product that was not disputed. Less than that is the exchange
 * rate of a foreign card, by which disputes of the whole differ from it (docs.stripe.com/api/disputes/object#dispute_object-amount).
 * @param leftOre of the order's money that neither refunds nor disputes took, in öre
 */
function disputeAttention(
  dispute: DisputeFact,
  { lines, currency: paidIn }: OrderFacts,
  leftOre: number,
): Attention[] {
  const { id: subject, status } = dispute;
  if (!isKnownStatus(dispute)) return [{ reason: 'unknown_dispute_status', subject }];
  return [
    ...(awaitsAnswer(dispute) ? [{ reason: 'dispute_needs_response' as const, subject }] : []),
    ...(status === 'prevented' ? [{ reason: 'dispute_prevented' as const, subject }] : []),
    ...(verdictOf(dispute) === 'lost' && leftOre > 0 && lines.some(({ priceOre }) => priceOre <= leftOre)
      ? [{ reason: 'partial_dispute' as const, subject }]
      : []),
    // Its amount in the order's currency is not known, and all of the order was booked.
    ...(verdictOf(dispute) === 'lost' && dispute.currency !== null && dispute.currency !== paidIn
      ? [{ reason: 'unexpected_total' as const, subject }]
      : []),
  ];
}
