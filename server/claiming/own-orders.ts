// The order history of an account.

import { recordedAnswer } from '#server/buying/order-status.ts';
import { knowsOther } from '#server/buying/order-viewer.ts';
import { ordersOfAccount } from '#server/buying/purchases.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Clock } from '#server/runtime.ts';
import type { OwnOrders } from '#shared/api/orders.ts';
import { claimGiftOrders, claimIfAnythingWaits } from './claim-waiting.ts';

/**
 * The purchases of an account, newest first, each as on its order page but with the whole e-mail address. Purchases that
 * wait for the account's verified address are claimed first; none is matched by an address alone.
 */
export async function ownOrders(
  { ledger, clock }: { ledger: Ledger; clock: Clock },
  account: Account,
): Promise<OwnOrders> {
  const now = clock();
  await claimIfAnythingWaits(ledger, account, now);
  await claimGiftOrders(ledger, account);
  const viewer = { account, browserId: null };
  return ledger.snapshot(function* () {
    const orders: OwnOrders['orders'] = [];
    for (const order of yield* ordersOfAccount(account.id)) {
      const { checkoutSessionId, paidAt, email } = order.purchase;
      orders.push({
        ...recordedAnswer(order, now, yield* knowsOther(viewer, order, now)),
        id: checkoutSessionId,
        paidAt: paidAt.toISOString(),
        email,
      });
    }
    return { orders };
  });
}
