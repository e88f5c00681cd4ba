import type { Database } from 'better-sqlite3';
import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { CodeBatch, CodeRecord, CodeSelection } from '#server/operating/records.ts';
import { codeFinder, codeWriter } from './code-rows.ts';
import { actionRecorder } from './operator-actions.ts';

interface BatchRow {
  id: number;
  campaign: string;
  origin: CodeBatch['origin'];
  created_at: string;
  created_by: string;
  codes: number;
  redeemed: number;
  revoked: number;
  expires_at: string | null;
  open_ended: number;
  most_redemptions: number;
  unlocks: string | null;
}

interface CodeRow {
  id: number;
  code: string;
  batch_id: number | null;
  campaign: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  most_redemptions: number;
}

const codeColumns =
  'id, code, batch_id, campaign, created_at, expires_at, revoked_at, most_redemptions' as const;

/** Batches of activation codes, and the single codes for whoever looks after them. */
export function codeBatchMethods(
  db: Database,
): Pick<
  OperatorStore,
  'addCodeBatch' | 'codeBatches' | 'codeBatch' | 'codesOf' | 'findCode' | 'setCodesRevoked'
> {
  const writeCodes = codeWriter(db);
  const recordAction = actionRecorder(db);
  const findCode = codeFinder<CodeRow>(db, codeColumns);
  const batchQuery = (where: string) =>
    db.prepare<(string | number)[], BatchRow>(
      `SELECT b.id, b.campaign, b.origin, b.created_at, b.created_by, count(*) AS codes,
         count(c.revoked_at) AS revoked, max(c.expires_at) AS expires_at, sum(c.expires_at IS NULL) AS open_ended,
         max(c.most_redemptions) AS most_redemptions,
         sum(EXISTS (SELECT 1 FROM redemptions r WHERE r.code_id = c.id)) AS redeemed,
         (SELECT json_group_array(DISTINCT u.adventure_id) FROM activation_code_unlocks u
          JOIN activation_codes uc ON uc.id = u.code_id WHERE uc.batch_id = b.id) AS unlocks
       FROM code_batches b JOIN activation_codes c ON c.batch_id = b.id
       ${where} GROUP BY b.id ORDER BY b.id DESC`,
    );
  const allBatches = batchQuery('');
  const batchesOf = batchQuery('WHERE b.campaign = ?');
  const batchById = batchQuery('WHERE b.id = ?');
  const unlocksOf = db.prepare<[number], { adventure_id: string }>(
    'SELECT adventure_id FROM activation_code_unlocks WHERE code_id = ? ORDER BY adventure_id',
  );
  const redemptionsOf = db.prepare<[number], { account_id: string | null; redeemed_at: string }>(
    'SELECT account_id, redeemed_at FROM redemptions WHERE code_id = ? ORDER BY id',
  );
  const selected = {
    codeId: db.prepare<[number | string], CodeRow>(
      `SELECT ${codeColumns} FROM activation_codes WHERE id = ?`,
    ),
    batchId: db.prepare<[number | string], CodeRow>(
      `SELECT ${codeColumns} FROM activation_codes WHERE batch_id = ? ORDER BY id`,
    ),
    campaign: db.prepare<[number | string], CodeRow>(
      `SELECT ${codeColumns} FROM activation_codes WHERE campaign = ? ORDER BY id`,
    ),
  };
  const revoke = db.prepare('UPDATE activation_codes SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');
  const unrevoke = db.prepare(
    'UPDATE activation_codes SET revoked_at = NULL WHERE id = ? AND revoked_at IS NOT NULL',
  );

  function rowsOf(selection: CodeSelection): CodeRow[] {
    if ('codeId' in selection) return selected.codeId.all(selection.codeId);
    if ('batchId' in selection) return selected.batchId.all(selection.batchId);
    return selected.campaign.all(selection.campaign);
  }

  const recordOf = (row: CodeRow): CodeRecord => ({
    id: row.id,
    code: row.code,
    batchId: row.batch_id,
    campaign: row.campaign,
    unlocks: unlocksOf.all(row.id).map(({ adventure_id }) => adventure_id),
    createdAt: new Date(row.created_at),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
    mostRedemptions: row.most_redemptions,
    redemptions: redemptionsOf
      .all(row.id)
      .map(({ account_id, redeemed_at }) => ({ accountId: account_id, redeemedAt: new Date(redeemed_at) })),
  });

  const addCodeBatch = db.transaction(
    (...[batch, codes, action]: Parameters<OperatorStore['addCodeBatch']>) => {
      const result = writeCodes(batch, codes, action.actor, action.at);
      const subject = result.batchId === null ? action.subject : `batch ${result.batchId}`;
      recordAction({ ...action, subject, details: { ...action.details, ...result } });
      return result;
    },
  );

  const setCodesRevoked = db.transaction(
    (...[selection, revoked, action]: Parameters<OperatorStore['setCodesRevoked']>) => {
      const changed = rowsOf(selection).reduce((sum, { id }) => {
        const run = revoked ? revoke.run(action.at.toISOString(), id) : unrevoke.run(id);
        return sum + run.changes;
      }, 0);
      recordAction({ ...action, details: { ...action.details, changed } });
      return changed;
    },
  );

  return {
    addCodeBatch: async (...args) => addCodeBatch.immediate(...args),
    codeBatches: async (campaign) =>
      (campaign === undefined ? allBatches.all() : batchesOf.all(campaign)).map(batchFromRow),
    codeBatch: async (id) => batchById.all(id).map(batchFromRow)[0] ?? null,
    codesOf: async (selection) => rowsOf(selection).map(recordOf),
    findCode: async (typed) => {
      const row = findCode(typed);
      return row ? recordOf(row) : null;
    },
    setCodesRevoked: async (...args) => setCodesRevoked.immediate(...args),
  };
}

function batchFromRow(row: BatchRow): CodeBatch {
  const { id, campaign, origin, codes, redeemed, revoked } = row;
  return {
    ...{ id, campaign, origin, codes, redeemed, revoked },
    createdAt: new Date(row.created_at),
    createdBy: row.created_by,
    unlocks: (JSON.parse(row.unlocks ?? '[]') as string[]).toSorted(),
    expiresAt: row.open_ended > 0 || row.expires_at === null ? null : new Date(row.expires_at),
    mostRedemptions: row.most_redemptions,
  };
}
