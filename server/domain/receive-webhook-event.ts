import { type FulfilOrderNeeds, fulfilOrder } from './fulfil-order.ts';
import type { CheckoutSession, EventOutcome, WebhookEvent } from './ports.ts';

/**
 * Takes in a webhook event whose signature was checked. Delivery is at least once and in no order, so an event that is
 * in the ledger already is done; the ledger row is written in the same transaction as what the event changes.
 * @param session the checkout session inside the event, or `null` when it is about something else
 * @throws whatever the database throws; the caller must not acknowledge the event then, so that it is delivered again
 */
export async function receiveWebhookEvent(
  needs: FulfilOrderNeeds,
  event: WebhookEvent,
  session: CheckoutSession | null,
): Promise<EventOutcome | 'seen_before'> {
  if (await needs.store.hasEvent(event.id)) return 'seen_before';
  if (session) return fulfilOrder(needs, session, event);
  await needs.store.noteEvent(event, 'ignored', needs.clock());
  return 'ignored';
}
