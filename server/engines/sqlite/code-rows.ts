import type { Database } from 'better-sqlite3';
import type { CodeBatch, NewCode } from '#server/operating/records.ts';
import { foldActivationCode } from '#server/owning/activation-code.ts';
import { normaliseActivationCode } from '#shared/identity-input.ts';

/**
 * Finds a code as it was typed: as it stands, trimmed and lower-cased, or else by what is left of it without separators
 * and look-alikes, when that means one code only.
 */
export function codeFinder<Row>(db: Database, columns: string): (typed: string) => Row | undefined {
  const byText = db.prepare<[string], Row>(`SELECT ${columns} FROM activation_codes WHERE code = ?`);
  const byFolded = db.prepare<[string], Row>(
    `SELECT ${columns} FROM activation_codes WHERE folded = ? LIMIT 2`,
  );
  return (typed) => {
    const exact = byText.get(normaliseActivationCode(typed));
    if (exact) return exact;
    const alike = byFolded.all(foldActivationCode(typed));
    return alike.length === 1 ? alike[0] : undefined;
  };
}

interface AddedCodes {
  batchId: number | null;
  added: number;
  existing: number;
}

type WriteCodes = (
  batch: Pick<CodeBatch, 'campaign' | 'origin'>,
  codes: readonly NewCode[],
  createdBy: string,
  at: Date,
) => AddedCodes;

/** Writes codes as one batch, inside the caller's transaction. A batch of which every code exists is not made. */
export function codeWriter(db: Database): WriteCodes {
  const insertBatch = db.prepare<unknown[], { id: number }>(
    'INSERT INTO code_batches (campaign, origin, created_at, created_by) VALUES (?, ?, ?, ?) RETURNING id',
  );
  const isKnown = db.prepare('SELECT 1 FROM activation_codes WHERE code = ?');
  const insertCode = db.prepare<unknown[], { id: number }>(
    `INSERT INTO activation_codes
       (code, folded, campaign, batch_id, created_at, expires_at, most_redemptions)
     VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  );
  const insertUnlock = db.prepare(
    'INSERT INTO activation_code_unlocks (code_id, adventure_id) VALUES (?, ?)',
  );
  return ({ campaign, origin }, codes, createdBy, at) => {
    const time = at.toISOString();
    let batchId: number | null = null;
    let added = 0;
    for (const { code, unlocks, expiresAt, mostRedemptions, campaign: own } of codes) {
      if (isKnown.get(code)) continue;
      batchId ??= insertBatch.get(campaign, origin, time, createdBy)?.id ?? null;
      const expiry = expiresAt?.toISOString() ?? null;
      const row = insertCode.get(code, foldActivationCode(code), own, batchId, time, expiry, mostRedemptions);
      for (const adventureId of new Set(unlocks)) insertUnlock.run(row?.id, adventureId);
      added += 1;
    }
    return { batchId, added, existing: codes.length - added };
  };
}
