// Re-sync of one order from the payment provider's present state.

import type { Actor } from '#server/identity/cause.ts';
import type { OrderStatus } from '#shared/api/orders.ts';
import { type FulfilmentOutcome, fulfilOrder } from './fulfil-order.ts';
import { type OrderStatusNeeds, unsettledStatus } from './order-status.ts';
import type { PaymentBooks } from './payment-provider.ts';
import { recordPaymentFact } from './record-payment-fact.ts';

/** What a re-sync of one order found. */
export interface ResyncResult {
  outcome: FulfilmentOutcome | 'not_found';
  /** Refunds and disputes whose state was new. */
  news: number;
  /** Where the payment stands, when `not_paid`. */
  status?: OrderStatus;
}

/**
 * Re-syncs one order with the payment provider and takes in everything: the payment, and every refund and dispute in its
 * present state. It does for one order what the reconciler does for all.
 * @throws {PaymentProviderUnavailable}
 */
export async function resyncOrder(
  needs: OrderStatusNeeds & { books: PaymentBooks },
  checkoutSessionId: string,
  by: Actor,
): Promise<ResyncResult> {
  const { ledger, clock, payments, books } = needs;
  // An operator names it: it comes out of no stranger's budget.
  const session = await payments.findCheckoutSession(checkoutSessionId, { isOurs: true });
  if (!session) return { outcome: 'not_found', news: 0 };
  const cause = { by, event: null };
  const outcome = await fulfilOrder(needs, session, cause);
  let news = 0;
  if (session.paymentIntentId !== null && outcome !== 'not_ours') {
    for await (const fact of books.paymentFactsOf(session.paymentIntentId)) {
      if ((await recordPaymentFact(ledger, fact, cause, clock())) !== 'unchanged') news += 1;
    }
  }
  return { outcome, news, ...(outcome === 'not_paid' && { status: unsettledStatus(session) }) };
}
