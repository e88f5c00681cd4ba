// Batches of activation codes: generated here, or imported from a file.

import { extentOf, inParts, inRanges, writersTurnMs } from '#server/ledger/in-parts.ts';
import { integer, nullable, oneOf, type Row, text, time } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { newActivationCode } from '#server/owning/activation-code.ts';
import {
  batchOrigins,
  codeWriterLock,
  type NewBatch,
  type NewCode,
  newBatch,
  newCodesAmong,
  writeCodes,
} from '#server/owning/codes.ts';
import { Refusal } from '#server/refusal.ts';
import { codeLimits } from '#shared/operator-limits.ts';
import { checkedCount, checkedUnlocks, refusePast, withoutAddresses } from './checked-input.ts';
import { type CodeFileDefaults, checkedCampaign } from './code-table.ts';
import { codesAtOnce, numbersAtOnce, revokeAction, subjectOfCodes } from './codes.ts';
import {
  carryOut,
  lookUp,
  newestAction,
  noteAction,
  type OperatorNeeds,
  subjectsSince,
} from './operator-action.ts';
import type { OnProgress } from './paid-parts.ts';

/** A batch to be made, as it was typed. */
interface NewCodeBatch extends CodeFileDefaults {
  campaign: string;
  count: number;
}

interface AddedCodes {
  /** `null` when every code existed, and so no batch was made. */
  batchId: number | null;
  added: number;
  existing: number;
}

/**
 * Makes a batch of new codes. A long one is written in parts; when that is interrupted, the batch has fewer codes than
 * the audit log says, nobody has seen them, and the batch may be revoked.
 * @returns the batch's number and its codes, as they are shown to people
 * @throws {Refusal} `invalid_request` when something about the batch is not right, or it was revoked meanwhile
 */
export async function createCodeBatch(
  needs: OperatorNeeds,
  batch: NewCodeBatch,
): Promise<{ batchId: number; codes: string[] }> {
  const { count, expiresAt, mostRedemptions } = batch;
  const campaign = checkedCampaign(batch.campaign);
  const unlocks = checkedUnlocks(batch.unlocks);
  checkedCount(count, codeLimits.batch, 'count');
  checkedCount(mostRedemptions, codeLimits.redemptions, 'mostRedemptions');
  refusePast(expiresAt, needs.clock());
  const codes: string[] = [];
  for await (const part of inParts(Array.from<null>({ length: count }), codesAtOnce))
    for (const _ of part) codes.push(newActivationCode());
  const { batchId } = await addCodeBatch(
    needs,
    'generated',
    codes.map((code) => ({ code, campaign, unlocks, expiresAt, mostRedemptions })),
    { campaign, unlocks, count, expiresAt, mostRedemptions },
  );
  if (batchId === null) throw new Error('A new code existed already, which cannot happen by chance');
  return { batchId, codes };
}

/**
 * Imports codes as one batch named after the first one's campaign. Existing codes stay as they are, so an import that was
 * interrupted between two parts is completed by running it again, with a second batch.
 * @throws {Refusal} `invalid_request` when the batch, or a campaign of the file, was revoked meanwhile
 */
export function importCodes(
  needs: OperatorNeeds,
  codes: readonly NewCode[],
  file: string,
): Promise<AddedCodes> {
  const campaign = checkedCampaign(codes[0]?.campaign ?? '');
  const details = { campaign, file: withoutAddresses(file), lines: codes.length };
  return addCodeBatch(needs, 'imported', codes, details);
}

/**
 * The first part creates the batch and the audit log entry in one transaction; each later part is a transaction of its
 * own. A revocation has its audit log entry, under the same lock, before it looks for the codes; a part is refused once
 * there is one. So no code is written that a revocation has missed.
 */
async function addCodeBatch(
  needs: OperatorNeeds,
  origin: NewBatch['origin'],
  codes: readonly NewCode[],
  details: { campaign: string; [detail: string]: unknown },
): Promise<AddedCodes> {
  const action = origin === 'generated' ? 'codes.create' : 'codes.import';
  const fresh: NewCode[] = [];
  const seen = new Set<string>();
  for await (const part of inParts(codes, codesAtOnce)) {
    const unknown = await needs.ledger.read(() => newCodesAmong(part));
    fresh.push(...unknown.filter(({ code }) => !seen.has(code) && seen.add(code)));
  }
  if (fresh.length === 0) {
    const nothing = { batchId: null, added: 0, existing: codes.length };
    await noteAction(needs, action, { details: { ...details, ...nothing } });
    return nothing;
  }
  const begin = fresh.slice(0, codesAtOnce);
  const begun = await carryOut(needs, action, { details }, [codeWriterLock], function* (entry) {
    const before = yield* newestAction();
    const batchId = yield* newBatch({ campaign: details.campaign, origin }, entry.actor, entry.at);
    const written = yield* writeCodes(batchId, begin, entry.at);
    const added = written + fresh.length - begin.length;
    entry.subject = `batch ${batchId}`;
    Object.assign(entry.details, { batchId, added, existing: codes.length - added });
    return { batchId, written, at: entry.at, before };
  });
  const { batchId, at, before } = begun;
  let added = begun.written;
  for await (const part of inParts(fresh.slice(codesAtOnce), codesAtOnce, writersTurnMs))
    added += await needs.ledger.write([codeWriterLock], function* () {
      const revoked = new Set(yield* subjectsSince(before, revokeAction));
      refuseRevoked(revoked, batchId, part, origin);
      return yield* writeCodes(batchId, part, at);
    });
  return { batchId, added, existing: codes.length - added };
}

