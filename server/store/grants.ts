import type { Database } from 'better-sqlite3';
import type { Account, Grant, Redemption, Store } from '#server/domain/ports.ts';
import type { AdventureId } from '#shared/unlocks.ts';

interface GrantRow {
  adventureId: string;
  source: Grant['source'];
  grantedAt: string;
}

/** What accounts own, and the activation codes that give it. */
export function grantMethods(
  db: Database,
): Pick<Store, 'ownedGrants' | 'redeemCode' | 'addActivationCodes' | 'revokeActivationCode'> {
  const waiting = db.prepare('SELECT 1 FROM grants WHERE email = ? AND account_id IS NULL LIMIT 1');
  const claimGrants = db.prepare(
    'UPDATE grants SET account_id = ?, claimed_at = ? WHERE email = ? AND account_id IS NULL',
  );
  const claimPurchases = db.prepare(
    'UPDATE purchases SET account_id = ? WHERE email = ? AND account_id IS NULL',
  );
  const owned = db.prepare<[string], GrantRow>(
    `SELECT adventure_id AS adventureId, source, granted_at AS grantedAt
     FROM grants WHERE account_id = ? AND revoked_at IS NULL ORDER BY granted_at, id`,
  );
  const codeByText = db.prepare<[string], { id: number; revoked_at: string | null }>(
    'SELECT id, revoked_at FROM activation_codes WHERE code = ?',
  );
  const unlocksOf = db.prepare<[number], { adventureId: AdventureId }>(
    'SELECT adventure_id AS adventureId FROM activation_code_unlocks WHERE code_id = ?',
  );
  const redemptionOf = db.prepare('SELECT 1 FROM redemptions WHERE code_id = ?');
  const insertRedemption = db.prepare(
    'INSERT INTO redemptions (code_id, account_id, redeemed_at) VALUES (?, ?, ?)',
  );
  const insertGrant = db.prepare(
    `INSERT INTO grants (adventure_id, account_id, source, code_id, granted_at, claimed_at)
     VALUES (?, ?, 'code', ?, ?, ?)`,
  );
  const insertCode = db.prepare<unknown[], { id: number }>(
    `INSERT INTO activation_codes (code, campaign, created_at) VALUES (?, ?, ?)
     ON CONFLICT (code) DO NOTHING RETURNING id`,
  );
  const insertUnlock = db.prepare(
    'INSERT INTO activation_code_unlocks (code_id, adventure_id) VALUES (?, ?)',
  );
  const revokeCode = db.prepare(
    'UPDATE activation_codes SET revoked_at = ? WHERE code = ? AND revoked_at IS NULL',
  );

  const claim = db.transaction((account: Account, at: Date) => {
    claimGrants.run(account.id, at.toISOString(), account.email);
    claimPurchases.run(account.id, account.email);
  });

  /** Reads first: nearly every call finds nothing to claim and needs no write. */
  const claimWaiting = (account: Account, at: Date) => {
    if (account.emailVerified && waiting.get(account.email)) claim.immediate(account, at);
  };

  const redeemCode = db.transaction(
    (...[text, account, alreadyHas, at]: Parameters<Store['redeemCode']>): Redemption => {
      claimWaiting(account, at);
      const code = codeByText.get(text);
      if (!code) return { ok: false, error: 'code_not_found' };
      if (code.revoked_at !== null) return { ok: false, error: 'code_revoked' };
      const unlocks = unlocksOf.all(code.id).map((row) => row.adventureId);
      const ownedIds = owned.all(account.id).map((row) => row.adventureId);
      if (alreadyHas(ownedIds, unlocks)) return { ok: false, error: 'user_already_unlocked' };
      if (redemptionOf.get(code.id)) return { ok: false, error: 'code_already_used' };
      const time = at.toISOString();
      insertRedemption.run(code.id, account.id, time);
      for (const adventureId of unlocks) insertGrant.run(adventureId, account.id, code.id, time, time);
      return { ok: true, unlocks };
    },
  );

  const addActivationCodes = db.transaction((...[codes, at]: Parameters<Store['addActivationCodes']>) => {
    for (const { code, campaign, unlocks } of codes) {
      const inserted = insertCode.get(code, campaign, at.toISOString());
      if (inserted) for (const adventureId of unlocks) insertUnlock.run(inserted.id, adventureId);
    }
  });

  return {
    ownedGrants: async (account, at) => {
      claimWaiting(account, at);
      return owned.all(account.id).map((row) => ({ ...row, grantedAt: new Date(row.grantedAt) }));
    },
    redeemCode: async (...args) => redeemCode.immediate(...args),
    addActivationCodes: async (...args) => addActivationCodes.immediate(...args),
    revokeActivationCode: async (code, at) => void revokeCode.run(at.toISOString(), code),
  };
}
