// Stripe's lists for the reconciler: events, sessions, refunds, disputes.

import type Stripe from 'stripe';
import { type PaymentBooks, PaymentProviderUnavailable } from '#server/buying/payment-provider.ts';
import type { PaymentFact } from '#server/buying/refunds-and-disputes.ts';
import { earlier } from '#server/moments.ts';
import { type ProviderTimes, usualProviderTimes } from '../provider-times.ts';
import { found, listed, providerTime, timeOf } from './calls.ts';
import { disputeFact, eventTypes, receivedEvent, refundFact, subjectOf } from './events.ts';
import { checkoutSessionFacts, expandedCharge } from './payments.ts';

/** Items per page; Stripe's maximum. */
const limit = 100;

/**
 * How much an object that was read just now is backdated, in milliseconds, so that it never counts as newer than a later
 * event. If it should have counted as newer than an event, the event that brought the object into its state does instead.
 */
const readBeforeMs = 300 * 1000;

/**
 * Stripe's records, for the reconciler.
 * @param live whether the key is a live one: events of the other mode do not belong to the shop
 */
export function createStripeBooks(
  stripe: Stripe,
  live: boolean,
  { listMs }: Pick<ProviderTimes, 'listMs'> = usualProviderTimes,
): PaymentBooks {
  const patient = { timeout: listMs };
  const createdSince = (since: Date) => ({
    created: { gte: Math.max(0, Math.floor(since.getTime() / 1000)) },
  });

  async function now(): Promise<Date> {
    const time = await providerTime(stripe);
    if (!time) throw new PaymentProviderUnavailable('The payment provider did not tell its time');
    return time;
  }

  async function* factsOf(
    filter: { created: Stripe.RangeQueryParam } | { payment_intent: string },
    options: Stripe.RequestOptions = {},
  ) {
    // Stripe's own time, as in its events, because our clock may be wrong.
    const readAt = await now();
    const asOf = backdated(readAt);
    for await (const refund of listed(stripe.refunds.list({ ...filter, limit }, options))) {
      yield* known(refundFact(refund, asOf));
    }
    for await (const dispute of listed(stripe.disputes.list({ ...filter, limit }, options))) {
      yield* known(disputeFact(dispute, asOf, readAt));
    }
  }

  const presentOf = {
    'checkout.session': (id: string) => stripe.checkout.sessions.retrieve(id, { expand: [expandedCharge] }),
    refund: (id: string) => stripe.refunds.retrieve(id),
    dispute: (id: string) => stripe.disputes.retrieve(id),
  };

  return {
    now,
    async *events(since) {
      const list = stripe.events.list({ ...createdSince(since), types: [...eventTypes], limit }, patient);
      for await (const event of listed(list)) yield receivedEvent(event, live);
    },
    async *completedSessions(since) {
      const list = stripe.checkout.sessions.list(
        { ...createdSince(since), status: 'complete', limit, expand: [`data.${expandedCharge}`] },
        patient,
      );
      for await (const session of listed(list)) yield checkoutSessionFacts(session);
    },
    paymentFacts: (since) => factsOf(createdSince(since), patient),
    paymentFactsOf: (paymentIntentId) => factsOf({ payment_intent: paymentIntentId }),
    async subjectNow({ createdAt }, { object, id }) {
      const present = await found<Stripe.Response<{ object: string }>>(() => presentOf[object](id));
      if (!present) return { kind: 'unreadable', why: `Its ${object} ${id} is not there any more` };
      const seenAt = timeOf(present.lastResponse) ?? createdAt;
      // What is read after an event is no older than the event.
      const asOf = new Date(Math.max(createdAt.getTime(), backdated(seenAt).getTime()));
      return subjectOf(present, asOf, { seenAt });
    },
  };
}

const backdated = (readAt: Date): Date => earlier(readAt, readBeforeMs);

function known(fact: PaymentFact | null): PaymentFact[] {
  return fact ? [fact] : [];
}
