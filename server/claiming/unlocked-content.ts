// Unlocked content (entitlements) of an account.

import { refuseErased } from '#server/identity/erased-accounts.ts';
import { type Account, verifiedEmailOf } from '#server/identity/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { flag, oneOf, type Row, text, time } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { inEffect } from '#server/owning/in-effect.ts';
import type { Clock } from '#server/runtime.ts';
import { grantSources } from '#shared/api/unlocked-content.ts';
import { claimLocks, claimWaiting } from './claim-waiting.ts';

const grantShape = { adventureId: text, source: oneOf(grantSources), grantedAt: time } as const;
/** What an account owns. */
export type Grant = Row<typeof grantShape>;
// One query for what is owned and what waits: this is the most frequent call, and there is nearly never anything to claim.
const ownedOrWaiting = query(
  `SELECT id, adventure_id, source, granted_at, FALSE AS waits FROM grants
     WHERE account_id = ? AND ${inEffect()}
   UNION ALL SELECT id, adventure_id, source, granted_at, TRUE FROM grants WHERE email = ? AND account_id IS NULL
   ORDER BY granted_at, id`,
  { ...grantShape, waits: flag },
);

/**
 * What an account owns now, oldest first. With a verified address, whatever waits for that address is claimed first.
 * @throws {Refusal} `unauthorized` for an account that was erased
 */
export async function ownedGrants(ledger: Ledger, account: Account, at: Date): Promise<Grant[]> {
  const look = () => ledger.read(() => ownedOrWaiting.all(account.id, verifiedEmailOf(account)));
  let found = await look();
  if (found.some(({ waits }) => waits)) {
    await ledger.write(claimLocks(account), () => claimWaiting(account, at));
    found = await look();
  }
  // An erased account owns nothing, so an account with grants needs no look-up of erased accounts.
  if (found.length === 0) await ledger.read(() => refuseErased(account.id));
  return found
    .filter(({ waits }) => !waits)
    .map(({ adventureId, source, grantedAt }) => ({ adventureId, source, grantedAt }));
}

/**
 * For the mobile app and the account page: the adventures that an account owns, without duplicates, each with its first
 * grant. Nothing is matched by an unverified address.
 * @throws {Refusal} `unauthorized` for an account that was erased
 */
export async function unlockedContent(
  { ledger, clock }: { ledger: Ledger; clock: Clock },
  account: Account,
): Promise<Grant[]> {
  const first = new Map<string, Grant>();
  for (const grant of await ownedGrants(ledger, account, clock())) {
    if (!first.has(grant.adventureId)) first.set(grant.adventureId, grant);
  }
  return [...first.values()];
}
