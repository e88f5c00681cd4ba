import type { WebhookEvent } from '#server/buying/payment-provider.ts';
import type { Actor, Cause, EventOutcome, GrantChange } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import type { PostgresDatabase, Queries } from './database.ts';

/** Notes an event of the payment provider. Repeating it changes nothing. */
export async function noteEvent(
  queries: Queries,
  event: WebhookEvent,
  outcome: EventOutcome,
  by: Actor,
  at: Date,
): Promise<void> {
  await queries.run(
    `INSERT INTO webhook_events (id, type, object_id, outcome, brought_by, created_at, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id) DO NOTHING`,
    ...[event.id, event.type, event.objectId, outcome, by, event.createdAt, at],
  );
}

export async function hasEvent(queries: Queries, id: string): Promise<boolean> {
  return (await queries.get('SELECT 1 FROM webhook_events WHERE id = $1', id)) !== undefined;
}

/** The ledger as part of the store. */
export function eventMethods(db: PostgresDatabase): Pick<Store, 'noteEvent' | 'hasEvent'> {
  return {
    noteEvent: (...args) => noteEvent(db, ...args),
    hasEvent: (id) => hasEvent(db, id),
  };
}

/**
 * Writes the history of grants, for all of them in one statement. Whoever changes a grant calls it in the same
 * transaction. @param reason a code, never personal
 */
export async function noteGrantEvents(
  queries: Queries,
  grantIds: readonly number[],
  what: GrantChange,
  reason: string,
  { by, event }: Cause,
  at: Date,
): Promise<void> {
  if (grantIds.length === 0) return;
  await queries.run(
    `INSERT INTO grant_events (grant_id, what, reason, actor, event_id, at)
     SELECT grant_id, $2, $3, $4, $5, $6 FROM unnest($1::bigint[]) WITH ORDINALITY AS given (grant_id, place)
     ORDER BY place`,
    ...[grantIds, what, reason, by, event?.id ?? null, at],
  );
}
