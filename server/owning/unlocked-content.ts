// Unlocked content (entitlements) of an account.

import type { Account } from '#server/accounts/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Clock } from '#server/runtime.ts';
import { type Grant, ownedGrants } from './grants.ts';

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
