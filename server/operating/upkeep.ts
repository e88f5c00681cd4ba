// Operators' actions on the whole database: reconcile, backup, restore.

import { accountsBack, type KnownErasures, repeatErasures } from '#server/accounts/erasures.ts';
import { type ReconcileOptions, type ReconcileResult, reconcile } from '#server/buying/reconcile.ts';
import type { DatabaseReport } from '#server/ledger/ledger.ts';
import { accountLock } from '#server/ledger/locks.ts';
import { isDiskWithoutWrites } from '#server/set-up-fault.ts';
import { messageOf } from './finding.ts';
import { carryOut, noteAction, type OperatorNeeds } from './operator-action.ts';
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

/** What is known of a copy, and why it is not in the audit log; `null` where it is. */
export type BackupReport = DatabaseReport & { notNoted: string | null };

/**
 * Copies the database in its present state into a new file, and checks the copy. That the database takes no entry of it, because
 * its disk is read-only or full, is no reason to be without the copy.
 * @throws when the file exists already, or the copy fails its check; no file is left then
 */
export async function backUp(
  needs: OperatorNeeds,
  file: string,
  onProgress: (done: number, total: number) => void,
): Promise<BackupReport> {
  const report = await needs.ledger.backup(file, onProgress);
  try {
    await noteAction(needs, 'backup', { subject: file, details: { bytes: report.bytes } });
  } catch (error) {
    if (!isDiskWithoutWrites(error)) throw error;
    return { ...report, notNoted: messageOf(error) };
  }
  return { ...report, notNoted: null };
}

/**
 * Completes a restore in the restored database: records where it came from, and repeats the account deletions that
 * came after the backup. It may be done again.
 * @param from the backup, or the database before
 * @param known the deletions that the database before knew of, and those before it where it was a restored one itself; the newest last
 * @returns how many accounts were deleted again
 */
export async function completeRestore(
  needs: OperatorNeeds,
  from: string,
  ...known: readonly KnownErasures[]
): Promise<number> {
  const back: string[] = [];
  for (const each of known) back.push(...(await needs.ledger.read(() => accountsBack(each))));
  const locks = back.map(accountLock);
  return carryOut(needs, 'restore', { subject: from, details: { from } }, locks, function* (entry) {
    let deletedAgain = 0;
    for (const each of known) deletedAgain += yield* repeatErasures(each, entry.cause, entry.at);
    if (deletedAgain > 0) entry.details['deletedAgain'] = deletedAgain;
    return deletedAgain;
  });
}
