import type { Database } from 'better-sqlite3';
import type { WebhookEvent } from '#server/buying/payment-provider.ts';
import type { Actor, Cause, EventOutcome, GrantChange } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import type { GroupCommit } from './group-commit.ts';

type NoteEvent = (event: WebhookEvent, outcome: EventOutcome, by: Actor, at: Date) => void;

/** The ledger of the payment provider's events. The plain functions are for use inside transactions. */
export function eventLedger(db: Database): { noteEvent: NoteEvent; hasEvent: (id: string) => boolean } {
  const insert = db.prepare(
    `INSERT INTO webhook_events (id, type, object_id, outcome, brought_by, created_at, received_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO NOTHING`,
  );
  const byId = db.prepare('SELECT 1 FROM webhook_events WHERE id = ?');
  return {
    noteEvent: (event, outcome, by, at) => {
      const { id, type, objectId, createdAt } = event;
      insert.run(id, type, objectId, outcome, by, createdAt.toISOString(), at.toISOString());
    },
    hasEvent: (id) => byId.get(id) !== undefined,
  };
}

/** The ledger as part of the store. */
export function eventMethods(db: Database, { shared }: GroupCommit): Pick<Store, 'noteEvent' | 'hasEvent'> {
  const { noteEvent, hasEvent } = eventLedger(db);
  return {
    noteEvent: shared(noteEvent),
    hasEvent: async (id) => hasEvent(id),
  };
}

export type NoteGrantEvent = (
  grantId: number,
  what: GrantChange,
  reason: string,
  cause: Cause,
  at: Date,
) => void;

/**
 * The history of grants. Whoever changes a grant writes here in the same transaction.
 * @returns a function that adds a row; `reason` is a code, never personal
 */
export function grantHistory(db: Database): NoteGrantEvent {
  const insert = db.prepare(
    'INSERT INTO grant_events (grant_id, what, reason, actor, event_id, at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return (grantId, what, reason, { by, event }, at) => {
    insert.run(grantId, what, reason, by, event?.id ?? null, at.toISOString());
  };
}
