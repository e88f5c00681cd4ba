import type { Database } from 'better-sqlite3';
import type { GrantEvent, OpenAttention, OrderGrant } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';

type Raw<T, Dates extends keyof T> = Omit<T, Dates> & Record<Dates, string>;

/** How long the reconciler's runs are kept, in milliseconds. */
const keepRunsMs = 90 * 24 * 60 * 60 * 1000;

/** What operators look at and close: open questions, histories, the reconciler's runs. */
export function operatorMethods(
  db: Database,
): Pick<
  Store,
  'orderGrants' | 'openAttention' | 'resolveAttention' | 'lastReconciliation' | 'noteReconciliation'
> {
  const grants = db.prepare<[string], Raw<OrderGrant, 'grantedAt'>>(
    `SELECT adventure_id AS adventureId, grants.account_id AS accountId, withheld_reason AS withheldReason,
       revoked_reason AS revokedReason, granted_at AS grantedAt
     FROM grants JOIN purchases ON purchases.id = purchase_id WHERE checkout_session_id = ? ORDER BY grants.id`,
  );
  const history = db.prepare<[string], Raw<GrantEvent, 'at'>>(
    `SELECT adventure_id AS adventureId, what, reason, actor, event_id AS eventId, at
     FROM grant_events JOIN grants ON grants.id = grant_id JOIN purchases ON purchases.id = purchase_id
     WHERE checkout_session_id = ? ORDER BY grant_events.id`,
  );
  const attention = db.prepare<[], Raw<OpenAttention, 'raisedAt'>>(
    `SELECT checkout_session_id AS checkoutSessionId, reason, subject, raised_at AS raisedAt
     FROM order_attention JOIN purchases ON purchases.id = purchase_id
     WHERE resolved_at IS NULL ORDER BY raised_at, checkout_session_id`,
  );
  const resolve = db.prepare(
    `UPDATE order_attention SET resolved_at = ?, resolved_by = ?
     WHERE purchase_id = (SELECT id FROM purchases WHERE checkout_session_id = ?)
       AND reason = ? AND subject = ? AND resolved_at IS NULL`,
  );
  const lastRun = db.prepare<[], { startedAt: string | null }>(
    'SELECT max(started_at) AS startedAt FROM reconciliations',
  );
  const insertRun = db.prepare(
    'INSERT OR REPLACE INTO reconciliations (started_at, finished_at, since, result) VALUES (?, ?, ?, ?)',
  );
  const forgetRuns = db.prepare('DELETE FROM reconciliations WHERE started_at < ?');

  const noteReconciliation = db.transaction((...[run]: Parameters<Store['noteReconciliation']>) => {
    const { startedAt, finishedAt, since, result } = run;
    insertRun.run(
      startedAt.toISOString(),
      finishedAt.toISOString(),
      since.toISOString(),
      JSON.stringify(result),
    );
    forgetRuns.run(new Date(startedAt.getTime() - keepRunsMs).toISOString());
  });

  return {
    orderGrants: async (checkoutSessionId) => ({
      grants: grants.all(checkoutSessionId).map((row) => ({ ...row, grantedAt: new Date(row.grantedAt) })),
      history: history.all(checkoutSessionId).map((row) => ({ ...row, at: new Date(row.at) })),
    }),
    openAttention: async () => attention.all().map((row) => ({ ...row, raisedAt: new Date(row.raisedAt) })),
    resolveAttention: async ({ checkoutSessionId, reason, subject }, by, at) =>
      resolve.run(at.toISOString(), by, checkoutSessionId, reason, subject).changes > 0,
    lastReconciliation: async () => {
      const startedAt = lastRun.get()?.startedAt;
      return startedAt ? new Date(startedAt) : null;
    },
    noteReconciliation: async (run) => noteReconciliation.immediate(run),
  };
}
