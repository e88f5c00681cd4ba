// The payment provider's events, for operators: list and replay.

import { receiveKnownEvent, receiveWebhookEvent } from '#server/buying/receive-webhook-event.ts';
import type { EventOutcome } from '#server/buying/webhook-events.ts';
import { nullable, type Row, text, time, word } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { Refusal } from '#server/refusal.ts';
import { lookUp, noteAction, type OperatorNeeds } from './operator-action.ts';
import type { OperatorOrderNeeds } from './operator-orders.ts';

const shape = {
  id: text,
  type: text,
  objectId: nullable(text),
  outcome: word<EventOutcome>(),
  broughtBy: text,
  createdAt: time,
  receivedAt: time,
} as const;
/** A received event of the payment provider, and its result. */
export type Event = Row<typeof shape>;
const newest = query(
  `SELECT {columns} FROM webhook_events
   WHERE (CAST(? AS text) IS NULL OR type = ?) AND (CAST(? AS text) IS NULL OR outcome = ?)
   ORDER BY received_at DESC, id COLLATE "C" LIMIT ?`,
  shape,
);

/** The received events, newest first. */
export function listEvents(
  needs: OperatorNeeds,
  filter: { type?: string | undefined; outcome?: string | undefined; most: number },
): Promise<Event[]> {
  const { type = null, outcome = null, most } = filter;
  const details = { ...(type !== null && { type }), ...(outcome !== null && { outcome }) };
  return lookUp(needs, 'events.list', { details }, () => newest.all(type, type, outcome, outcome, most));
}

/**
 * Replays an event of the payment provider, whatever its result was before.
 * @throws {Refusal} `not_found` when the provider does not have it (any more)
 * @throws {PaymentProviderUnavailable}
 */
export async function replayEvent(
  needs: OperatorOrderNeeds,
  eventId: string,
): Promise<{ id: string; type: string; outcome: EventOutcome }> {
  const { actor } = needs;
  const received = await needs.operatorPayments.findEvent(eventId);
  if (!received) {
    throw new Refusal(
      'not_found',
      `The payment provider has no event ${eventId}; it keeps them for 30 days. "orders resync" looks at an order as it is now.`,
    );
  }
  const { event } = received;
  const first = await receiveWebhookEvent(needs, received, actor);
  const outcome = first === 'seen_before' ? await receiveKnownEvent(needs, received, actor) : first;
  await noteAction(needs, 'events.replay', { subject: event.id, details: { outcome } });
  return { id: event.id, type: event.type, outcome };
}
