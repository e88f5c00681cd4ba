import { integer, nullable, oneOf, type Row, text, time } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { newActivationCode } from '#server/owning/activation-code.ts';
import {
  type AddedCodes,
  batchOrigins,
  codeWriterLock,
  type NewBatch,
  type NewCode,
  newCodesAmong,
  writeCodes,
  writeMoreCodes,
} from '#server/owning/codes.ts';
import { Refusal } from '#server/refusal.ts';
import { checkedCount, checkedUnlocks } from './checked-input.ts';
import { checkedCampaign, codeLimits } from './code-table.ts';
import { inParts, writersTurnMs } from './in-parts.ts';
import { carryOut, lookUp, type OperatorNeeds } from './operator-action.ts';

/** Batches of activation codes: made here, or brought in from a file. */

/** What a batch is to be. */
export interface NewCodeBatch {
  campaign: string;
  /** Adventure ids. */
  unlocks: readonly string[];
  count: number;
  /** From this moment on its codes no longer work; `null` for never. */
  expiresAt: Date | null;
  /** How many accounts may use each code. */
  mostRedemptions: number;
}

/** Most codes of one batch. */
const mostCodes = 100_000;

/**
 * Codes that are made, or written in one transaction, before others have their turn. It takes some 10 ms: for so long a site
 * on SQLite answers nobody, and no other process writes.
 */
export const codesAtOnce = 256;

/**
 * Makes a batch of new codes. A long one is written in parts; when that is interrupted, the batch has fewer codes than the
 * record of actions says, nobody has seen them, and the batch may be revoked.
 * @returns the batch's number and its codes, in the form in which they are shown
 * @throws {Refusal} `invalid_request` when something about the batch is not right
 */
export async function createCodeBatch(
  needs: OperatorNeeds,
  batch: NewCodeBatch,
): Promise<{ batchId: number; codes: string[] }> {
  const { count, expiresAt, mostRedemptions } = batch;
  const campaign = checkedCampaign(batch.campaign);
  const unlocks = checkedUnlocks(batch.unlocks);
  checkedCount(count, mostCodes, 'count');
  checkedCount(mostRedemptions, codeLimits.redemptions, 'mostRedemptions');
  if (expiresAt && expiresAt <= needs.clock()) {
    throw new Refusal('invalid_request', 'The expiry lies in the past.', 'expiresAt');
  }
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
 * Brings codes in as one batch named after the first one's campaign. Codes that exist stay as they are, so an import that was
 * interrupted between two parts is completed by running it again, with a second batch.
 */
export function importCodes(
  needs: OperatorNeeds,
  codes: readonly NewCode[],
  file: string,
): Promise<AddedCodes> {
  const campaign = checkedCampaign(codes[0]?.campaign ?? '');
  const details = { campaign, file, lines: codes.length };
  return addCodeBatch(needs, 'imported', codes, details);
}

/** The first part makes the batch and the entry in the record, in one transaction; the others follow, each in one of its own. */
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
  const begin = (part: readonly NewCode[]) =>
    carryOut(needs, action, { details }, [codeWriterLock], function* (entry) {
      const batch = { campaign: details.campaign, origin };
      const moreFollow = part.length < fresh.length;
      const { batchId, added: first } = yield* writeCodes(batch, part, entry.actor, entry.at, moreFollow);
      if (batchId !== null) entry.subject = `batch ${batchId}`;
      const added = first + fresh.length - part.length;
      Object.assign(entry.details, { batchId, added, existing: codes.length - added });
      return { batchId, first, at: entry.at };
    });
  const { batchId, first, at } = await begin(fresh.slice(0, codesAtOnce));
  let added = first;
  if (batchId !== null) {
    for await (const part of inParts(fresh.slice(codesAtOnce), codesAtOnce, writersTurnMs))
      added += await needs.ledger.write([codeWriterLock], () => writeMoreCodes(batchId, part, at));
  }
  return { batchId, added, existing: codes.length - added };
}

const shape = {
  id: integer,
  campaign: text,
  origin: oneOf(batchOrigins),
  createdAt: time,
  createdBy: text,
  /** How many codes are in it, how many of them were redeemed at least once, and how many are revoked. */
  codes: integer,
  redeemed: integer,
  revoked: integer,
  /** The latest expiry among its codes, or `null` when one never expires. */
  expiresAt: nullable(time),
  /** How many accounts may use one of its codes, at most. */
  mostRedemptions: integer,
} as const;
/** A batch with what its codes unlock; several where they differ. */
export interface CodeBatch extends Row<typeof shape> {
  unlocks: string[];
}
const isWanted = '(CAST(? AS text) IS NULL OR b.campaign = ?)';
const counted = query(
  `SELECT b.id, b.campaign, b.origin, b.created_at, b.created_by, count(*) AS codes, count(r.code_id) AS redeemed,
       count(c.revoked_at) AS revoked, max(c.most_redemptions) AS most_redemptions,
       CASE WHEN count(c.expires_at) = count(*) THEN max(c.expires_at) END AS expires_at
     FROM code_batches b JOIN activation_codes c ON c.batch_id = b.id
       LEFT JOIN (SELECT DISTINCT code_id FROM redemptions) r ON r.code_id = c.id
     WHERE ${isWanted} GROUP BY b.id ORDER BY b.id DESC`,
  shape,
);
const unlocks = query(
  `SELECT DISTINCT b.id, u.adventure_id FROM code_batches b JOIN activation_codes c ON c.batch_id = b.id
       JOIN activation_code_unlocks u ON u.code_id = c.id
     WHERE ${isWanted}`,
  { id: integer, adventureId: text },
);

/** Batches with what became of their codes, the newest first. @param campaign of this one only */
export function listCodeBatches(needs: OperatorNeeds, campaign: string | null = null): Promise<CodeBatch[]> {
  const subject = campaign && `campaign ${campaign}`;
  return lookUp(needs, 'codes.list', { subject }, function* (): Script<CodeBatch[]> {
    const rows = yield* counted.all(campaign, campaign);
    const unlocksOf = Map.groupBy(yield* unlocks.all(campaign, campaign), ({ id }) => id);
    return rows.map((row) => ({
      ...row,
      unlocks: (unlocksOf.get(row.id) ?? []).map(({ adventureId }) => adventureId).toSorted(),
    }));
  });
}

const batchById = query('SELECT {columns} FROM code_batches WHERE id = ?', { id: integer, campaign: text });

/** A batch by its number. @throws {Refusal} `not_found` */
export async function findCodeBatch(
  { ledger }: Pick<OperatorNeeds, 'ledger'>,
  id: number,
): Promise<Pick<CodeBatch, 'id' | 'campaign'>> {
  const batch = Number.isSafeInteger(id) ? await ledger.read(() => batchById.get(id)) : undefined;
  if (!batch) throw new Refusal('not_found', 'There is no such batch.');
  return batch;
}
