import type { Account } from '#server/accounts/identity-provider.ts';
import type { Cause, Redemption } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import { codeWriterLock, findCode, writeCodes } from './code-rows.ts';
import type { PostgresDatabase, Queries } from './database.ts';
import { refuseErased } from './erased-accounts.ts';
import { noteGrantEvents } from './events.ts';
import { claimLocks, claimWaiting } from './grants.ts';

const byAccount: Cause = { by: 'account', event: null };

/** The redemption of activation codes, and the simple ways to add and revoke them. */
export function codeMethods(
  db: PostgresDatabase,
): Pick<Store, 'redeemCode' | 'addActivationCodes' | 'revokeActivationCode'> {
  return {
    redeemCode: (typed, account, alreadyHas, at) =>
      db.write(claimLocks(account), async (queries) => {
        await refuseErased(queries, account.id);
        await claimWaiting(queries, account, at);
        const found = await findCode(queries, typed);
        return found
          ? redeem(queries, found.id, account, alreadyHas, at)
          : { ok: false, error: 'code_not_found' };
      }),
    addActivationCodes: (codes, at) =>
      db.write([codeWriterLock], async (queries) => {
        for (const campaign of new Set(codes.map((code) => code.campaign))) {
          const same = codes
            .filter((code) => code.campaign === campaign)
            .map((code) => ({ ...code, expiresAt: null, mostRedemptions: 1 }));
          await writeCodes(queries, { campaign, origin: 'imported' }, same, 'migration', at);
        }
      }),
    revokeActivationCode: async (code, at) => {
      await db.run(
        'UPDATE activation_codes SET revoked_at = $1 WHERE code = $2 AND revoked_at IS NULL',
        ...[at, code],
      );
    },
  };
}

async function redeem(
  queries: Queries,
  codeId: number,
  account: Account,
  alreadyHas: Parameters<Store['redeemCode']>[2],
  at: Date,
): Promise<Redemption> {
  // From here on nobody else redeems or revokes it; the statements after this one see what those before did.
  const code = await queries.get<{
    revoked_at: Date | null;
    expires_at: Date | null;
    most_redemptions: number;
  }>(
    'SELECT revoked_at, expires_at, most_redemptions FROM activation_codes WHERE id = $1 FOR NO KEY UPDATE',
    codeId,
  );
  if (!code || code.revoked_at !== null) return { ok: false, error: 'code_revoked' };
  if (code.expires_at !== null && code.expires_at <= at) return { ok: false, error: 'code_revoked' };
  const adventures = await queries.all<{ adventureId: AdventureId; owned: boolean }>(
    `SELECT * FROM (
       SELECT adventure_id AS "adventureId", false AS owned FROM activation_code_unlocks WHERE code_id = $1
       UNION ALL SELECT adventure_id, true FROM grants
         WHERE account_id = $2 AND revoked_at IS NULL AND withheld_at IS NULL) AS found
     ORDER BY "adventureId" COLLATE "C"`,
    ...[codeId, account.id],
  );
  const ids = (wanted: boolean) =>
    adventures.filter(({ owned }) => owned === wanted).map(({ adventureId }) => adventureId);
  const unlocks = ids(false);
  if (alreadyHas(ids(true), unlocks)) return { ok: false, error: 'user_already_unlocked' };
  // An account whose unlock was taken back does not get it again with the same code.
  const used = await queries.get<{ uses: number; own: number }>(
    `SELECT count(*) AS uses, count(*) FILTER (WHERE account_id = $1) AS own FROM redemptions WHERE code_id = $2`,
    ...[account.id, codeId],
  );
  if (!used || used.uses >= code.most_redemptions || used.own > 0) {
    return { ok: false, error: 'code_already_used' };
  }
  await queries.run(
    'INSERT INTO redemptions (code_id, account_id, redeemed_at) VALUES ($1, $2, $3)',
    ...[codeId, account.id, at],
  );
  const granted = await queries.all<{ id: number }>(
    `INSERT INTO grants (adventure_id, account_id, source, code_id, granted_at, claimed_at)
     SELECT adventure_id, $2, 'code', $3, $4, $4
     FROM unnest($1::text[]) WITH ORDINALITY AS given (adventure_id, place) ORDER BY place
     RETURNING id`,
    ...[unlocks, account.id, codeId, at],
  );
  const grantIds = granted.map(({ id }) => id);
  await noteGrantEvents(queries, grantIds, 'granted', 'code', byAccount, at);
  return { ok: true, unlocks };
}
