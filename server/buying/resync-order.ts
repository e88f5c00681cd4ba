// One order, taken in again from the payment provider as it is there now.

import { type FulfilmentOutcome, fulfilOrder } from './fulfil-order.ts';
import type { OrderStatusNeeds } from './order-status.ts';
import type { PaymentBooks } from './payment-provider.ts';
import { recordPaymentFact } from './record-payment-fact.ts';
import type { Actor } from './records.ts';

/** What a look at the provider made of one order. */
export interface ResyncResult {
  outcome: FulfilmentOutcome | 'not_found';
  /** Refunds and disputes that told something new. */
  news: number;
}

/**
 * Looks one order up at the payment provider and takes in all that is there: the payment, and every refund and dispute
 * as it is now. For an order that somebody asks about; it does what the reconciler would.
 * @throws {PaymentProviderUnavailable}
 */
export async function resyncOrder(
  needs: OrderStatusNeeds & { books: PaymentBooks },
  checkoutSessionId: string,
  by: Actor,
): Promise<ResyncResult> {
  const { ledger, clock, payments, books } = needs;
  const session = await payments.findCheckoutSession(checkoutSessionId);
  if (!session) return { outcome: 'not_found', news: 0 };
  const cause = { by, event: null };
  const outcome = await fulfilOrder(needs, session, cause);
  let news = 0;
  if (session.paymentIntentId !== null && outcome !== 'not_ours') {
    for await (const fact of books.paymentFactsOf(session.paymentIntentId)) {
      if ((await recordPaymentFact(ledger, fact, cause, clock())) !== 'unchanged') news += 1;
    }
  }
  return { outcome, news };
}
