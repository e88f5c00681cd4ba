import type { Database } from 'better-sqlite3';
import type { Account } from '#server/domain/ports/identity.ts';
import type { Cause, Grant } from '#server/domain/ports/records.ts';
import type { Store } from '#server/domain/ports/store.ts';
import { erasedAccounts } from './erased-accounts.ts';
import { grantHistory } from './events.ts';

interface GrantRow {
  adventureId: string;
  source: Grant['source'];
  grantedAt: string;
}

/**
 * Claims for an account what waits for its verified address. To be called inside the transaction of whatever depends on
 * what the account owns. It reads first: nearly every call finds nothing to claim and needs no write.
 */
export function claimer(db: Database): (account: Account, at: Date) => void {
  const waiting = db.prepare('SELECT 1 FROM grants WHERE email = ? AND account_id IS NULL LIMIT 1');
  const claimGrants = db.prepare<unknown[], { id: number; purchaseId: number | null }>(
    `UPDATE grants SET account_id = ?, claimed_at = ? WHERE email = ? AND account_id IS NULL
     RETURNING id, purchase_id AS purchaseId`,
  );
  const claimPurchase = db.prepare('UPDATE purchases SET account_id = ? WHERE id = ? AND account_id IS NULL');
  const noteGrantEvent = grantHistory(db);
  const erased = erasedAccounts(db);
  const byAccount: Cause = { by: 'account', event: null };

  const claim = db.transaction((account: Account, at: Date) => {
    erased.refuse(account.id);
    const claimed = claimGrants.all(account.id, at.toISOString(), account.email);
    for (const { id, purchaseId } of claimed) {
      noteGrantEvent(id, 'claimed', 'verified_email', byAccount, at);
      // By its grants, not by its address: an erased account's purchases keep theirs, and it may have a new owner.
      if (purchaseId !== null) claimPurchase.run(account.id, purchaseId);
    }
  });
  return (account, at) => {
    if (account.emailVerified && waiting.get(account.email)) claim.immediate(account, at);
  };
}

/** What accounts own. Activation codes, which give it too, are in `codes.ts`. */
export function grantMethods(db: Database): Pick<Store, 'ownedGrants'> {
  const claimWaiting = claimer(db);
  const erased = erasedAccounts(db);
  const owned = db.prepare<[string], GrantRow>(
    `SELECT adventure_id AS adventureId, source, granted_at AS grantedAt
     FROM grants WHERE account_id = ? AND revoked_at IS NULL AND withheld_at IS NULL ORDER BY granted_at, id`,
  );
  return {
    ownedGrants: async (account, at) => {
      claimWaiting(account, at);
      const rows = owned.all(account.id);
      // An erased account owns nothing, so whoever owns something need not be looked up: this call is the most frequent one.
      if (rows.length === 0) erased.refuse(account.id);
      return rows.map((row) => ({ ...row, grantedAt: new Date(row.grantedAt) }));
    },
  };
}
