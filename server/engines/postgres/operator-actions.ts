import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { OperatorAction } from '#server/operating/records.ts';
import type { PostgresDatabase, Queries } from './database.ts';

/** Writes into the record of what operators did. Call it inside the transaction of what was done. */
export async function recordAction(queries: Queries, action: OperatorAction): Promise<void> {
  await queries.run(
    'INSERT INTO operator_actions (at, actor, action, subject, reason, details) VALUES ($1, $2, $3, $4, $5, $6)',
    ...[
      action.at,
      action.actor,
      action.action,
      action.subject,
      action.reason,
      JSON.stringify(action.details),
    ],
  );
}

/** The record of what operators did. */
export function actionMethods(db: PostgresDatabase): Pick<OperatorStore, 'noteAction' | 'actions'> {
  return {
    noteAction: (action) => db.write([], (queries) => recordAction(queries, action)),
    actions: async (most) => {
      const rows = await db.all<Omit<OperatorAction, 'details'> & { details: string }>(
        'SELECT at, actor, action, subject, reason, details FROM operator_actions ORDER BY id DESC LIMIT $1',
        most,
      );
      return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as Record<string, unknown> }));
    },
  };
}
