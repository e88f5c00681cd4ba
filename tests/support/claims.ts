import { claimOrder, previewClaim } from '#server/claiming/claim-order.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { claimLinkDays, claimLinkOf } from '#server/owning/claim-links.ts';
import { testCipher } from '#tests/support/accounts.ts';
import { silentLog } from './ledger-verbs.ts';

/** Makes the claim link of an order, like its buyer's page. @returns the token */
export async function newLink(ledger: Ledger, checkoutSessionId: string, at: Date): Promise<string> {
  return (await ledger.write([], claimLinkOf(testCipher, checkoutSessionId, at, claimLinkDays))).token;
}

/** The result of a claim as text: `ok` and the unlocks, or the error. */
export async function claimWith(ledger: Ledger, account: Account, token: string, at: Date): Promise<string> {
  const outcome = await claimOrder({ ledger, clock: () => at, log: silentLog }, account, token);
  return outcome.ok
    ? `ok ${outcome.unlocks.toSorted().join(' ')}${outcome.again ? ', again' : ''}`
    : outcome.error;
}

export const previewOf = (ledger: Ledger, token: string, at: Date) =>
  previewClaim({ ledger, clock: () => at }, token);
