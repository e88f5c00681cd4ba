import type { Account } from '#server/accounts/identity-provider.ts';
import type { Grant } from '#server/ledger/records.ts';
import type { Store } from '#server/ledger/store.ts';
import type { Clock } from '#server/runtime.ts';
import type { UnlockedContent } from '#shared/api/unlocked-content.ts';

/**
 * What the mobile app and the account page ask: the adventures an account owns, each once, with the grant that came
 * first. Nothing is matched by an address that is not verified.
 */
export async function unlockedContent(
  { store, clock }: { store: Store; clock: Clock },
  account: Account,
): Promise<UnlockedContent> {
  const first = new Map<string, Grant>();
  for (const grant of await store.ownedGrants(account, clock())) {
    if (!first.has(grant.adventureId)) first.set(grant.adventureId, grant);
  }
  return {
    data: [
      {
        adventures: [...first.values()].map(({ adventureId, source, grantedAt }) => ({
          adventureId,
          source,
          grantedAt: grantedAt.toISOString(),
        })),
      },
    ],
  };
}
