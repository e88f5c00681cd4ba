// The order history of an account.

import type { Account } from '#server/accounts/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Clock } from '#server/runtime.ts';
import type { OwnOrders } from '#shared/api/orders.ts';
import { recordedAnswer } from './order-status.ts';
import { ownedOrders } from './purchases.ts';

/**
 * The purchases of an account, newest first, each as on its order page but with the whole e-mail address. Purchases that
 * wait for the account's verified address are claimed first; none is matched by an address alone.
 */
export async function ownOrders(
  { ledger, clock }: { ledger: Ledger; clock: Clock },
  account: Account,
): Promise<OwnOrders> {
  const now = clock();
  const orders = await ownedOrders(ledger, account, now);
  return {
    orders: orders.map((order) => {
      const { checkoutSessionId, paidAt, email } = order.purchase;
      return {
        ...recordedAnswer(order, now),
        id: checkoutSessionId,
        paidAt: paidAt.toISOString(),
        email,
      };
    }),
  };
}
