// The activation_codes table: finding a typed code, and writing batches.

import { integer, nullable, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { normaliseActivationCode } from '#shared/identity-input.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import { foldActivationCode } from './activation-code.ts';

export const codeShape = {
  id: integer,
  code: text,
  batchId: nullable(integer),
  campaign: text,
  createdAt: time,
  expiresAt: nullable(time),
  revokedAt: nullable(time),
  mostRedemptions: integer,
} as const;

const byText = query('SELECT {columns} FROM activation_codes WHERE code = ?', codeShape);
const byFolded = query('SELECT {columns} FROM activation_codes WHERE folded = ? LIMIT 2', codeShape);

/**
 * Finds a typed code: trimmed and lower-cased, or else without separators and with look-alikes made equal, if exactly one
 * code matches.
 */
export function* findCode(typed: string) {
  const exact = yield* byText.get(normaliseActivationCode(typed));
  if (exact) return exact;
  const alike = yield* byFolded.all(foldActivationCode(typed));
  return alike.length === 1 ? alike[0] : undefined;
}

/** The lock for writing codes. */
export const codeWriterLock = 'codes';

const knownCodes = query('SELECT {columns} FROM activation_codes WHERE code IN (?*)', { code: text });
const insertBatch = query(
  'INSERT INTO code_batches (campaign, origin, created_at, created_by) VALUES (?, ?, ?, ?) RETURNING {columns}',
  { id: integer },
);
const insertCodes = query(
  `INSERT INTO activation_codes (code, folded, campaign, batch_id, created_at, expires_at, most_redemptions)
   VALUES ?* RETURNING {columns}`,
  { id: integer, code: text },
);
const insertUnlocks = command('INSERT INTO activation_code_unlocks (code_id, adventure_id) VALUES ?*');

/** The origins of a batch's codes. */
export const batchOrigins = ['generated', 'imported'] as const;

/** The description of a batch. */
export interface NewBatch {
  campaign: string;
  origin: (typeof batchOrigins)[number];
}

export interface NewCode {
  /** Trimmed and lower-cased. */
  code: string;
  /** The batch's own unless the code has another. */
  campaign: string;
  unlocks: readonly AdventureId[];
  expiresAt: Date | null;
  mostRedemptions: number;
}

export interface AddedCodes {
  /** `null` when every code existed, and so no batch was made. */
  batchId: number | null;
  added: number;
  existing: number;
}

/** The codes that do not exist yet, without duplicates. */
export function* newCodesAmong(codes: readonly NewCode[]): Script<NewCode[]> {
  const seen = new Set((yield* knownCodes.each(codes.map(({ code }) => code))).map(({ code }) => code));
  return codes.filter(({ code }) => !seen.has(code) && seen.add(code));
}

/**
 * Writes codes as one batch, inside a transaction that holds {@link codeWriterLock}. Existing codes stay as they are.
 * @param moreFollow whether more codes will be written into the batch: then it is created even if all of these exist
 */
export function* writeCodes(
  { campaign, origin }: NewBatch,
  codes: readonly NewCode[],
  createdBy: string,
  at: Date,
  moreFollow = false,
): Script<AddedCodes> {
  const fresh = yield* newCodesAmong(codes);
  if (fresh.length === 0 && !moreFollow) return { batchId: null, added: 0, existing: codes.length };
  const batch = yield* insertBatch.one(campaign, origin, at, createdBy);
  yield* insertInto(batch.id, fresh, at);
  return { batchId: batch.id, added: fresh.length, existing: codes.length - fresh.length };
}

/**
 * Writes more codes into a batch, inside a transaction that holds {@link codeWriterLock}. Existing codes stay as they
 * are.
 * @returns how many it wrote
 */
export function* writeMoreCodes(batchId: number, codes: readonly NewCode[], at: Date): Script<number> {
  const fresh = yield* newCodesAmong(codes);
  yield* insertInto(batchId, fresh, at);
  return fresh.length;
}

function* insertInto(batchId: number, fresh: readonly NewCode[], at: Date): Script<void> {
  const written = yield* insertCodes.each(
    fresh.map(({ code, campaign: own, expiresAt, mostRedemptions }) => [
      ...[code, foldActivationCode(code), own, batchId, at, expiresAt, mostRedemptions],
    ]),
  );
  const idOf = new Map(written.map(({ id, code }) => [code, id]));
  const unlocks = fresh.flatMap(({ code, unlocks: ids }) =>
    [...new Set(ids)].map((adventureId) => [idOf.get(code) ?? null, adventureId]),
  );
  yield* insertUnlocks.each(unlocks);
}
