// Processing of webhook events: each once, from the webhook or from the reconciler.

import type { Actor } from '#server/identity/cause.ts';
import { type FulfilOrderNeeds, fulfilOrder } from './fulfil-order.ts';
import {
  type EventSubject,
  InvalidWebhookEvent,
  type PaymentBooks,
  type ReceivedEvent,
} from './payment-provider.ts';
import { recordFraudWarning, recordPaymentFact } from './record-payment-fact.ts';
import { type EventCause, type EventOutcome, hasEvent, noteEvent } from './webhook-events.ts';

interface ReceiveEventNeeds extends FulfilOrderNeeds {
  books: Pick<PaymentBooks, 'subjectNow'>;
}

/**
 * What an event is about. The snapshot in the event counts, except in one of another version of the API: the provider is
 * asked for its object.
 * @throws {PaymentProviderUnavailable}
 */
export const currentSubject = async (
  { books }: Pick<ReceiveEventNeeds, 'books'>,
  { event, subject }: ReceivedEvent,
): Promise<EventSubject> => (subject.kind === 'outdated' ? books.subjectNow(event, subject) : subject);

/**
 * Processes an event of the payment provider: from a webhook whose signature was checked, or found by the reconciler in
 * the provider's API. Idempotent: delivery is at least once and in no order, so an event that is in our table is done
 * already; its row is written in the same transaction as what the event changes.
 * @throws any database error, {@link InvalidWebhookEvent} for one that cannot be read, and {@link PaymentProviderUnavailable}
 * for one of another version while the provider does not answer; the caller must not acknowledge the event then, so that it
 * is delivered again
 */
export async function receiveWebhookEvent(
  needs: ReceiveEventNeeds,
  received: ReceivedEvent,
  by: Actor = 'webhook',
): Promise<EventOutcome | 'seen_before'> {
  const { ledger, clock, metrics } = needs;
  const { event } = received;
  if (await ledger.read(() => hasEvent(event.id))) return 'seen_before';
  const outcome = await takeIn(needs, received, { by, event });
  if (by === 'webhook') metrics.webhookEvent(outcome, (clock().getTime() - event.createdAt.getTime()) / 1000);
  return outcome;
}

/** Processes an event again that is already in our table; its row there does not change. Idempotent. */
export function receiveKnownEvent(
  needs: ReceiveEventNeeds,
  received: ReceivedEvent,
  by: Actor,
): Promise<EventOutcome> {
  return takeIn(needs, received, { by, event: null });
}

/**
 * Whether an event says when its session was paid. One of another API version brings the session only as it is now, which may have
 * been settled long after.
 */
const tellsOfPayment = ({ event, subject }: ReceivedEvent): boolean =>
  subject.kind !== 'outdated' || event.type === 'checkout.session.async_payment_succeeded';

/** @param cause without the event if that is in our table already */
async function takeIn(
  needs: ReceiveEventNeeds,
  received: ReceivedEvent,
  cause: EventCause,
): Promise<EventOutcome> {
  const { ledger, clock, log } = needs;
  const { event } = received;
  const { by } = cause;
  const subject = await currentSubject(needs, received);
  switch (subject.kind) {
    case 'checkout_session':
      return fulfilOrder(needs, subject.session, cause, tellsOfPayment(received) ? event : null);
    case 'payment_fact': {
      const { fact } = subject;
      const outcome = await recordPaymentFact(ledger, fact, cause, clock());
      const about = { payment: fact.paymentIntentId, [fact.kind]: fact.id, status: fact.status };
      log.info({ ...about, event: event.id, by, outcome }, 'refund or dispute looked at');
      return outcome;
    }
    case 'fraud_warning': {
      const { warning } = subject;
      const outcome = await recordFraudWarning(ledger, warning, cause, clock());
      const about = { payment: warning.paymentIntentId, warning: warning.id, event: event.id, by, outcome };
      if (outcome !== 'unchanged' && warning.isActionable) {
        needs.metrics.fraudWarning();
        log.warn(about, 'a bank calls a payment fraudulent');
      } else log.info(about, 'early fraud warning looked at');
      return outcome;
    }
    case 'unreadable':
      throw new InvalidWebhookEvent(subject.why);
    case 'other':
      await ledger.amend(() => noteEvent(event, 'ignored', by, clock()));
      return 'ignored';
  }
}
