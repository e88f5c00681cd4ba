import { accountErased, erasedAccount, erasedAccountHash } from '#server/accounts/erased-accounts.ts';
import type { Queries } from './database.ts';

/** Whether an account was erased. To be relied on inside a transaction that holds the account's lock. */
export async function isErased(queries: Queries, accountId: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM erased_accounts WHERE account_hash = $1';
  return (await queries.get(sql, erasedAccountHash(accountId))) !== undefined;
}

/** @throws {Refusal} `unauthorized` for an account that was erased */
export async function refuseErased(queries: Queries, accountId: string): Promise<void> {
  if (await isErased(queries, accountId)) throw accountErased();
}

export async function noteErased(queries: Queries, accountId: string, at: Date): Promise<void> {
  const { hash, keptUntil } = erasedAccount(accountId, at);
  await queries.run(
    `INSERT INTO erased_accounts (account_hash, kept_until) VALUES ($1, $2)
     ON CONFLICT (account_hash) DO UPDATE SET kept_until = excluded.kept_until`,
    ...[hash, keptUntil],
  );
}
