import type { CodeBatch, NewCode } from '#server/operating/records.ts';
import { foldActivationCode } from '#server/owning/activation-code.ts';
import { normaliseActivationCode } from '#shared/identity-input.ts';
import type { Queries } from './database.ts';

export interface CodeRow {
  id: number;
  code: string;
  batch_id: number | null;
  campaign: string;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  most_redemptions: number;
}

export const codeColumns =
  'id, code, batch_id, campaign, created_at, expires_at, revoked_at, most_redemptions' as const;

/**
 * Finds a code as it was typed: as it stands, trimmed and lower-cased, or else by what is left of it without separators
 * and look-alikes, when that means one code only.
 */
export async function findCode(queries: Queries, typed: string): Promise<CodeRow | undefined> {
  const exact = await queries.get<CodeRow>(
    `SELECT ${codeColumns} FROM activation_codes WHERE code = $1`,
    normaliseActivationCode(typed),
  );
  if (exact) return exact;
  const alike = await queries.all<CodeRow>(
    `SELECT ${codeColumns} FROM activation_codes WHERE folded = $1 LIMIT 2`,
    foldActivationCode(typed),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

/** What whoever writes codes queues under. */
export const codeWriterLock = 'codes';

/** Writes codes as one batch, inside the caller's transaction. A batch of which every code exists is not made. */
export async function writeCodes(
  queries: Queries,
  { campaign, origin }: Pick<CodeBatch, 'campaign' | 'origin'>,
  codes: readonly NewCode[],
  createdBy: string,
  at: Date,
): Promise<{ batchId: number | null; added: number; existing: number }> {
  const known = await queries.all<{ code: string }>(
    'SELECT code FROM activation_codes WHERE code = ANY($1::text[])',
    codes.map(({ code }) => code),
  );
  const seen = new Set(known.map(({ code }) => code));
  const fresh = codes.filter(({ code }) => !seen.has(code) && seen.add(code));
  if (fresh.length === 0) return { batchId: null, added: 0, existing: codes.length };
  const batch = await queries.get<{ id: number }>(
    'INSERT INTO code_batches (campaign, origin, created_at, created_by) VALUES ($1, $2, $3, $4) RETURNING id',
    ...[campaign, origin, at, createdBy],
  );
  if (!batch) throw new Error('The batch was not written');
  const rows = await queries.all<{ id: number; code: string }>(
    `INSERT INTO activation_codes (code, folded, campaign, batch_id, created_at, expires_at, most_redemptions)
     SELECT code, folded, campaign, $6, $7, expires_at, most_redemptions
     FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::integer[])
       WITH ORDINALITY AS given (code, folded, campaign, expires_at, most_redemptions, place)
     ORDER BY place RETURNING id, code`,
    fresh.map(({ code }) => code),
    fresh.map(({ code }) => foldActivationCode(code)),
    fresh.map((code) => code.campaign),
    fresh.map(({ expiresAt }) => expiresAt),
    fresh.map(({ mostRedemptions }) => mostRedemptions),
    ...[batch.id, at],
  );
  const idOf = new Map(rows.map(({ id, code }) => [code, id]));
  const unlocks = fresh.flatMap(({ code, unlocks: ids }) =>
    [...new Set(ids)].map((adventureId) => ({ codeId: idOf.get(code), adventureId })),
  );
  await queries.run(
    `INSERT INTO activation_code_unlocks (code_id, adventure_id) SELECT * FROM unnest($1::bigint[], $2::text[])`,
    unlocks.map(({ codeId }) => codeId),
    unlocks.map(({ adventureId }) => adventureId),
  );
  return { batchId: batch.id, added: fresh.length, existing: codes.length - fresh.length };
}
