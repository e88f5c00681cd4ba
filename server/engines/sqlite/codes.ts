import type { Database } from 'better-sqlite3';
import type { Cause, Redemption } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import { codeFinder, codeWriter } from './code-rows.ts';
import { erasedAccounts } from './erased-accounts.ts';
import { grantHistory } from './events.ts';
import { claimer } from './grants.ts';
import type { GroupCommit } from './group-commit.ts';

interface CodeRow {
  id: number;
  revoked_at: string | null;
  expires_at: string | null;
  most_redemptions: number;
}

/** The redemption of activation codes, and the simple ways to add and revoke them. */
export function codeMethods(
  db: Database,
  { shared }: GroupCommit,
): Pick<Store, 'redeemCode' | 'addActivationCodes' | 'revokeActivationCode'> {
  const claims = claimer(db);
  const findCode = codeFinder<CodeRow>(db, 'id, revoked_at, expires_at, most_redemptions');
  const addCodes = codeWriter(db);
  const noteGrantEvent = grantHistory(db);
  const erased = erasedAccounts(db);
  const owned = db.prepare<[string], { adventureId: string }>(
    `SELECT adventure_id AS adventureId FROM grants
     WHERE account_id = ? AND revoked_at IS NULL AND withheld_at IS NULL`,
  );
  const unlocksOf = db.prepare<[number], { adventureId: AdventureId }>(
    'SELECT adventure_id AS adventureId FROM activation_code_unlocks WHERE code_id = ?',
  );
  const usesOf = db.prepare<[string, number], { uses: number; own: number | null }>(
    'SELECT count(*) AS uses, sum(account_id = ?) AS own FROM redemptions WHERE code_id = ?',
  );
  const insertRedemption = db.prepare(
    'INSERT INTO redemptions (code_id, account_id, redeemed_at) VALUES (?, ?, ?)',
  );
  const insertGrant = db.prepare<unknown[], { id: number }>(
    `INSERT INTO grants (adventure_id, account_id, source, code_id, granted_at, claimed_at)
     VALUES (?, ?, 'code', ?, ?, ?) RETURNING id`,
  );
  const revokeCode = db.prepare(
    'UPDATE activation_codes SET revoked_at = ? WHERE code = ? AND revoked_at IS NULL',
  );
  const byAccount: Cause = { by: 'account', event: null };

  const redeemCode = shared(
    (...[typed, account, alreadyHas, at]: Parameters<Store['redeemCode']>): Redemption => {
      erased.refuse(account.id);
      if (claims.waits(account)) claims.claim(account, at);
      const code = findCode(typed);
      if (!code) return { ok: false, error: 'code_not_found' };
      const time = at.toISOString();
      if (code.revoked_at !== null) return { ok: false, error: 'code_revoked' };
      if (code.expires_at !== null && code.expires_at <= time) return { ok: false, error: 'code_revoked' };
      const unlocks = unlocksOf.all(code.id).map((row) => row.adventureId);
      const ownedIds = owned.all(account.id).map((row) => row.adventureId);
      if (alreadyHas(ownedIds, unlocks)) return { ok: false, error: 'user_already_unlocked' };
      // An account whose unlock was taken back does not get it again with the same code.
      const { uses, own } = usesOf.get(account.id, code.id) ?? { uses: 0, own: 0 };
      if (uses >= code.most_redemptions || own) return { ok: false, error: 'code_already_used' };
      insertRedemption.run(code.id, account.id, time);
      for (const adventureId of unlocks) {
        const grant = insertGrant.get(adventureId, account.id, code.id, time, time);
        if (grant) noteGrantEvent(grant.id, 'granted', 'code', byAccount, at);
      }
      return { ok: true, unlocks };
    },
  );

  const addActivationCodes = db.transaction((...[codes, at]: Parameters<Store['addActivationCodes']>) => {
    for (const campaign of new Set(codes.map((code) => code.campaign))) {
      const same = codes
        .filter((code) => code.campaign === campaign)
        .map((code) => ({ ...code, expiresAt: null, mostRedemptions: 1 }));
      addCodes({ campaign, origin: 'imported' }, same, 'migration', at);
    }
  });

  return {
    redeemCode,
    addActivationCodes: async (...args) => addActivationCodes.immediate(...args),
    revokeActivationCode: async (code, at) => void revokeCode.run(at.toISOString(), code),
  };
}
