import type Stripe from 'stripe';
import type { PaymentFact } from '#server/buying/order-facts.ts';
import type { PaymentBooks } from '#server/buying/payment-provider.ts';
import type { Clock } from '#server/runtime.ts';
import { listed } from './calls.ts';
import { disputeFact, eventTypes, receivedEvent, refundFact } from './events.ts';
import { checkoutSessionFacts } from './payments.ts';

/** Items a page; the most that Stripe gives. */
const limit = 100;

/**
 * How far our clock may be ahead of Stripe's, in milliseconds: as far as the webhook's signatures allow. An object
 * that was read just now counts as that much older, so that it never outranks an event that came after it; an
 * event that it should have outranked is itself outranked by the one that made the object what it was.
 */
const clockToleranceMs = 300 * 1000;

/** Stripe's books, for the reconciler. */
export function createStripeBooks(stripe: Stripe, clock: Clock): PaymentBooks {
  const createdSince = (since: Date) => ({
    created: { gte: Math.max(0, Math.floor(since.getTime() / 1000)) },
  });
  const readAt = () => new Date(clock().getTime() - clockToleranceMs);

  async function* factsOf(filter: { created: Stripe.RangeQueryParam } | { payment_intent: string }) {
    const asOf = readAt();
    for await (const refund of listed(stripe.refunds.list({ ...filter, limit }))) {
      yield* known(refundFact(refund, asOf));
    }
    for await (const dispute of listed(stripe.disputes.list({ ...filter, limit }))) {
      yield* known(disputeFact(dispute, asOf));
    }
  }

  return {
    async *events(since) {
      const list = stripe.events.list({ ...createdSince(since), types: [...eventTypes], limit });
      for await (const event of listed(list)) yield receivedEvent(event);
    },
    async *completedSessions(since) {
      const list = stripe.checkout.sessions.list({ ...createdSince(since), status: 'complete', limit });
      for await (const session of listed(list)) yield checkoutSessionFacts(session);
    },
    paymentFacts: (since) => factsOf(createdSince(since)),
    paymentFactsOf: (paymentIntentId) => factsOf({ payment_intent: paymentIntentId }),
  };
}

function known(fact: PaymentFact | null): PaymentFact[] {
  return fact ? [fact] : [];
}
