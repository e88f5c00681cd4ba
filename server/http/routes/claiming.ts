// Handlers of the calls of owners: unlocked content (entitlements), activation codes, downloads.

import { claimOrder, previewClaim } from '#server/claiming/claim-order.ts';
import { type Redemption, redeemCode } from '#server/claiming/redeem-code.ts';
import { unlockedContent } from '#server/claiming/unlocked-content.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import { isMistypedCode } from '#server/owning/activation-code.ts';
import type { UnlockedContent } from '#shared/api/unlocked-content.ts';
import * as endpoints from '#shared/endpoints.ts';
import { releasesOn } from '#shared/release-days.ts';
import { limitGuesses } from '../guess-limit.ts';
import type { Handlers } from '../mount-calls.ts';
import type { Services } from '../services.ts';
import { sendDownload } from './downloads.ts';

/** The app's answer about what an account has unlocked. */
export async function ownedAnswer(
  services: Pick<Services, 'ledger' | 'clock'>,
  account: Account,
): Promise<UnlockedContent> {
  const grants = await unlockedContent(services, account);
  const now = services.clock();
  const adventures = grants.map(({ adventureId, source, grantedAt }) => {
    const day = releasesOn(adventureId, now);
    return {
      adventureId,
      source,
      grantedAt: grantedAt.toISOString(),
      ...(day !== null && { releasesOn: day }),
    };
  });
  return { data: [{ adventures }] };
}

export function claimingCalls(services: Services) {
  const attemptCode = limitGuesses(services.counts, services.metrics);
  return {
    [endpoints.readUnlockedContent]: ({ account }) => ownedAnswer(services, account),
    async [endpoints.useCode]({ response, body: { activationCode: code }, account }) {
      const redeem = () => redeemCode(services, account, code);
      const isGuess = (found: Redemption) => !found.ok && found.error === 'code_not_found';
      const redemption = await attemptCode(account, isMistypedCode(code), response, redeem, isGuess);
      return validity(redemption);
    },
    async [endpoints.claim]({ body: { token }, account }) {
      return validity(await claimOrder(services, account, token));
    },
    [endpoints.previewClaim]: ({ body: { token } }) => previewClaim(services, token),
    async [endpoints.download]({ response, parameters: { id }, account }) {
      await sendDownload(services, account, id, response);
    },
  } satisfies Partial<Handlers>;
}

/** The app's answer about a code or a link. */
function validity<E>(outcome: { ok: true; unlocks: string[] } | { ok: false; error: E }) {
  return outcome.ok
    ? { valid: true, error: null, unlocks: outcome.unlocks }
    : { valid: false, error: outcome.error, unlocks: [] };
}
