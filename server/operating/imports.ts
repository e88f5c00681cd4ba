// Imports of backers and old purchases from files, and undoing them.

import { inParts, writersTurnMs } from '#server/ledger/in-parts.ts';
import { integer, nullable, oneOf, type Row, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { noteGrantEvents } from '#server/owning/grant-history.ts';
import { grantAdventures } from '#server/owning/grants.ts';
import { Refusal } from '#server/refusal.ts';
import { type ImportKind, importKinds } from '#shared/api/imports.ts';
import { sumOf } from '#shared/money.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import { withoutAddresses } from './checked-input.ts';
import { carryOut, lookUp, type OperatorActor, type OperatorNeeds } from './operator-action.ts';

/** One line of an import file, ready to be granted. */
export interface ImportEntry {
  /** Hash of the line's content; the same line has the same key in every file. */
  key: string;
  /** Normalised. */
  email: string;
  adventureIds: readonly AdventureId[];
  grantedAt: Date;
}

/** Lines per transaction. In between, a running site can write. */
const linesAtOnce = 1000;
/** The lock for importing and undoing. */
const importLock = 'imports';

export interface ImportResult {
  /** `null` when nothing was new, and so nothing was written. */
  importId: number | null;
  added: number;
  /** Lines that were imported before, by this file or another, or are duplicates in it. */
  already: number;
}

const countKnown = query('SELECT count(*) FROM import_entries WHERE entry_key IN (?*)', integer);

/** How many of these lines were imported before. */
function* knownEntries(entries: readonly ImportEntry[]): Script<number> {
  return sumOf(yield* countKnown.each(entries.map(({ key }) => key)));
}

/** Dry run: how many lines of a file would be new. */
export async function previewImport(
  { ledger }: Pick<OperatorNeeds, 'ledger'>,
  entries: readonly ImportEntry[],
): Promise<{ new: number; already: number }> {
  const lines = distinct(entries);
  const known = await ledger.read(() => knownEntries(lines));
  return { new: lines.length - known, already: entries.length - lines.length + known };
}

/**
 * Imports the lines that were not imported before; idempotent. An interrupted import is completed by running its file
 * again under the same name, which ends it, or undone like any other. An import that is undone while it runs stops.
 * @throws {Refusal} `invalid_request` when it was undone meanwhile
 */
export async function runImport(
  needs: OperatorNeeds,
  kind: ImportKind,
  fileName: string,
  entries: readonly ImportEntry[],
  onProgress: (done: number, total: number) => void,
): Promise<ImportResult> {
  const name = withoutAddresses(fileName);
  const { ledger, actor, clock } = needs;
  // Sorted by key, so that neighbours in the table's index are written together.
  const lines = distinct(entries).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  if ((await previewImport(needs, lines)).new === 0) {
    await ledger.amend(() => finishInterrupted.run(clock(), kind, name));
    return { importId: null, added: 0, already: entries.length };
  }
  const about = { details: { kind, name, lines: lines.length } };
  const importId = await carryOut(needs, 'imports.run', about, [importLock], function* (entry) {
    const id = yield* insertImport.one(kind, name, entry.at, entry.actor);
    entry.subject = `import ${id}`;
    return id;
  });
  let added = 0;
  let done = 0;
  for await (const part of inParts(lines, linesAtOnce, writersTurnMs)) {
    const at = clock();
    added += await ledger.write([importLock], () => addEntries(importId, part, actor, at));
    done += part.length;
    onProgress(done, lines.length);
  }
  const ended = await ledger.amend(function* () {
    const count = yield* finish.run(clock(), importId);
    if (count > 0) yield* finishInterrupted.run(clock(), kind, name);
    return count;
  });
  if (ended === 0) throw undoneMeanwhile(importId);
  return { importId, added, already: entries.length - added };
}

const insertImport = query(
  'INSERT INTO imports (kind, name, started_at, started_by) VALUES (?, ?, ?, ?) RETURNING id',
  integer,
);
const finish = command('UPDATE imports SET finished_at = ? WHERE id = ? AND undone_at IS NULL');
// Whose file is brought in as a whole waits for nothing any more. If one of this name runs at the same time, it ends itself.
const finishInterrupted = command(
  `UPDATE imports SET finished_at = ? WHERE kind = ? AND name = ? AND finished_at IS NULL AND undone_at IS NULL`,
);
const stillWanted = query('SELECT id FROM imports WHERE id = ? AND undone_at IS NULL', integer);

const undoneMeanwhile = (importId: number) =>
  new Refusal(
    'invalid_request',
    `Import ${importId} was taken back while it ran, so the rest of the file was not brought in. If you want its lines, bring the file in again.`,
  );

const insertEntries = query(
  `INSERT INTO import_entries (entry_key, import_id) VALUES ?*
   ON CONFLICT (entry_key) DO NOTHING RETURNING entry_key`,
  text,
);

/**
 * Adds lines that were never imported; skips the others.
 * @returns how many it added
 * @throws {Refusal} when the import was undone meanwhile: an import is undone only once, so lines added after that would
 * stay
 */
function* addEntries(
  importId: number,
  entries: readonly ImportEntry[],
  actor: OperatorActor,
  at: Date,
): Script<number> {
  if (!(yield* stillWanted.get(importId))) throw undoneMeanwhile(importId);
  const added = yield* insertEntries.each(entries.map(({ key }) => [key, importId]));
  const fresh = new Set(added);
  const grants = entries
    // A duplicate line counts once.
    .filter(({ key }) => fresh.delete(key))
    .flatMap(({ email, adventureIds, grantedAt }) =>
      adventureIds.map((adventureId) => ({ adventureId, accountId: null, email, importId, grantedAt })),
    );
  yield* grantAdventures('import', grants, { by: actor, event: null }, at);
  return added.length;
}

const shape = {
  id: integer,
  kind: oneOf(importKinds),
  name: text,
  startedAt: time,
  startedBy: text,
  /** `null` while the import runs, and when it was interrupted or undone before its end. */
  finishedAt: nullable(time),
  undoneAt: nullable(time),
  undoneBy: nullable(text),
  /** Lines and grants in the database that came from it. */
  entries: integer,
  grants: integer,
} as const;
/** An import, with what is left of it. */
export type Import = Row<typeof shape>;
const allImports = query(
  `SELECT id, kind, name, started_at, started_by, finished_at, undone_at, undone_by,
     (SELECT count(*) FROM import_entries WHERE import_id = imports.id) AS entries,
     (SELECT count(*) FROM grants WHERE import_id = imports.id AND revoked_at IS NULL) AS grants
   FROM imports ORDER BY id DESC`,
  shape,
);

/** Imports, the newest first. */
export function listImports(needs: OperatorNeeds): Promise<Import[]> {
  return lookUp(needs, 'imports.list', {}, () => allImports.all());
}

const active = 'FROM grants WHERE import_id = ? AND revoked_at IS NULL';
const countUndoable = query(
  `SELECT count(grants.id) FROM imports
   LEFT JOIN grants ON grants.import_id = imports.id AND grants.revoked_at IS NULL
   WHERE imports.id = ? AND undone_at IS NULL GROUP BY imports.id`,
  integer,
);
// Locked before checking who claimed them, so that nobody claims one that is being removed.
const lockActive = query(
  `SELECT count(*) FROM (SELECT id ${active} ORDER BY id FOR NO KEY UPDATE) AS locked`,
  integer,
);
const markUndone = command(
  'UPDATE imports SET undone_at = ?, undone_by = ? WHERE id = ? AND undone_at IS NULL',
);
const forgetHistory = command(
  `DELETE FROM grant_events WHERE grant_id IN (SELECT id ${active} AND account_id IS NULL)`,
);
// Grants that were revoked before stay, as the record of why somebody lost something.
const removeUnclaimed = command(`DELETE ${active} AND account_id IS NULL`);
const revokeClaimed = query(
  `UPDATE grants SET revoked_at = ?, revoked_reason = 'import_undone'
   WHERE import_id = ? AND revoked_at IS NULL RETURNING id`,
  integer,
);
const forgetEntries = command('DELETE FROM import_entries WHERE import_id = ?');

const noneToUndo = (importId: number) =>
  new Refusal('not_found', `There is no import ${importId} that could be undone.`);

/** Dry run of undoing an import: how many unlocks it would remove. @throws {Refusal} as {@link undoImport} */
export async function previewUndo({ ledger }: OperatorNeeds, importId: number): Promise<number> {
  const undoable = await ledger.read(() => countUndoable.get(importId));
  if (undoable === undefined) throw noneToUndo(importId);
  return undoable;
}

/**
 * Undoes an import: unclaimed grants are deleted, with nothing left but the audit log entry; claimed ones are revoked.
 * @throws {Refusal} `not_found` when there is none of this number, or it was undone before
 */
export function undoImport(
  needs: OperatorNeeds,
  importId: number,
  reason: string | null,
): Promise<{ removed: number; revoked: number }> {
  const about = { subject: `import ${importId}`, reason };
  return carryOut(needs, 'imports.undo', about, [importLock], function* ({ at, actor, cause, details }) {
    if ((yield* markUndone.run(at, actor, importId)) === 0) throw noneToUndo(importId);
    yield* lockActive.get(importId);
    yield* forgetHistory.run(importId);
    const removed = yield* removeUnclaimed.run(importId);
    const claimed = yield* revokeClaimed.all(at, importId);
    yield* noteGrantEvents(claimed, 'revoked', 'import_undone', cause, at);
    yield* forgetEntries.run(importId);
    const result = { removed, revoked: claimed.length };
    Object.assign(details, result);
    return result;
  });
}

function distinct(entries: readonly ImportEntry[]): ImportEntry[] {
  return [...new Map(entries.map((each) => [each.key, each])).values()];
}
