import type { Database } from 'better-sqlite3';
import { accountErased, erasedAccount, erasedAccountHash } from '#server/accounts/erased-accounts.ts';

/**
 * Accounts that were erased. Whatever writes an account's id asks here, inside its own transaction: asked before it, the
 * account could be erased between the question and the write.
 */
export interface ErasedAccounts {
  has(accountId: string): boolean;
  /** @throws {Refusal} `unauthorized` for an account that was erased */
  refuse(accountId: string): void;
  add(accountId: string, at: Date): void;
  removeOld(at: Date): void;
}

export function erasedAccounts(db: Database): ErasedAccounts {
  const byHash = db.prepare('SELECT 1 FROM erased_accounts WHERE account_hash = ?').pluck();
  const insert = db.prepare(
    `INSERT INTO erased_accounts (account_hash, kept_until) VALUES (?, ?)
     ON CONFLICT (account_hash) DO UPDATE SET kept_until = excluded.kept_until`,
  );
  const deleteOld = db.prepare('DELETE FROM erased_accounts WHERE kept_until <= ?');
  const has = (accountId: string) => byHash.get(erasedAccountHash(accountId)) !== undefined;
  return {
    has,
    refuse(accountId) {
      if (has(accountId)) throw accountErased();
    },
    add(accountId, at) {
      const { hash, keptUntil } = erasedAccount(accountId, at);
      insert.run(hash, keptUntil.toISOString());
    },
    removeOld: (at) => void deleteOld.run(at.toISOString()),
  };
}
