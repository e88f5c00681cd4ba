// What waits for a verified e-mail address, grants and orders, goes to the account that has verified it.

import { changeBuyer } from '#server/buying/settle-order.ts';
import { byAccount } from '#server/identity/cause.ts';
import { isBeingErased, refuseErased } from '#server/identity/erased-accounts.ts';
import { type Account, verifiedEmailOf } from '#server/identity/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { ownerLocks } from '#server/ledger/locks.ts';
import { flag, integer, nullable } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { noteGrantEvents } from '#server/owning/grant-history.ts';

/** The locks for claiming and for everything that depends on it. */
export const claimLocks = (account: Account): string[] => ownerLocks(account.id, verifiedEmailOf(account));

const somethingWaits = query('SELECT 1 FROM grants WHERE email = ? AND account_id IS NULL LIMIT 1', flag);
const claimGrants = query(
  `UPDATE grants SET account_id = ?, claimed_at = ? WHERE email = ? AND account_id IS NULL RETURNING {columns}`,
  { id: integer, purchaseId: nullable(integer) },
);
const putOnAccount = command('UPDATE purchases SET account_id = ? WHERE id = ? AND account_id IS NULL');

/** Puts those of these orders that are on no account on this one. */
export const claimPurchases = (purchaseIds: readonly number[], accountId: string, at: Date): Script<void> =>
  changeBuyer(
    purchaseIds,
    function* () {
      for (const id of purchaseIds) yield* putOnAccount.run(accountId, id);
    },
    at,
  );

/**
 * Claims for an account what waits for its verified address, in a transaction that holds its {@link claimLocks}: it stays
 * with the account when the address changes, and never goes to a later owner of the address. An account whose
 * deletion is noted claims nothing more.
 * @throws {Refusal} `unauthorized` for an account that was erased
 */
export function* claimWaiting(account: Account, at: Date): Script<void> {
  yield* refuseErased(account.id);
  const email = verifiedEmailOf(account);
  if (email === null || (yield* isBeingErased(account.id))) return;
  const claimed = yield* claimGrants.all(account.id, at, email);
  yield* noteGrantEvents(
    claimed.map(({ id }) => id),
    'claimed',
    'verified_email',
    byAccount,
    at,
  );
  // Found through its grants, not by its address: purchases of an erased account keep their address, which may have a
  // new owner. In the order in which everybody locks them; databases return rows in any.
  const purchases = new Set(claimed.flatMap(({ purchaseId }) => purchaseId ?? []));
  yield* claimPurchases(
    [...purchases].toSorted((a, b) => a - b),
    account.id,
    at,
  );
}

/** Claims in a transaction of its own if something waits; nearly every call finds nothing and writes nothing. */
export async function claimIfAnythingWaits(ledger: Ledger, account: Account, at: Date): Promise<void> {
  // Without an address nothing waits: in SQL, NULL equals nothing.
  if (!(await ledger.read(() => somethingWaits.get(verifiedEmailOf(account))))) return;
  await ledger.write(claimLocks(account), () => claimWaiting(account, at));
}

const orderWaits = query('SELECT 1 FROM gifts WHERE buyer_email = ? LIMIT 1', flag);
const takeOrders = command(
  `UPDATE purchases SET account_id = ? WHERE account_id IS NULL
     AND id IN (SELECT purchase_id FROM gifts WHERE buyer_email = ?)`,
);
const forgetBuyer = command('UPDATE gifts SET buyer_email = NULL WHERE buyer_email = ?');

/**
 * Adds the orders of gifts to the account that has verified the address they were bought with; their unlocks are not
 * touched. Nearly every call finds nothing and writes nothing.
 * @throws {Refusal} `unauthorized` for an account that was erased
 */
export async function claimGiftOrders(ledger: Ledger, account: Account): Promise<void> {
  const email = verifiedEmailOf(account);
  if (email === null || !(await ledger.read(() => orderWaits.get(email)))) return;
  await ledger.write(claimLocks(account), function* () {
    yield* refuseErased(account.id);
    if (yield* isBeingErased(account.id)) return;
    yield* takeOrders.run(account.id, email);
    yield* forgetBuyer.run(email);
  });
}
