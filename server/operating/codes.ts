// Activation codes, single or by batch or campaign: look-up, export, revocation.

import { inRanges, type Range, writersTurnMs } from '#server/ledger/in-parts.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { integer, nullable, type Row, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { codeShape, codeWriterLock, findCode, hasExpired, knownAmong } from '#server/owning/codes.ts';
import { Refusal } from '#server/refusal.ts';
import { withoutAddresses } from './checked-input.ts';
import { carryOut, noteAction, type OperatorNeeds } from './operator-action.ts';

/** Which codes are meant. */
export type CodeSelection = { codeId: number } | { batchId: number } | { campaign: string };

/** A code with what it unlocks and who used it; the account is `null` once it was deleted. */
export interface CodeRecord extends Row<typeof codeShape> {
  unlocks: string[];
  redemptions: { accountId: string | null; redeemedAt: Date }[];
}

/**
 * How many codes are made, written or read at once. It takes some 10 ms, during which a site on SQLite answers nothing, and
 * an export of a million keeps no more of them in memory.
 */
export const codesAtOnce = 256;
/** How many numbers of codes are counted or changed in one statement: takes some milliseconds. */
export const numbersAtOnce = 4096;

/** The statements about codes that have a value in this column. */
function statementsBy(column: 'id' | 'batch_id' | 'campaign') {
  const inRange = `activation_codes WHERE ${column} = ? AND id > ? AND id <= ? AND (revoked_at IS NULL) = ?`;
  return {
    page: query(
      `SELECT {columns} FROM activation_codes WHERE ${column} = ? AND id > ? ORDER BY id LIMIT ?`,
      codeShape,
    ),
    count: query(`SELECT count(*) FROM activation_codes WHERE ${column} = ?`, integer),
    extent: query(
      `SELECT (SELECT min(id) FROM activation_codes WHERE ${column} = ?) AS first,
         (SELECT max(id) FROM activation_codes WHERE ${column} = ?) AS last`,
      { first: nullable(integer), last: nullable(integer) },
    ),
    countInRange: query(`SELECT count(*) FROM ${inRange}`, integer),
    revoke: command(`UPDATE activation_codes SET revoked_at = ? WHERE id IN (SELECT id FROM ${inRange})`),
  };
}
const byCode = statementsBy('id');
const byBatch = statementsBy('batch_id');
const byCampaign = statementsBy('campaign');

/** The statements for a selection with their value, and its name in the audit log. */
function chosen(selection: CodeSelection) {
  if ('codeId' in selection)
    return { ...byCode, value: selection.codeId, subject: `code ${selection.codeId}` };
  if ('batchId' in selection)
    return { ...byBatch, value: selection.batchId, subject: `batch ${selection.batchId}` };
  return { ...byCampaign, value: selection.campaign, subject: `campaign ${selection.campaign}` };
}

const unlocksOf = query(
  `SELECT {columns} FROM activation_code_unlocks WHERE code_id IN (?*) ORDER BY adventure_id COLLATE "C"`,
  { codeId: integer, adventureId: text },
);
const redemptionsOf = query('SELECT {columns} FROM redemptions WHERE code_id IN (?*) ORDER BY id', {
  codeId: integer,
  accountId: nullable(text),
  redeemedAt: time,
});

/** The action in the audit log; it stops the writing of a batch (code-batches.ts). */
export const revokeAction = 'codes.revoke';
/** The name of codes as it stands in the audit log: without the address in the name of an older campaign. */
export const subjectOfCodes = (selection: CodeSelection): string =>
  withoutAddresses(chosen(selection).subject);

function* recordsOf(rows: readonly Row<typeof codeShape>[]): Script<CodeRecord[]> {
  const ids = rows.map(({ id }) => id);
  const unlocks = Map.groupBy(yield* unlocksOf.each(ids), ({ codeId }) => codeId);
  const redemptions = Map.groupBy(yield* redemptionsOf.each(ids), ({ codeId }) => codeId);
  return rows.map((row) => ({
    ...row,
    unlocks: (unlocks.get(row.id) ?? []).map(({ adventureId }) => adventureId),
    redemptions: (redemptions.get(row.id) ?? []).map(({ codeId: _, ...redemption }) => redemption),
  }));
}

/** Those of these codes that exist, with their state, by each of these. Call it in one snapshot. */
export function* findCodes(codes: readonly string[]): Script<Map<string, CodeRecord>> {
  const known = yield* knownAmong(codes);
  const records = new Map(
    (yield* recordsOf([...new Set(known.values())])).map((record) => [record.id, record]),
  );
  return new Map([...known].map(([code, { id }]) => [code, records.get(id) as CodeRecord]));
}

