// A buyer corrects a mistyped e-mail address of an order.

import { addressLock, ownerLocks } from '#server/ledger/locks.ts';
import { Refusal } from '#server/refusal.ts';
import type { Order } from '#shared/api/orders.ts';
import { inputMessages, isEmail, normaliseEmail } from '#shared/identity-input.ts';
import { movePurchase } from './move-purchase.ts';
import { type OrderStatusNeeds, orderStatus } from './order-status.ts';
import { mayCorrectAddress, orderNotFound, requireBuyer, type Viewer } from './order-viewer.ts';
import { findOrder, lockPurchase } from './purchases.ts';

/**
 * Corrects the e-mail address of an order for its buyer; what it unlocks then waits for the new address. Every correction
 * is recorded with the order, like an operator's move.
 * @returns the order, as the buyer sees it now
 * @throws {Refusal} `invalid_email`, `order_not_found`, `forbidden` for anybody but the buyer, `correction_not_possible`
 * when the order is on an account, or it was corrected too often or was paid too long ago
 * @throws {PaymentProviderUnavailable} when the order is not recorded yet and cannot be looked up
 */
export async function correctAddress(
  needs: OrderStatusNeeds,
  checkoutSessionId: string,
  typed: string,
  viewer: Viewer,
): Promise<Order> {
  const { ledger, clock, log } = needs;
  const email = normaliseEmail(typed);
  if (!isEmail(email)) throw new Refusal('invalid_email', inputMessages.emailInvalid, 'email');
  // Looking at a paid order records it, if the webhook has not come yet.
  if (!(await orderStatus(needs, checkoutSessionId, viewer))) throw orderNotFound();
  const seen = await ledger.snapshot(() => findOrder(checkoutSessionId));
  if (!seen)
    throw new Refusal('correction_not_possible', 'This order is not paid: pay again with the right address.');
  const at = clock();
  const locks = [addressLock(seen.purchase.email), ...ownerLocks(viewer.account?.id ?? null, email)];
  const moved = await ledger.write([...new Set(locks)], function* () {
    const row = yield* lockPurchase(checkoutSessionId);
    const order = yield* findOrder(checkoutSessionId);
    if (!row || !order) throw orderNotFound();
    yield* requireBuyer(viewer, order.purchase, at);
    if (row.email === email) return false;
    // Somebody moved the order since it was read, so the lock of its present address is not held.
    const changed = row.email !== seen.purchase.email;
    if (changed || !(yield* mayCorrectAddress(viewer, order, at))) {
      throw new Refusal(
        'correction_not_possible',
        'The address of this order cannot be corrected here any more. Write to the support with the receipt.',
      );
    }
    yield* movePurchase(row, email, 'corrected by the buyer', 'buyer', at);
    return true;
  });
  if (moved) log.info({ checkoutSession: checkoutSessionId }, 'a buyer corrected the address of an order');
  const order = await orderStatus(needs, checkoutSessionId, viewer);
  if (!order) throw orderNotFound();
  return order;
}
