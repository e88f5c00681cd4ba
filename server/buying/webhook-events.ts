// The payment provider's events that were processed, each once (idempotency).

import type { Actor, Cause } from '#server/identity/cause.ts';
import { word } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { dayMs, earlier } from '#server/moments.ts';
import type { WebhookEvent } from './payment-provider.ts';

/** A cause with the whole event, which is noted with what it changes. */
export interface EventCause extends Cause {
  event: WebhookEvent | null;
}

/** All results of processing an event. */
export const eventOutcomes = [
  'fulfilled',
  'already_fulfilled',
  'not_paid',
  'not_ours',
  'no_email',
  'ignored',
  /** A refund or dispute changed the order. */
  'applied',
  /** A refund or dispute that changed nothing, for example an older state. */
  'unchanged',
  /** A refund or dispute whose purchase is not recorded yet; it takes effect with the purchase. */
  'waiting',
] as const;
/** The result of processing an event; stored with it. */
export type EventOutcome = (typeof eventOutcomes)[number];

const insert = command(
  `INSERT INTO webhook_events (id, type, object_id, outcome, brought_by, created_at, received_at)
   VALUES (?, ?, ?, ?, ?, ?, ?)
   ON CONFLICT (id) DO NOTHING`,
);
/**
 * How long events are kept, in days: a payment can be contested at the bank for 13 months. The provider delivers for three days
 * and tells of events for 30, so none that was forgotten comes again as a new one; refunds, disputes and the history of grants
 * have what they need of it themselves.
 */
const keptDays = 400;
/** How many events are deleted at once. */
export const eventsAtOnce = 256;
const deleteOld = command(
  `DELETE FROM webhook_events
   WHERE id IN (SELECT id FROM webhook_events WHERE received_at <= ? ORDER BY received_at LIMIT ?)`,
);
const bringer = query('SELECT brought_by FROM webhook_events WHERE id = ?', word<Actor>());

/** Notes an event, in the same transaction as its changes. Idempotent. */
export function* noteEvent(
  { id, type, objectId, createdAt }: WebhookEvent,
  outcome: EventOutcome,
  by: Actor,
  at: Date,
): Script<void> {
  yield* insert.run(id, type, objectId, outcome, by, createdAt, at);
}

/** Who brought an event; `null` when it is not known. */
export function* whoBrought(id: string): Script<Actor | null> {
  return (yield* bringer.get(id)) ?? null;
}

/** Whether an event is in our table: what it tells was recorded with it. */
export function* hasEvent(id: string): Script<boolean> {
  return (yield* whoBrought(id)) !== null;
}

/**
 * Deletes the oldest of the events that were received more than 400 days ago.
 * @returns how many: fewer than {@link eventsAtOnce} once none is left
 */
export const removeOldEvents = (at: Date): Script<number> =>
  deleteOld.run(earlier(at, keptDays * dayMs), eventsAtOnce);
