// Import of a file of backers or old purchases, for the command line and the operator's page.

import type { ImportKind, ImportRequest } from '#shared/api/imports.ts';
import { backerHeadings, type KnownHeadings, purchaseHeadings, readColumns } from './column-names.ts';
import { readTable } from './csv-table.ts';
import { readBackers, readOldPurchases, readRewards } from './import-file.ts';
import { type ImportResult, previewImport, runImport } from './imports.ts';
import type { OperatorNeeds } from './operator-action.ts';
import { paidPledges } from './pledge-states.ts';
import type { FileFault } from './table-file.ts';

/** The operator's instructions about a file; all but the columns are for backers only. */
type FileReading = Pick<ImportRequest, 'columns' | 'rewards' | 'paidStates'>;

const columnsOf: Record<ImportKind, { known: KnownHeadings; needed: readonly string[] }> = {
  backers: { known: backerHeadings, needed: ['email', 'reward'] },
  purchases: { known: purchaseHeadings, needed: ['email', 'product'] },
};

/** A file that was read: every line is an entry, an unpaid pledge, or a fault. */
type ImportFile = ReturnType<typeof readImportFile>;

/**
 * Reads a whole file, and changes nothing.
 * @param name shown to the operator, and stored with the import
 * @returns also unpaid pledges, for which nothing is unlocked, and lines that cannot be used, in the order of the file
 * @throws {Refusal} `invalid_request` when it lacks a column, or the instructions make no sense
 */
export function readImportFile(
  kind: ImportKind,
  file: { name: string; bytes: Buffer },
  said: FileReading,
  now: Date,
) {
  const { known, needed } = columnsOf[kind];
  const rewards = readRewards(said.rewards);
  const chosen = readColumns(said.columns, known);
  const { rows, faults: unreadable, encoding } = readTable(file.bytes, file.name, needed, { known, chosen });
  const pledges = kind === 'backers' ? paidPledges(rows, said.paidStates) : { rows, unpaid: [], faults: [] };
  const read =
    kind === 'backers' ? readBackers(pledges.rows, rewards, now) : readOldPurchases(pledges.rows, now);
  const faults = [...unreadable, ...pledges.faults, ...read.faults].toSorted((a, b) => a.line - b.line);
  return { name: file.name, kind, encoding, entries: read.entries, unpaid: pledges.unpaid, faults };
}

/** The result of an import; without `changed`, nothing was written, and `new` is what would be. */
export type BroughtIn = (
  | { changed: false; new: number; already: number }
  | ({ changed: true } & ImportResult)
) & {
  faults: FileFault[];
};

/**
 * Imports a file, unless it is a dry run, has nothing new, or has bad lines that the operator did not agree to skip.
 * @param choice.dryRun only report what would be new
 * @param choice.skipBadLines import the good lines although there are bad ones
 */
export async function bringIn(
  needs: OperatorNeeds,
  { kind, name, entries, faults }: ImportFile,
  choice: { dryRun: boolean; skipBadLines: boolean },
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<BroughtIn> {
  if (choice.dryRun || (faults.length > 0 && !choice.skipBadLines) || entries.length === 0) {
    return { ...(await previewImport(needs, entries)), faults, changed: false };
  }
  return { ...(await runImport(needs, kind, name, entries, onProgress)), faults, changed: true };
}
