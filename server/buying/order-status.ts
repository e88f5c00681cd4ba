// The order page's data: the state of a checkout session, from the database or from the payment provider.

import type { Script } from '#server/ledger/script.ts';
import { type Gift, lettersLeftOf } from '#server/owning/gifts.ts';
import type { GiftCard, Order, OrderStatus } from '#shared/api/orders.ts';
import { productOnSale, titleById } from '#shared/catalogue.ts';
import { documentVersions } from '#shared/document-versions.ts';
import { chargedOf } from './charged.ts';
import { type FulfilOrderNeeds, fulfilOrder } from './fulfil-order.ts';
import { wasOpenedHere, wasReplaced } from './opened-checkouts.ts';
import { deriveRecorded, keptLines } from './order-facts.ts';
import { standingOf } from './order-standing.ts';
import { anybody, isBuyer, knowsOther, mayCorrectAddress, type Viewer } from './order-viewer.ts';
import type { CheckoutSession, PaymentProvider } from './payment-provider.ts';
import { findOrder } from './purchases.ts';
import type { RecordedOrder } from './records.ts';
import { vatByRate } from './vat.ts';
import { withdrawalRight } from './withdrawal-right.ts';

export interface OrderStatusNeeds extends FulfilOrderNeeds {
  payments: PaymentProvider;
}

/**
 * What anybody who has an order's id may know of the order; its buyer gets more. A recorded purchase is answered from the
 * database, including its refunds and disputes; anything else is looked up at the payment provider, and fulfilled at once
 * if it is paid and the webhook has not come yet.
 * @returns `null` when there is no such order
 * @throws {PaymentProviderUnavailable}
 */
export async function orderStatus(
  needs: OrderStatusNeeds,
  checkoutSessionId: string,
  viewer: Viewer = anybody,
): Promise<Order | null> {
  const { ledger, clock, payments } = needs;
  const recorded = () => ledger.snapshot(() => recordedFor(viewer, checkoutSessionId, clock()));
  const known = await recorded();
  if (known) return known;
  const isOurs = await ledger.read(() => wasOpenedHere(checkoutSessionId));
  const session = await payments.findCheckoutSession(checkoutSessionId, { isOurs });
  if (!session || session.lines.length === 0) return null;
  await fulfilOrder(needs, session, { by: 'order_page', event: null });
  return (await recorded()) ?? ledger.snapshot(() => unsettledFor(viewer, session, clock()));
}

/** A recorded purchase, as this viewer may see it. */
function* recordedFor(viewer: Viewer, checkoutSessionId: string, now: Date): Script<Order | null> {
  const order = yield* findOrder(checkoutSessionId);
  if (!order) return null;
  const answer = {
    ...recordedAnswer(order, now, yield* knowsOther(viewer, order, now)),
    ...accountOf(viewer, order),
  };
  if (!(yield* isBuyer(viewer, order.purchase, now))) return answer;
  const mayCorrect = yield* mayCorrectAddress(viewer, order, now);
  return {
    ...answer,
    email: order.purchase.email,
    yours: true,
    ...(order.purchase.invoiceId !== null && { invoice: true }),
    ...(mayCorrect && { mayCorrectAddress: true }),
    ...(answer.gift && order.gift && { gift: { ...answer.gift, card: cardOf(order.gift) } }),
  };
}

/** Whose account an order is on. Of a gift its card tells, and nobody is told who opened it. */
function accountOf({ account }: Viewer, order: RecordedOrder): Pick<Order, 'onAccount'> {
  const { owners } = standingOf(order);
  if (order.gift || owners.length === 0) return {};
  return { onAccount: account && owners.includes(account.id) ? 'yours' : 'another' };
}

