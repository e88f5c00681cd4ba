// The activation_codes table: finding a typed code, and writing batches.

import { integer, nullable, type Row, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { normaliseActivationCode } from '#shared/identity-input.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import { foldActivationCode, withoutSeparators } from './activation-code.ts';

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

const knownCodes = query('SELECT {columns} FROM activation_codes WHERE code IN (?*)', codeShape);
const knownFolded = query('SELECT {columns} FROM activation_codes WHERE folded IN (?*)', codeShape);
const insertBatch = query(
  'INSERT INTO code_batches (campaign, origin, created_at, created_by) VALUES (?, ?, ?, ?) RETURNING id',
  integer,
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

/** Whether a code has had its last moment: nobody can redeem it any more. */
export const hasExpired = ({ expiresAt }: Pick<NewCode, 'expiresAt'>, at: Date): boolean =>
  expiresAt !== null && expiresAt <= at;

/**
 * The codes that exist among these, by each of these: the one with the same text, or else one that differs from it in separators
 * only. With both of such a pair, neither would be found by who types it in a third way.
 */
export function* knownAmong(codes: readonly string[]): Script<Map<string, Row<typeof codeShape>>> {
  const known = [
    ...(yield* knownFolded.each(codes.map(foldActivationCode))),
    // Those from before migration 0003 may have been folded otherwise.
    ...(yield* knownCodes.each(codes)),
  ];
  const byText = new Map(known.map((row) => [row.code, row]));
  const byBare = new Map(known.map((row) => [withoutSeparators(row.code), row]));
  return new Map(
    codes.flatMap((code) => {
      const found = byText.get(code) ?? byBare.get(withoutSeparators(code));
      return found ? [[code, found]] : [];
    }),
  );
}

/** The codes that do not exist yet, without duplicates. */
export function* newCodesAmong(codes: readonly NewCode[]): Script<NewCode[]> {
  const known = yield* knownAmong(codes.map(({ code }) => code));
  const seen = new Set<string>();
  return codes.filter(({ code }) => !known.has(code) && !seen.has(code) && seen.add(code));
}

/** Makes a batch without codes. @returns its number */
export const newBatch = ({ campaign, origin }: NewBatch, createdBy: string, at: Date): Script<number> =>
  insertBatch.one(campaign, origin, at, createdBy);

/**
 * Writes codes into a batch, inside a transaction that holds {@link codeWriterLock}. Existing codes stay as they are.
 * @returns how many it wrote
 */
export function* writeCodes(batchId: number, codes: readonly NewCode[], at: Date): Script<number> {
  const fresh = yield* newCodesAmong(codes);
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
  return fresh.length;
}

/** Adds to what codes unlock. */
export const addUnlocks = (codeIds: readonly number[], unlocks: readonly AdventureId[]): Script<number> =>
  insertUnlocks.each(codeIds.flatMap((id) => unlocks.map((adventureId) => [id, adventureId])));
