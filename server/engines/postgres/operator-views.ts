import type { GrantEvent, OpenAttention, OrderGrant } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import type { PostgresDatabase } from './database.ts';

/** How long the reconciler's runs are kept, in milliseconds. */
const keepRunsMs = 90 * 24 * 60 * 60 * 1000;

/** What operators look at and close: open questions, histories, the reconciler's runs. */
export function operatorMethods(
  db: PostgresDatabase,
): Pick<
  Store,
  'orderGrants' | 'openAttention' | 'resolveAttention' | 'lastReconciliation' | 'noteReconciliation'
> {
  return {
    orderGrants: (checkoutSessionId) =>
      db.snapshot(async (queries) => ({
        grants: await queries.all<OrderGrant>(
          `SELECT adventure_id AS "adventureId", grants.account_id AS "accountId", withheld_reason AS "withheldReason",
             revoked_reason AS "revokedReason", granted_at AS "grantedAt"
           FROM grants JOIN purchases ON purchases.id = purchase_id
           WHERE checkout_session_id = $1 ORDER BY grants.id`,
          checkoutSessionId,
        ),
        history: await queries.all<GrantEvent>(
          `SELECT adventure_id AS "adventureId", what, reason, actor, event_id AS "eventId", at
           FROM grant_events JOIN grants ON grants.id = grant_id JOIN purchases ON purchases.id = purchase_id
           WHERE checkout_session_id = $1 ORDER BY grant_events.id`,
          checkoutSessionId,
        ),
      })),
    openAttention: () =>
      db.all<OpenAttention>(
        `SELECT checkout_session_id AS "checkoutSessionId", reason, subject, raised_at AS "raisedAt"
         FROM order_attention JOIN purchases ON purchases.id = purchase_id
         WHERE resolved_at IS NULL ORDER BY raised_at, checkout_session_id COLLATE "C"`,
      ),
    resolveAttention: async ({ checkoutSessionId, reason, subject }, by, at) => {
      const resolved = await db.write([], (queries) =>
        queries.run(
          `UPDATE order_attention SET resolved_at = $1, resolved_by = $2
           WHERE purchase_id = (SELECT id FROM purchases WHERE checkout_session_id = $3)
             AND reason = $4 AND subject = $5 AND resolved_at IS NULL`,
          ...[at, by, checkoutSessionId, reason, subject],
        ),
      );
      return resolved > 0;
    },
    lastReconciliation: async () => {
      const last = await db.get<{ at: Date | null }>('SELECT max(started_at) AS at FROM reconciliations');
      return last?.at ?? null;
    },
    noteReconciliation: ({ startedAt, finishedAt, since, result }) =>
      db.write([], async (queries) => {
        await queries.run(
          `INSERT INTO reconciliations (started_at, finished_at, since, result) VALUES ($1, $2, $3, $4)
           ON CONFLICT (started_at) DO UPDATE
             SET finished_at = excluded.finished_at, since = excluded.since, result = excluded.result`,
          ...[startedAt, finishedAt, since, JSON.stringify(result)],
        );
        await queries.run(
          'DELETE FROM reconciliations WHERE started_at < $1',
          new Date(startedAt.getTime() - keepRunsMs),
        );
      }),
  };
}
