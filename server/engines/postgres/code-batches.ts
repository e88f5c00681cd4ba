import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { CodeBatch, CodeRecord, CodeSelection } from '#server/operating/records.ts';
import { type CodeRow, codeColumns, codeWriterLock, findCode, writeCodes } from './code-rows.ts';
import type { PostgresDatabase, Queries } from './database.ts';
import { recordAction } from './operator-actions.ts';

interface BatchRow extends Omit<CodeBatch, 'unlocks' | 'expiresAt'> {
  unlocks: string[] | null;
  expiresAt: Date | null;
  openEnded: number;
}

/** Batches of activation codes, and the single codes for whoever looks after them. */
export function codeBatchMethods(
  db: PostgresDatabase,
): Pick<
  OperatorStore,
  'addCodeBatch' | 'codeBatches' | 'codeBatch' | 'codesOf' | 'findCode' | 'setCodesRevoked'
> {
  const batches = async (condition: string, ...values: unknown[]) => {
    const rows = await db.all<BatchRow>(
      `SELECT b.id, b.campaign, b.origin, b.created_at AS "createdAt", b.created_by AS "createdBy", count(*) AS codes,
         count(c.revoked_at) AS revoked, max(c.expires_at) AS "expiresAt",
         count(*) FILTER (WHERE c.expires_at IS NULL) AS "openEnded",
         max(c.most_redemptions) AS "mostRedemptions", count(r.code_id) AS redeemed,
         (SELECT array_agg(DISTINCT u.adventure_id) FROM activation_code_unlocks u
          JOIN activation_codes uc ON uc.id = u.code_id WHERE uc.batch_id = b.id) AS unlocks
       FROM code_batches b JOIN activation_codes c ON c.batch_id = b.id
         LEFT JOIN (SELECT DISTINCT code_id FROM redemptions) r ON r.code_id = c.id
       WHERE ${condition} GROUP BY b.id ORDER BY b.id DESC`,
      ...values,
    );
    return rows.map(batchFromRow);
  };

  return {
    addCodeBatch: (batch, codes, action) =>
      db.write([codeWriterLock], async (queries) => {
        const result = await writeCodes(queries, batch, codes, action.actor, action.at);
        const subject = result.batchId === null ? action.subject : `batch ${result.batchId}`;
        await recordAction(queries, { ...action, subject, details: { ...action.details, ...result } });
        return result;
      }),
    codeBatches: (campaign) =>
      campaign === undefined ? batches('true') : batches('b.campaign = $1', campaign),
    codeBatch: async (id) => (await batches('b.id = $1', id))[0] ?? null,
    codesOf: (selection) =>
      db.snapshot(async (queries) => {
        const [condition, value] = conditionOf(selection);
        const rows = await queries.all<CodeRow>(
          `SELECT ${codeColumns} FROM activation_codes WHERE ${condition} ORDER BY id`,
          value,
        );
        return recordsOf(queries, rows);
      }),
    findCode: (typed) =>
      db.snapshot(async (queries) => {
        const row = await findCode(queries, typed);
        return row ? ((await recordsOf(queries, [row]))[0] ?? null) : null;
      }),
    setCodesRevoked: (selection, revoked, action) =>
      db.write([], async (queries) => {
        const [condition, value] = conditionOf(selection);
        const changed = await queries.run(
          `UPDATE activation_codes SET revoked_at = $2
           WHERE ${condition} AND (revoked_at IS NULL) = ($2::timestamptz IS NOT NULL)`,
          ...[value, revoked ? action.at : null],
        );
        await recordAction(queries, { ...action, details: { ...action.details, changed } });
        return changed;
      }),
  };
}

/** The condition on a code, with its value as `$1`. */
function conditionOf(selection: CodeSelection): [condition: string, value: number | string] {
  if ('codeId' in selection) return ['id = $1', selection.codeId];
  if ('batchId' in selection) return ['batch_id = $1', selection.batchId];
  return ['campaign = $1', selection.campaign];
}

async function recordsOf(queries: Queries, rows: readonly CodeRow[]): Promise<CodeRecord[]> {
  const ids = rows.map(({ id }) => id);
  const unlocks = Map.groupBy(
    await queries.all<{ code_id: number; adventure_id: string }>(
      `SELECT code_id, adventure_id FROM activation_code_unlocks WHERE code_id = ANY($1::bigint[])
       ORDER BY adventure_id COLLATE "C"`,
      ids,
    ),
    ({ code_id }) => code_id,
  );
  const redemptions = Map.groupBy(
    await queries.all<{ code_id: number; account_id: string | null; redeemed_at: Date }>(
      'SELECT code_id, account_id, redeemed_at FROM redemptions WHERE code_id = ANY($1::bigint[]) ORDER BY id',
      ids,
    ),
    ({ code_id }) => code_id,
  );
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    batchId: row.batch_id,
    campaign: row.campaign,
    unlocks: (unlocks.get(row.id) ?? []).map(({ adventure_id }) => adventure_id),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    mostRedemptions: row.most_redemptions,
    redemptions: (redemptions.get(row.id) ?? []).map(({ account_id, redeemed_at }) => ({
      accountId: account_id,
      redeemedAt: redeemed_at,
    })),
  }));
}

function batchFromRow({ openEnded, unlocks, expiresAt, ...batch }: BatchRow): CodeBatch {
  return { ...batch, unlocks: (unlocks ?? []).toSorted(), expiresAt: openEnded > 0 ? null : expiresAt };
}
