// The claim link of an order, for its buyer: opening it in the app unlocks what was bought.

import { claimLinkDays, claimLinkOf, giftLinkDays } from '#server/owning/claim-links.ts';
import { Refusal } from '#server/refusal.ts';
import type { Cipher } from '#server/runtime.ts';
import type { ClaimLink } from '#shared/api/claims.ts';
import type { OrderStatus } from '#shared/api/orders.ts';
import { holdsMoney } from '#shared/holds-money.ts';
import { paths } from '#shared/routes.ts';
import { findStanding } from './order-standing.ts';
import { type OrderStatusNeeds, orderStatus } from './order-status.ts';
import { notTheBuyer, orderNotFound, requireBuyer, type Viewer } from './order-viewer.ts';
import { lockPurchase } from './purchases.ts';
import type { RecordedOrder } from './records.ts';

/** Whether an order unlocks something, or will once the payment settles. */
const isCarrying = (status: OrderStatus): boolean => holdsMoney(status) || status === 'processing';

/**
 * Shows an order's claim link to its buyer: the browser that paid, or the signed-in owner. An existing link is extended;
 * otherwise one is made.
 * @param publicUrl the site's own address, without a trailing slash: links of another host would not open the app
 * @throws {Refusal} `order_not_found`, `forbidden` for anybody but the buyer, `claim_link_not_possible` when the order
 * unlocks nothing, or is a gift that somebody has opened
 * @throws {PaymentProviderUnavailable} when the order is not recorded yet and cannot be looked up
 */
export async function offerClaimLink(
  needs: OrderStatusNeeds & { cipher: Cipher },
  checkoutSessionId: string,
  viewer: Viewer,
  publicUrl: string,
): Promise<ClaimLink> {
  const { ledger, clock } = needs;
  const order = await orderStatus(needs, checkoutSessionId, viewer);
  if (!order) throw orderNotFound();
  if (!order.yours) throw notTheBuyer();
  if (!isCarrying(order.status)) throw unlocksNothing();
  const at = clock();
  const days = order.gift ? giftLinkDays : claimLinkDays;
  const showLink = claimLinkOf(needs.cipher, checkoutSessionId, at, days);
  const { token, expiresAt } = await ledger.write([], function* () {
    // This lock makes a concurrent move of the order wait: the move ends the order's links, this one included.
    yield* lockPurchase(checkoutSessionId);
    const found = yield* findStanding(checkoutSessionId);
    if (found && (found.error !== null || isOpened(found.order.gift))) throw unlocksNothing();
    if (found) yield* requireBuyer(viewer, found.order.purchase, at);
    return yield* showLink();
  });
  return { url: `${publicUrl}${paths.open(token)}`, expiresAt: expiresAt.toISOString() };
}

const isOpened = (gift: RecordedOrder['gift']) => gift !== null && gift.openedAt !== null;

const unlocksNothing = () =>
  new Refusal('claim_link_not_possible', 'There is nothing in this order to open in the app now.');
