import { z } from 'zod';
import { importLimits } from '../operator-limits.ts';
import { moment } from './operator.ts';

/** The calls of the operator's page about imports. Times are ISO 8601 in UTC. */

/** What a file lists: the backers of a campaign, or the purchases of an earlier shop. */
export const importKinds = ['backers', 'purchases'] as const;
export type ImportKind = (typeof importKinds)[number];
const importKind = z.enum(importKinds);

/** The answer of `operatorImports`: the newest first. */
export const operatorImportsSchema = z.object({
  imports: z.array(
    z.object({
      id: z.int(),
      kind: importKind,
      name: z.string(),
      startedAt: moment,
      startedBy: z.string(),
      /** `null` while the import runs, and when it was interrupted or undone before its end. */
      finishedAt: moment.nullable(),
      undoneAt: moment.nullable(),
      undoneBy: z.string().nullable(),
      /** Lines in the database that came from it, and their unlocks. */
      entries: z.int(),
      grants: z.int(),
    }),
  ),
});
export type OperatorImports = z.infer<typeof operatorImportsSchema>;

const said = z.array(z.string().max(300)).max(50);

/** The body of `operatorNewImport`: a file and the operator's instructions. A dry run unless `dryRun` is false. */
export const importRequestSchema = z.object({
  kind: importKind,
  name: z.string().min(1).max(importLimits.name),
  /** The file's bytes, in base64. */
  content: z.base64(),
  /** Which heading means which column, as `email=Backer Email`. */
  columns: said,
  /** What a reward unlocks, as `Hero=ID+ID`. */
  rewards: said,
  /** Further names of the paid state of pledges. */
  paidStates: said,
  dryRun: z.boolean(),
  skipBadLines: z.boolean(),
});
export type ImportRequest = z.infer<typeof importRequestSchema>;

const line = z.object({ line: z.int(), reason: z.string() });
/** Its answer. */
export const importResultSchema = z.object({
  encoding: z.string(),
  /** Whether anything was written. */
  changed: z.boolean(),
  /** The import's number; `null` when nothing was written. */
  importId: z.int().nullable(),
  /** Lines that are new, or were imported just now; and those that were imported before. */
  fresh: z.int(),
  already: z.int(),
  /** Unpaid pledges, and lines that cannot be used: how many, and the first 100 of each. */
  unpaid: z.object({ count: z.int(), first: z.array(line) }),
  faults: z.object({ count: z.int(), first: z.array(line) }),
});
export type ImportAnswer = z.infer<typeof importResultSchema>;

/** The answer of `operatorImportUndo`: unclaimed unlocks that were removed, and claimed ones that were revoked. */
export const importUndoSchema = z.object({ removed: z.int(), revoked: z.int() });
