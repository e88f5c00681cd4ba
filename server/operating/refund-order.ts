// An operator refunds an order, or says what a refund was for.

import { randomUUID } from 'node:crypto';
import { openAttention } from '#server/buying/attention.ts';
import { deriveRecorded } from '#server/buying/order-facts.ts';
import { PaymentKeyRefused, type PurchaseLine, type RefundedPart } from '#server/buying/payment-provider.ts';
import { findOrder } from '#server/buying/purchases.ts';
import type { RecordedOrder } from '#server/buying/records.ts';
import { isAnnounced } from '#server/buying/refunds-and-disputes.ts';
import { resyncOrder } from '#server/buying/resync-order.ts';
import { Refusal } from '#server/refusal.ts';
import type { AnsweredQuestion, RefundScope } from '#shared/api/operator-orders.ts';
import { holdsMoney } from '#shared/holds-money.ts';
import { sumOf } from '#shared/money.ts';
import { refundWaitsText } from '#shared/refund-words.ts';
import { checkedReason } from './checked-input.ts';
import { noteAction, noteAttempt } from './operator-action.ts';
import type { OperatorOrderNeeds } from './operator-orders.ts';
import { nothingOpen, notRecorded, recordedOrder } from './order-summaries.ts';

/** By an order's standing, what to do about money that cannot be given back from here. */
const whatInstead: Readonly<Record<string, string>> = {
  disputed:
    ' Answer or accept the dispute at the payment provider, and refund nothing there: the buyer would have the money twice.',
  reversed: ' The bank has given it back to the buyer.',
};

/** Why something is done at an order, and the open question about it that this answers, if it does. */
interface Decision {
  reason: string;
  answers?: AnsweredQuestion | undefined;
}

/** On record of a refund that was asked for without an answer. */
const unknownOutcome = 'the payment provider did not answer: whether it was refunded is not known';

/**
 * Refunds an order, and records the payment provider's answer, which ends what was unlocked for the money. Idempotent:
 * repeating it, or two operators at once, refunds once, also when what they refund is not quite the same.
 * @param decision `what` is everything that was not refunded yet, what the buyer withdrew from, or products of the order by their ids
 * @returns the provider's refund, in öre of the order's currency, and the order's invoice, which a refund does not change
 * @throws {Refusal} when the order is not recorded here, cost nothing, was refunded already or is about to be, is disputed, or
 * has nothing of what is to be refunded, or another part of it has been asked for just now; `not_found` when the question
 * is not open any more: the other order of two may have been refunded since, and the buyer would lose both
 * @throws {PaymentProviderUnavailable} also when the refund may have been made; the attempt is on record then
 */
export async function refundOrder(
  needs: OperatorOrderNeeds,
  sessionOrPayment: string,
  { what, reason: why, answers }: Decision & { what: RefundScope },
) {
  const reason = checkedReason(why);
  // The question hangs on the other order as well, which may have gone back at the payment provider.
  if (answers?.reason === 'paid_twice') await resyncOrder(needs, answers.subject, needs.actor);
  const { order, open, unnamedRefund } = await upToDate(needs, sessionOrPayment);
  const { checkoutSessionId, paymentIntentId } = order.purchase;
  const { standing } = deriveRecorded(order);
  if (paymentIntentId === null || !holdsMoney(standing)) {
    throw new Refusal(
      'refund_not_possible',
      paymentIntentId === null
        ? 'This order cost nothing.'
        : `The money of this order cannot be given back: it is ${standing}.${whatInstead[standing] ?? ''}`,
    );
  }
  const part = what === 'all' ? undefined : partOf(order, what, unnamedRefund);
  refuseWaiting(order, part);
  // After the other checks: whoever repeats this because no answer came reads that the money went back, and not that the question
  // is closed.
  refuseClosed(open, answers);
  const attempt = await noteAttempt(needs, 'orders.refund', {
    subject: checkoutSessionId,
    reason: `${reason} (${unknownOutcome})`,
    details: { outcome: 'unknown', ...part },
  });
  const known = order.refunds.map(({ id }) => id);
  const { id: refundId, ...refund } = await needs.operatorPayments
    .refund(paymentIntentId, idempotencyKey(order, part), known, part)
    .catch(async (error: unknown) => {
      // Anything else may have been made all the same, and whoever finds it asks who did it.
      if (error instanceof Refusal || error instanceof PaymentKeyRefused) await attempt.notDone();
      throw error;
    });
  const given = { refundId, ...refund };
  // At once: the money is gone, whatever happens to the calls that follow.
  await attempt.done(reason, given);
  await resyncOrder(needs, checkoutSessionId, needs.actor);
  const { currency, invoiceId } = order.purchase;
  return { checkoutSessionId, ...given, currency, invoiceId };
}

/**
 * The idempotency key of a refund. A part has the same key as any other part until one more refund is known: of two that are asked
 * for at the same moment, and may have a product in common, the provider makes one. All that is left has a new key each time,
 * because Stripe never refunds more than was paid. Retries within a call share its key. At most 240 characters (the adapter
 * adds to it).
 */
function idempotencyKey(order: RecordedOrder, part: RefundedPart | undefined): string {
  const { purchase, refunds } = order;
  const isLess = part !== undefined && part.amountOre < leftOf(order);
  const tried = isLess ? refunds.length : randomUUID();
  return ['refund', purchase.checkoutSessionId, tried].join(' ');
}

/** What of the payment has neither gone back nor waits to, in öre. */
const leftOf = (order: RecordedOrder): number =>
  order.purchase.totalOre -
  sumOf(order.refunds.filter(isAnnounced).map(({ amountOre }) => amountOre)) -
  deriveRecorded(order).refundedOre;

