// Handlers of the calls of owners: unlocked content (entitlements), activation codes, downloads.

import type { Account } from '#server/accounts/identity-provider.ts';
import { isMistypedCode } from '#server/owning/activation-code.ts';
import { redeemCode } from '#server/owning/redeem-code.ts';
import { unlockedContent } from '#server/owning/unlocked-content.ts';
import type { UnlockedContent } from '#shared/api/unlocked-content.ts';
import * as endpoints from '#shared/endpoints.ts';
import { createGuessLimit } from '../guess-limit.ts';
import type { HandlersOf } from '../mount-calls.ts';
import type { Services } from '../services.ts';
import { sendDownload } from './downloads.ts';

type Owning = typeof endpoints.readUnlockedContent | typeof endpoints.useCode | typeof endpoints.download;

/** What an account has unlocked, as the app is told of it. */
export async function ownedAnswer(
  services: Pick<Services, 'ledger' | 'clock'>,
  account: Account,
): Promise<UnlockedContent> {
  const grants = await unlockedContent(services, account);
  const adventures = grants.map(({ adventureId, source, grantedAt }) => ({
    adventureId,
    source,
    grantedAt: grantedAt.toISOString(),
  }));
  return { data: [{ adventures }] };
}

/** The calls of owners: what is unlocked, activation codes, files. */
export function owningCalls(services: Services): HandlersOf<Owning> {
  const guesses = createGuessLimit(services.counts, services.metrics);
  return {
    [endpoints.readUnlockedContent]: ({ account }) => ownedAnswer(services, account),
    async [endpoints.useCode]({ response, body: { activationCode }, account }) {
      const guesser = { accountId: account.id, address: response.locals.address };
      const giveBack = await guesses.begin(guesser, isMistypedCode(activationCode), response);
      let isGuess = false;
      try {
        const redemption = await redeemCode(services, account, activationCode);
        if (redemption.ok) return { valid: true, error: null, unlocks: redemption.unlocks };
        isGuess = redemption.error === 'code_not_found';
        return { valid: false, error: redemption.error, unlocks: [] };
      } finally {
        if (!isGuess) await giveBack();
      }
    },
    async [endpoints.download]({ response, parameters: { id }, account }) {
      await sendDownload(services, account, id, response);
    },
  };
}
