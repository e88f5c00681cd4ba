import type { Actor, Cause, EventOutcome } from '#server/ledger/records.ts';
import { type FulfilOrderNeeds, fulfilOrder } from './fulfil-order.ts';
import type { ReceivedEvent } from './payment-provider.ts';

/**
 * Takes in an event of the payment provider: one whose signature was checked, or one that the reconciler found in the
 * provider's API. Delivery is at least once and in no order, so an event that is in the ledger already is done; the
 * ledger row is written in the same transaction as what the event changes.
 * @throws whatever the database throws; the caller must not acknowledge the event then, so that it is delivered again
 */
export async function receiveWebhookEvent(
  needs: FulfilOrderNeeds,
  { event, subject }: ReceivedEvent,
  by: Actor = 'webhook',
): Promise<EventOutcome | 'seen_before'> {
  const { store, clock, log } = needs;
  if (await store.hasEvent(event.id)) return 'seen_before';
  const cause: Cause = { by, event };
  switch (subject.kind) {
    case 'checkout_session':
      return fulfilOrder(needs, subject.session, cause);
    case 'payment_fact': {
      const { fact } = subject;
      const outcome = await store.recordPaymentFact(fact, cause, clock());
      log.info(
        {
          payment: fact.paymentIntentId,
          [fact.kind]: fact.id,
          status: fact.status,
          event: event.id,
          by,
          outcome,
        },
        'refund or dispute looked at',
      );
      return outcome;
    }
    case 'other':
      await store.noteEvent(event, 'ignored', by, clock());
      return 'ignored';
  }
}
