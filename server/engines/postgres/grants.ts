import type { Account } from '#server/accounts/identity-provider.ts';
import type { Cause, Grant } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import type { PostgresDatabase, Queries } from './database.ts';
import { refuseErased } from './erased-accounts.ts';
import { noteGrantEvents } from './events.ts';
import { ownerLocks } from './locks.ts';

const byAccount: Cause = { by: 'account', event: null };

/** The address whose waiting grants an account may have, if any. */
const claimableAddress = ({ email, emailVerified }: Account): string | null => (emailVerified ? email : null);

/** What claiming and whatever depends on it queue under. */
export const claimLocks = (account: Account): string[] => ownerLocks(account.id, claimableAddress(account));

/** Claims for an account what waits for its verified address, inside a transaction that holds its {@link claimLocks}. */
export async function claimWaiting(queries: Queries, account: Account, at: Date): Promise<void> {
  const email = claimableAddress(account);
  if (email === null) return;
  const claimed = await queries.all<{ id: number; purchaseId: number | null }>(
    `UPDATE grants SET account_id = $1, claimed_at = $2 WHERE email = $3 AND account_id IS NULL
     RETURNING id, purchase_id AS "purchaseId"`,
    ...[account.id, at, email],
  );
  if (claimed.length === 0) return;
  const ids = claimed.map(({ id }) => id).toSorted((a, b) => a - b);
  await noteGrantEvents(queries, ids, 'claimed', 'verified_email', byAccount, at);
  // By its grants, not by its address: an erased account's purchases keep theirs, and it may have a new owner.
  await queries.run(
    'UPDATE purchases SET account_id = $1 WHERE id = ANY($2::bigint[]) AND account_id IS NULL',
    ...[account.id, claimed.flatMap(({ purchaseId }) => purchaseId ?? [])],
  );
}

/** Claims in a transaction of its own when something waits. @param waits whether it does, where that is known */
export async function claimIfAnythingWaits(
  db: PostgresDatabase,
  account: Account,
  at: Date,
  waits?: boolean,
): Promise<void> {
  const email = claimableAddress(account);
  if (email === null) return;
  const known =
    waits ??
    (await db.get('SELECT 1 FROM grants WHERE email = $1 AND account_id IS NULL LIMIT 1', email)) !==
      undefined;
  if (!known) return;
  await db.write(claimLocks(account), async (queries) => {
    await refuseErased(queries, account.id);
    await claimWaiting(queries, account, at);
  });
}

/** What accounts own. Activation codes, which give it too, are in `codes.ts`. */
export function grantMethods(db: PostgresDatabase): Pick<Store, 'ownedGrants'> {
  // One question for what is owned and for what waits: nearly every call finds nothing to claim.
  const look = (account: Account) =>
    db.all<Grant & { waits: boolean }>(
      `SELECT adventure_id AS "adventureId", source, granted_at AS "grantedAt", account_id IS NULL AS waits FROM grants
       WHERE (account_id = $1 AND revoked_at IS NULL AND withheld_at IS NULL) OR (email = $2 AND account_id IS NULL)
       ORDER BY granted_at, id`,
      ...[account.id, claimableAddress(account)],
    );
  return {
    async ownedGrants(account, at) {
      let found = await look(account);
      if (found.some(({ waits }) => waits)) {
        await claimIfAnythingWaits(db, account, at, true);
        found = await look(account);
      }
      // An erased account owns nothing, so whoever owns something need not be looked up: this call is the most frequent one.
      if (found.length === 0) await refuseErased(db, account.id);
      return found
        .filter(({ waits }) => !waits)
        .map(({ adventureId, source, grantedAt }) => ({ adventureId, source, grantedAt }));
    },
  };
}
