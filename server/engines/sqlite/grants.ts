import type { Database } from 'better-sqlite3';
import type { Account } from '#server/accounts/identity-provider.ts';
import type { Cause, Grant } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import { erasedAccounts } from './erased-accounts.ts';
import { grantHistory } from './events.ts';
import type { GroupCommit } from './group-commit.ts';

interface GrantRow {
  adventureId: string;
  source: Grant['source'];
  grantedAt: string;
}

/** Claims for an account what waits for its verified address. */
export interface Claimer {
  /** Whether anything waits. Nearly every call finds nothing to claim and needs no write. */
  waits(account: Account): boolean;
  /** To be called inside a transaction. */
  claim(account: Account, at: Date): void;
}

export function claimer(db: Database): Claimer {
  const waiting = db.prepare('SELECT 1 FROM grants WHERE email = ? AND account_id IS NULL LIMIT 1');
  const claimGrants = db.prepare<unknown[], { id: number; purchaseId: number | null }>(
    `UPDATE grants SET account_id = ?, claimed_at = ? WHERE email = ? AND account_id IS NULL
     RETURNING id, purchase_id AS purchaseId`,
  );
  const claimPurchase = db.prepare('UPDATE purchases SET account_id = ? WHERE id = ? AND account_id IS NULL');
  const noteGrantEvent = grantHistory(db);
  const erased = erasedAccounts(db);
  const byAccount: Cause = { by: 'account', event: null };

  function claim(account: Account, at: Date): void {
    erased.refuse(account.id);
    const claimed = claimGrants.all(account.id, at.toISOString(), account.email);
    for (const { id, purchaseId } of claimed) {
      noteGrantEvent(id, 'claimed', 'verified_email', byAccount, at);
      // By its grants, not by its address: an erased account's purchases keep theirs, and it may have a new owner.
      if (purchaseId !== null) claimPurchase.run(account.id, purchaseId);
    }
  }
  return {
    waits: (account) => account.emailVerified && waiting.get(account.email) !== undefined,
    claim,
  };
}

/** What accounts own. Activation codes, which give it too, are in `codes.ts`. */
export function grantMethods(db: Database, { shared }: GroupCommit): Pick<Store, 'ownedGrants'> {
  const claims = claimer(db);
  const claim = shared(claims.claim);
  const erased = erasedAccounts(db);
  const owned = db.prepare<[string], GrantRow>(
    `SELECT adventure_id AS adventureId, source, granted_at AS grantedAt
     FROM grants WHERE account_id = ? AND revoked_at IS NULL AND withheld_at IS NULL ORDER BY granted_at, id`,
  );
  return {
    ownedGrants: async (account, at) => {
      if (claims.waits(account)) await claim(account, at);
      const rows = owned.all(account.id);
      // An erased account owns nothing, so whoever owns something need not be looked up: this call is the most frequent one.
      if (rows.length === 0) erased.refuse(account.id);
      return rows.map((row) => ({ ...row, grantedAt: new Date(row.grantedAt) }));
    },
  };
}
