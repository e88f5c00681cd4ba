// Operators' actions on the whole database: reconcile, backup, restore.

import { type ReconcileOptions, type ReconcileResult, reconcile } from '#server/buying/reconcile.ts';
import type { DatabaseReport } from '#server/ledger/ledger.ts';
import { noteAction, type OperatorNeeds } from './operator-action.ts';
import type { OperatorOrderNeeds } from './operator-orders.ts';

/** Runs the reconciler now. @throws {PaymentProviderUnavailable} */
export async function reconcileNow(
  needs: OperatorOrderNeeds,
  options: ReconcileOptions,
): Promise<ReconcileResult> {
  const result = await reconcile(needs, options);
  const { dryRun, purchases, failed } = result;
  await noteAction(needs, 'reconcile', { details: { dryRun, purchases: purchases.length, failed } });
  return result;
}

/**
 * Copies the database in its present state into a new file, and checks the copy.
 * @throws when the file exists already, or the copy fails its check; no file is left then
 */
export async function backUp(
  needs: OperatorNeeds,
  file: string,
  onProgress: (done: number, total: number) => void,
): Promise<DatabaseReport> {
  const report = await needs.ledger.backup(file, onProgress);
  await noteAction(needs, 'backup', { subject: file, details: { bytes: report.bytes } });
  return report;
}

/** Notes in a restored database which backup it came from. */
export function noteRestored(needs: OperatorNeeds, from: string): Promise<void> {
  return noteAction(needs, 'restore', { subject: from, details: { from } });
}