/** @throws {Refusal} when the batch, or the campaign of one of these codes, is among what was revoked */
function refuseRevoked(
  revoked: ReadonlySet<string>,
  batchId: number,
  codes: readonly NewCode[],
  origin: NewBatch['origin'],
): void {
  const campaign = codes.find((code) => revoked.has(subjectOfCodes({ campaign: code.campaign })))?.campaign;
  if (!revoked.has(subjectOfCodes({ batchId })) && campaign === undefined) return;
  const what =
    campaign === undefined
      ? `Batch ${batchId} was revoked while its codes were`
      : `The campaign ${campaign} was revoked while batch ${batchId} was`;
  const next = origin === 'generated' ? 'Make another batch.' : 'Bring the file in again for it.';
  throw new Refusal('invalid_request', `${what} being written, and the rest was not written. ${next}`);
}

const shape = {
  id: integer,
  campaign: text,
  origin: oneOf(batchOrigins),
  createdAt: time,
  createdBy: text,
} as const;
/** A batch with the state of its codes. */
export interface CodeBatch extends Row<typeof shape> {
  /** How many codes it has, how many were redeemed at least once, and how many are revoked. */
  codes: number;
  redeemed: number;
  revoked: number;
  /** The latest expiry among its codes, or `null` when one never expires. */
  expiresAt: Date | null;
  /** The largest number of accounts that may use one of its codes. */
  mostRedemptions: number;
  /** What its codes unlock; several if they differ. */
  unlocks: string[];
}
// A batch is named after the first line of its file; other lines may name other campaigns.
const batches = query(
  `SELECT {columns} FROM code_batches WHERE CAST(? AS text) IS NULL OR campaign = ?
     OR id IN (SELECT batch_id FROM activation_codes WHERE campaign = ?) ORDER BY id DESC`,
  shape,
);
const extent = extentOf('activation_codes');
const counted = query(
  `SELECT batch_id, count(*) AS codes, count(revoked_at) AS revoked, max(most_redemptions) AS most_redemptions,
       CASE WHEN count(expires_at) = count(*) THEN max(expires_at) END AS expires_at,
       sum(CASE WHEN EXISTS (SELECT 1 FROM redemptions WHERE code_id = c.id) THEN 1 ELSE 0 END) AS redeemed
     FROM activation_codes c WHERE id > ? AND id <= ? GROUP BY batch_id`,
  {
    batchId: integer,
    codes: integer,
    revoked: integer,
    mostRedemptions: integer,
    redeemed: integer,
    expiresAt: nullable(time),
  },
);
const unlocks = query(
  `SELECT DISTINCT c.batch_id, u.adventure_id FROM activation_codes c
       JOIN activation_code_unlocks u ON u.code_id = c.id
     WHERE c.id > ? AND c.id <= ?`,
  { batchId: integer, adventureId: text },
);

/**
 * Batches with the state of their codes, newest first. Codes are counted in parts, each a read of its own.
 * @param campaign only those that have codes of it
 * @param onProgress called with numbers of codes, including other campaigns'
 */
export async function listCodeBatches(
  needs: OperatorNeeds,
  campaign: string | null = null,
  onProgress: OnProgress = () => undefined,
): Promise<CodeBatch[]> {
  const subject = campaign && `campaign ${campaign}`;
  const found = await lookUp(needs, 'codes.list', { subject }, () =>
    batches.all(campaign, campaign, campaign),
  );
  const nothing = { codes: 0, redeemed: 0, revoked: 0, expiresAt: null, mostRedemptions: 0 };
  const listed = new Map(
    found.map((batch) => [batch.id, { ...batch, ...nothing, unlocks: [] } as CodeBatch]),
  );
  const unlocked = new Map(found.map(({ id }) => [id, new Set<string>()]));
  const all = await needs.ledger.read(() => extent.one());
  for await (const { after, upTo } of inRanges(all, numbersAtOnce)) {
    const read = await needs.ledger.snapshot(function* () {
      return { counts: yield* counted.all(after, upTo), unlocks: yield* unlocks.all(after, upTo) };
    });
    for (const { batchId, ...part } of read.counts) addTo(listed.get(batchId), part);
    for (const { batchId, adventureId } of read.unlocks) unlocked.get(batchId)?.add(adventureId);
    onProgress(upTo, all.last ?? upTo);
  }
  for (const [id, batch] of listed) batch.unlocks = [...(unlocked.get(id) ?? [])].sort();
  return [...listed.values()].filter(({ codes }) => codes > 0);
}

/** Adds the counts of some more codes to their batch's. */
function addTo(
  batch: CodeBatch | undefined,
  part: Pick<CodeBatch, 'codes' | 'redeemed' | 'revoked' | 'expiresAt' | 'mostRedemptions'>,
): void {
  if (!batch) return;
  const first = batch.codes === 0;
  batch.codes += part.codes;
  batch.redeemed += part.redeemed;
  batch.revoked += part.revoked;
  batch.mostRedemptions = Math.max(batch.mostRedemptions, part.mostRedemptions);
  const [one, other] = [first ? part.expiresAt : batch.expiresAt, part.expiresAt];
  batch.expiresAt = one && other && (one > other ? one : other);
}

const batchById = query('SELECT {columns} FROM code_batches WHERE id = ?', { id: integer, campaign: text });

/** A batch by its number. @throws {Refusal} `not_found` */
export async function findCodeBatch(
  { ledger }: Pick<OperatorNeeds, 'ledger'>,
  id: number,
): Promise<Pick<CodeBatch, 'id' | 'campaign'>> {
  const batch = await ledger.read(() => batchById.get(id));
  if (!batch) throw new Refusal('not_found', 'There is no such batch.');
  return batch;
}