/** Shows a code, found as in a redemption. @throws {Refusal} `not_found` */
export async function showCode(
  needs: OperatorNeeds,
  typed: string,
): Promise<CodeRecord & { expired: boolean }> {
  const code = await needs.ledger.snapshot(function* () {
    const found = yield* findCode(typed);
    return found && (yield* recordsOf([found]))[0];
  });
  if (!code) throw noSuchCode(typed);
  await noteAction(needs, 'codes.show', { subject: chosen({ codeId: code.id }).subject });
  return { ...code, expired: hasExpired(code, needs.clock()) };
}

/** A code as a selection, found as in a redemption. @throws {Refusal} `not_found` */
export async function selectCode({ ledger }: OperatorNeeds, typed: string): Promise<CodeSelection> {
  const code = await ledger.read(() => findCode(typed));
  if (!code) throw noSuchCode(typed);
  return { codeId: code.id };
}

const noSuchCode = (typed: string) => new Refusal('not_found', `There is no code ${typed}.`);

/** How many codes a selection has. */
export async function countCodes({ ledger }: OperatorNeeds, selection: CodeSelection): Promise<number> {
  const { count, value } = chosen(selection);
  return ledger.read(() => count.one(value));
}

/**
 * The codes of a selection with their state, in order of creation. Streamed in pieces, each a read of its own; the audit
 * log entry is written before the first.
 */
export async function* exportCodes(
  needs: OperatorNeeds,
  selection: CodeSelection,
): AsyncGenerator<CodeRecord[]> {
  await noteAction(needs, 'codes.export', { subject: chosen(selection).subject });
  yield* readCodes(needs.ledger, selection);
}

/** The codes of a selection, in pieces. */
export async function* readCodes(ledger: Ledger, selection: CodeSelection): AsyncGenerator<CodeRecord[]> {
  const { page, value } = chosen(selection);
  for (let last = 0, left = true; left; ) {
    const records = await ledger.snapshot(function* () {
      return yield* recordsOf(yield* page.all(value, last, codesAtOnce));
    });
    if (records.length > 0) yield records;
    last = records.at(-1)?.id ?? last;
    left = records.length === codesAtOnce;
    // SQLite answers synchronously: without yielding in between, a site would answer nothing until the last piece.
    await new Promise(setImmediate);
  }
}

/**
 * Changes the codes of a selection. Many are changed in parts, the first together with the audit log entry, which says how
 * many there are to change; when that is interrupted, doing it again changes the rest.
 *
 * A batch that is being written gets no more codes after the entry of its revocation (code-batches.ts). So the last code is
 * looked for in the same transaction, and under the same lock: all that there will be are revoked.
 * @param count how many of a range are to be changed
 * @param change changes them. @returns how many
 * @returns how many codes changed
 */
export async function changeInParts(
  needs: OperatorNeeds,
  selection: CodeSelection,
  { action, ...about }: { action: string; reason: string | null; details?: Record<string, unknown> },
  count: (range: Range) => Script<number>,
  change: (at: Date, range: Range) => Script<number>,
): Promise<number> {
  const { extent, value, subject } = chosen(selection);
  const beginOf = ({ first, last }: { first: number | null; last: number | null }) => {
    const after = (first ?? 0) - 1;
    return { after, upTo: Math.min(after + numbersAtOnce, last ?? 0) };
  };
  // Most are counted before the transaction, which would otherwise make others wait.
  const seen = await needs.ledger.read(() => extent.one(value, value));
  let counted = 0;
  for await (const range of inRanges({ first: beginOf(seen).upTo + 1, last: seen.last }, numbersAtOnce))
    counted += await needs.ledger.read(() => count(range));
  const locks = 'codeId' in selection ? [] : [codeWriterLock];
  const begun = await carryOut(needs, action, { subject, ...about }, locks, function* (entry) {
    const now = yield* extent.one(value, value);
    const begin = beginOf(now);
    const changed = yield* change(entry.at, begin);
    const after = Math.max(begin.upTo, seen.last ?? 0);
    const added = yield* count({ after, upTo: now.last ?? 0 });
    entry.details['changed'] = changed + counted + added;
    return { at: entry.at, changed, rest: { first: begin.upTo + 1, last: now.last } };
  });
  let { changed } = begun;
  for await (const range of inRanges(begun.rest, numbersAtOnce, writersTurnMs))
    changed += await needs.ledger.write([], () => change(begun.at, range));
  return changed;
}

/**
 * Revokes or unrevokes one code, a batch or a campaign. What was redeemed stays unlocked.
 * @returns how many codes changed
 */
export function setCodesRevoked(
  needs: OperatorNeeds,
  selection: CodeSelection,
  revoked: boolean,
  reason: string | null,
): Promise<number> {
  const { countInRange, revoke, value } = chosen(selection);
  return changeInParts(
    needs,
    selection,
    { action: revoked ? revokeAction : 'codes.unrevoke', reason },
    ({ after, upTo }) => countInRange.one(value, after, upTo, revoked),
    (at, { after, upTo }) => revoke.run(revoked ? at : null, value, after, upTo, revoked),
  );
}
