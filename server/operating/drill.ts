// Restore drills: a backup is proven by restoring it elsewhere, opening it as the site does, and comparing it.

import type { DatabaseReport, Ledger } from '#server/ledger/ledger.ts';
import { integer, jsonObject, nullable, text, time } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { noteAction, type OperatorNeeds } from './operator-action.ts';

/** The result of a drill. */
export interface DrillReport extends DatabaseReport {
  /** Purchases in the shop's database up to the backup's newest one; `null` without a database to compare with. */
  purchasesExpected: number | null;
}

const purchasesUntil = query('SELECT count(*) FROM purchases WHERE recorded_at <= ?', integer);

const shape = { at: time, subject: nullable(text), details: jsonObject } as const;
const newestDrill = query(
  "SELECT {columns} FROM operator_actions WHERE action = 'drill' ORDER BY id DESC LIMIT 1",
  shape,
);

/**
 * Checks a restored database: it takes a write, is whole, and has every purchase that the shop's own database had
 * recorded by then.
 * @param restored a disposable copy, opened as the site opens its database
 * @param current the shop's own database; `null` when there is none to compare with
 */
export async function tryRestored(restored: OperatorNeeds, current: Ledger | null): Promise<DrillReport> {
  await noteAction(restored, 'drill', { reason: 'this copy was restored to try it' });
  const report = await restored.ledger.inspect();
  const { newestPurchase } = report;
  const expected =
    current && newestPurchase && (await current.read(() => purchasesUntil.one(newestPurchase)));
  const purchasesExpected = current === null ? null : (expected ?? 0);
  const faults = [...report.faults];
  // More purchases than expected are no fault of the backup: the shop's database was itself restored since, and recorded
  // them again.
  if (purchasesExpected !== null && report.purchases < purchasesExpected) {
    faults.push(
      `it has ${report.purchases} purchases, and the shop's database recorded ${purchasesExpected} up to its newest one`,
    );
  }
  return { ...report, faults, purchasesExpected };
}

/** Writes the result of a drill into the audit log. @param name of the backup's file */
export function noteDrill(needs: OperatorNeeds, name: string, report: DrillReport): Promise<void> {
  const { faults, purchases, bytes } = report;
  return noteAction(needs, 'drill', {
    subject: name,
    details: { whole: faults.length === 0, purchases, bytes },
  });
}

/** The latest recorded drill with the backup's name, or `null`. */
export function* lastDrill() {
  const drill = yield* newestDrill.get();
  return drill ? { at: drill.at, backup: drill.subject, whole: drill.details['whole'] === true } : null;
}
