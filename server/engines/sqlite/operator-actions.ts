import type { Database } from 'better-sqlite3';
import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { OperatorAction, OperatorActor } from '#server/operating/records.ts';

interface ActionRow {
  at: string;
  actor: OperatorActor;
  action: string;
  subject: string | null;
  reason: string | null;
  details: string;
}

/** Writes into the record of what operators did. Call it inside the transaction of what was done. */
export function actionRecorder(db: Database): (action: OperatorAction) => void {
  const insert = db.prepare(
    'INSERT INTO operator_actions (at, actor, action, subject, reason, details) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return ({ at, actor, action, subject, reason, details }) => {
    insert.run(at.toISOString(), actor, action, subject, reason, JSON.stringify(details));
  };
}

/** The record of what operators did. */
export function actionMethods(db: Database): Pick<OperatorStore, 'noteAction' | 'actions'> {
  const record = actionRecorder(db);
  const newest = db.prepare<[number], ActionRow>('SELECT * FROM operator_actions ORDER BY id DESC LIMIT ?');
  return {
    noteAction: async (action) => record(action),
    actions: async (most) =>
      newest.all(most).map(({ at, actor, action, subject, reason, details }) => ({
        at: new Date(at),
        actor,
        action,
        subject,
        reason,
        details: JSON.parse(details) as Record<string, unknown>,
      })),
  };
}