/** A checkout session that makes no purchase yet, as this viewer may see it. */
function* unsettledFor(viewer: Viewer, session: CheckoutSession, now: Date): Script<Order> {
  const status = unsettledStatus(session);
  const isReplaced = status === 'expired' && (yield* wasReplaced(session.id));
  const answer = {
    status,
    ...summarise(session),
    ...(isReplaced && { replaced: true }),
    ...(session.isGift && { gift: { openedAt: null } }),
  };
  const { id: checkoutSessionId, accountId } = session;
  if (!(yield* isBuyer(viewer, { checkoutSessionId, accountId }, now))) return answer;
  // A page that was replaced must not be reopened: the same would be paid for twice.
  const mayReopen = !isReplaced && isSoldSo(session);
  const page = status === 'open' ? session.paymentPage : mayReopen ? session.recoveryPage : null;
  return {
    ...answer,
    email: session.email,
    yours: true,
    ...((status === 'open' || status === 'expired') && page !== null && { paymentPage: page }),
  };
}

/** Whether the shop would still sell the same: all of it, at these prices and under these terms. */
const isSoldSo = ({ lines, termsVersion }: CheckoutSession): boolean =>
  termsVersion === documentVersions.terms &&
  lines.every(({ productId, priceOre }) => productOnSale(productId)?.priceOre === priceOre);

/**
 * The answer about a recorded purchase, with its refunds, disputes and withdrawal so far.
 * @param tellsOther whether it tells when the same was paid for by another order
 */
export function recordedAnswer(order: RecordedOrder, now: Date, tellsOther: boolean): Order {
  const { purchase, withdrawal } = order;
  const derived = deriveRecorded(order);
  const summary = summarise(purchase);
  const canWithdraw = withdrawal === null && withdrawalRight(order, now).lines.length > 0;
  return {
    status: derived.standing,
    ...summary,
    ...(purchase.vatOre !== null && { vat: vatByRate(purchase) }),
    products: summary.products.map((product) =>
      derived.returnedProductIds.has(product.id) ? { ...product, returned: true } : product,
    ),
    ...(derived.refundedOre > 0 && { refundedOre: derived.refundedOre }),
    ...(order.confirmation && { confirmation: order.confirmation.delivery }),
    // Who gave a gift is not told what became of the account that opened it.
    ...(isRevoked(order) && !order.gift && { ended: true }),
    ...(order.gift && { gift: { openedAt: order.gift.openedAt?.toISOString() ?? null } }),
    ...(order.repeats && tellsOther && { paidBefore: { at: order.repeats.paidAt.toISOString() } }),
    ...(withdrawal && {
      withdrawal: {
        receivedAt: withdrawal.receivedAt.toISOString(),
        ...(keptLines(order).length > 0 && { keepsSome: true }),
        ...(derived.withdrawalPaidBack && { paidBack: true }),
      },
    }),
    ...(canWithdraw && { withdrawal: { receivedAt: null } }),
  };
}

/** Whether all that an order unlocked was revoked: with its account, or by an operator. */
const isRevoked = ({ grants }: RecordedOrder): boolean =>
  grants.length > 0 && grants.every(({ revokedReason }) => revokedReason !== null);

/** What its buyer wrote for a gift. */
function cardOf(gift: Gift): GiftCard {
  const { recipient, sendOn, sender, message, letter, letters: lettersWritten } = gift;
  return { recipient, sendOn, sender, message, letter, lettersLeft: lettersLeftOf(gift), lettersWritten };
}

/** The status of a checkout session that makes no purchase yet. */
export function unsettledStatus(session: CheckoutSession): OrderStatus {
  if (session.status === 'expired') return 'expired';
  // After a declined card the page stays open for another attempt.
  if (session.status !== 'complete') return 'open';
  return session.paymentFailed ? 'failed' : 'processing';
}

/** Products with their ids and titles, as in API answers. */
export const titled = (productIds: readonly string[]): { id: string; title: string }[] =>
  productIds.map((id) => ({ id, title: titleById(id) }));

function summarise(
  order: Pick<CheckoutSession, 'lines' | 'email' | 'totalOre' | 'currency' | 'paidAmount' | 'paidCurrency'>,
) {
  return {
    products: titled(order.lines.map(({ productId }) => productId)),
    email: order.email && maskEmail(order.email),
    totalOre: order.totalOre,
    currency: order.currency,
    ...chargedOf(order),
  };
}

/**
 * `anna@example.com` as `a•••@example.com`: enough for its owner to recognise, of no use to a stranger. Text without `@`
 * becomes `a•••`.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${at < 0 ? '' : email.slice(at)}`;
}
