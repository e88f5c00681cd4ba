import type { Cause } from '#server/ledger/records.ts';
import type { Queries } from './database.ts';
import { noteGrantEvents } from './events.ts';

/**
 * Ends what an account owns and what waits for an address, and takes both off the rows. Call it inside a transaction
 * that holds their locks.
 * @returns how many grants lost their owner, those that were revoked before among them
 */
export async function endGrants(
  queries: Queries,
  owner: { accountId: string | null; email: string | null },
  reason: 'account_deleted' | 'customer_erased',
  cause: Cause,
  at: Date,
): Promise<number> {
  const grants = await queries.all<{ id: number; active: boolean }>(
    `SELECT id, revoked_at IS NULL AS active FROM grants
     WHERE account_id = $1 OR (account_id IS NULL AND email = $2) ORDER BY id FOR NO KEY UPDATE`,
    ...[owner.accountId, owner.email],
  );
  const active = grants.filter((grant) => grant.active).map(({ id }) => id);
  await noteGrantEvents(queries, active, 'revoked', reason, cause, at);
  return queries.run(
    `UPDATE grants SET account_id = NULL, email = NULL,
       revoked_at = coalesce(revoked_at, $1), revoked_reason = coalesce(revoked_reason, $2)
     WHERE id = ANY($3::bigint[])`,
    ...[at, reason, grants.map(({ id }) => id)],
  );
}
