// Handlers of the calls of owners: unlocked content (entitlements), activation codes, downloads.

import { isMistypedCode } from '#server/owning/activation-code.ts';
import { redeemCode } from '#server/owning/redeem-code.ts';
import { unlockedContent } from '#server/owning/unlocked-content.ts';
import * as endpoints from '#shared/endpoints.ts';
import { createGuessLimit } from '../guess-limit.ts';
import type { HandlersOf } from '../mount-calls.ts';
import type { Services } from '../services.ts';
import { sendDownload } from './downloads.ts';

type Owning = typeof endpoints.readUnlockedContent | typeof endpoints.useCode | typeof endpoints.download;

/** The calls of owners: what is unlocked, activation codes, files. */
export function owningCalls(services: Services): HandlersOf<Owning> {
  const guesses = createGuessLimit(services.counts, services.metrics);
  return {
    [endpoints.readUnlockedContent]: ({ account }) => unlockedContent(services, account),
    async [endpoints.useCode]({ request, response, body: { activationCode }, account }) {
      const guesser = { accountId: account.id, address: request.ip ?? '' };
      await guesses.check(guesser, response);
      const answer = await redeemCode(services, account, activationCode);
      if (answer.error === 'code_not_found') await guesses.count(guesser, isMistypedCode(activationCode));
      return answer;
    },
    async [endpoints.download]({ response, parameters: { id }, account }) {
      await sendDownload(services, account, id, response);
    },
  };
}
