import type { Actor } from '#server/ledger/records.ts';
import { type FulfilmentOutcome, fulfilOrder } from './fulfil-order.ts';
import type { OrderStatusNeeds } from './order-status.ts';
import type { PaymentLedger } from './payment-provider.ts';

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
  needs: OrderStatusNeeds & { ledger: PaymentLedger },
  checkoutSessionId: string,
  by: Actor,
): Promise<ResyncResult> {
  const { store, clock, payments, ledger } = needs;
  const session = await payments.findCheckoutSession(checkoutSessionId);
  if (!session) return { outcome: 'not_found', news: 0 };
  const cause = { by, event: null };
  const outcome = await fulfilOrder(needs, session, cause);
  let news = 0;
  if (session.paymentIntentId !== null && outcome !== 'not_ours') {
    for await (const fact of ledger.paymentFactsOf(session.paymentIntentId)) {
      if ((await store.recordPaymentFact(fact, cause, clock())) !== 'unchanged') news += 1;
    }
  }
  return { outcome, news };
}