/** @throws {Refusal} `refund_not_possible` when a refund of it was made, and waits at the payment provider to be paid */
function refuseWaiting(order: RecordedOrder, part: RefundedPart | undefined): void {
  const names = ({ productIds }: { productIds: readonly string[] }) =>
    productIds.some((id) => part?.productIds.includes(id));
  const waiting = order.refunds.filter(isAnnounced).find((refund) => names(refund) || leftOf(order) <= 0);
  if (waiting) throw new Refusal('refund_not_possible', refundWaitsText(waiting.id, waiting.status));
}

/** @throws {Refusal} `not_found` when there is a question to answer, and it is not among the open ones */
function refuseClosed(open: readonly AnsweredQuestion[], answers: AnsweredQuestion | undefined): void {
  const isMeant = ({ reason, subject }: AnsweredQuestion) =>
    reason === answers?.reason && subject === answers.subject;
  if (answers && !open.some(isMeant)) throw nothingOpen();
}

/**
 * An order as the payment provider has it now, the open questions about it, and the refund that nobody has said yet what it
 * was for.
 */
async function upToDate(needs: OperatorOrderNeeds, sessionOrPayment: string) {
  const { checkoutSessionId } = await recordedOrder(needs.ledger, sessionOrPayment);
  // There may be a refund or a dispute that is not recorded here yet.
  await resyncOrder(needs, checkoutSessionId, needs.actor);
  return needs.ledger.snapshot(function* () {
    const order = yield* findOrder(checkoutSessionId);
    if (!order) throw notRecorded(checkoutSessionId);
    const open = (yield* openAttention()).filter((each) => each.checkoutSessionId === checkoutSessionId);
    const unnamed = open.find(({ reason }) => reason === 'partial_refund_unassigned');
    return { order, open, unnamedRefund: unnamed?.subject ?? null };
  });
}

/**
 * Some of the products that have not gone back, at their prices, and never more than is left.
 * @param unnamedRefund one that may have been for them
 * @throws {Refusal} `refund_not_possible`
 */
function partOf(
  order: RecordedOrder,
  what: Exclude<RefundScope, 'all'>,
  unnamedRefund: string | null,
): RefundedPart {
  const { returnedProductIds } = deriveRecorded(order);
  const kept = order.purchase.lines.filter(({ productId }) => !returnedProductIds.has(productId));
  const { lines, reference } =
    what === 'withdrawn' ? withdrawnOf(order, kept) : { lines: chosenOf(kept, what), reference: 'refunded' };
  if (unnamedRefund !== null && lines.length < kept.length)
    throw new Refusal(
      'refund_not_possible',
      `The refund ${unnamedRefund} names no product and may have been for this one. Say first what it was for, or close its question when it was goodwill.`,
    );
  const price = sumOf(lines.map(({ priceOre }) => priceOre));
  return {
    amountOre: Math.min(price, leftOf(order)),
    productIds: lines.map(({ productId }) => productId),
    reference,
  };
}

/** @throws {Refusal} `refund_not_possible` when nothing of it is among what was kept */
function withdrawnOf({ withdrawal }: RecordedOrder, kept: readonly PurchaseLine[]) {
  const lines = kept.filter(({ productId }) => withdrawal?.productIds.includes(productId));
  if (!withdrawal || lines.length === 0)
    throw new Refusal('refund_not_possible', 'Nothing was withdrawn from that has not been given back.');
  return { lines, reference: withdrawal.reference };
}

/** @throws {Refusal} `refund_not_possible` when one of the ids is not among the lines, or there is none */
function chosenOf(lines: readonly PurchaseLine[], ids: readonly string[]): PurchaseLine[] {
  const known = lines.map(({ productId }) => productId);
  const unknown = ids.filter((id) => !known.includes(id));
  if (unknown.length > 0 || ids.length === 0)
    throw new Refusal(
      'refund_not_possible',
      `Name products of the order that have not gone back (${known.join(', ')})${unknown.length > 0 ? `: not ${unknown.join(', ')}` : ''}.`,
    );
  return lines.filter(({ productId }) => ids.includes(productId));
}

/**
 * Says which of the order's products a refund was for, also instead of those that it has named: at the payment provider,
 * where the names are kept. What they unlocked ends, at once or with the provider's event about it.
 * @returns what it names now
 * @throws {Refusal} when the order is not recorded here, or has no such refund or product; `not_found` when the question is not
 * open any more, because somebody has named it meanwhile
 * @throws {PaymentProviderUnavailable}
 */
export async function nameRefund(
  needs: OperatorOrderNeeds,
  sessionOrPayment: string,
  {
    refundId,
    productIds,
    reason: why,
    answers,
  }: Decision & { refundId: string; productIds: readonly string[] },
) {
  const reason = checkedReason(why);
  const { order, open } = await upToDate(needs, sessionOrPayment);
  const { checkoutSessionId, lines } = order.purchase;
  const refund = order.refunds.find(({ id }) => id === refundId);
  if (!refund)
    throw new Refusal(
      'refund_not_possible',
      `The order has no refund ${refundId}: ${order.refunds.map(({ id }) => id).join(', ') || 'it has none'}.`,
    );
  const named = chosenOf(lines, productIds).map(({ productId }) => productId);
  const others = lines.map(({ productId }) => productId).filter((id) => !named.includes(id));
  refuseClosed(open, answers);
  await needs.operatorPayments.nameRefund(refundId, named, others);
  const details = { refundId, productIds: named };
  await noteAction(needs, 'orders.name-refund', { subject: checkoutSessionId, reason, details });
  await resyncOrder(needs, checkoutSessionId, needs.actor);
  return { checkoutSessionId, refundId, productIds: named };
}
