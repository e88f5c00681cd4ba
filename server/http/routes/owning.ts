// Handlers of the calls of owners: unlocked content (entitlements), activation codes, downloads.

import type { Response } from 'express';
import type { Account } from '#server/accounts/identity-provider.ts';
import { isMistypedCode } from '#server/owning/activation-code.ts';
import { claimOrder, previewClaim } from '#server/owning/claim-order.ts';
import { redeemCode } from '#server/owning/redeem-code.ts';
import { unlockedContent } from '#server/owning/unlocked-content.ts';
import type { UnlockedContent } from '#shared/api/unlocked-content.ts';
import { secretValues } from '#shared/concrete-paths.ts';
import * as endpoints from '#shared/endpoints.ts';
import { releasesOn } from '#shared/release-days.ts';
import { createGuessLimit } from '../guess-limit.ts';
import type { HandlersOf } from '../mount-calls.ts';
import type { Services } from '../services.ts';
import { sendDownload } from './downloads.ts';

type Owning =
  | typeof endpoints.readUnlockedContent
  | typeof endpoints.useCode
  | typeof endpoints.claim
  | typeof endpoints.previewClaim
  | typeof endpoints.download;

/** What an account has unlocked, as the app is told of it. */
export async function ownedAnswer(
  services: Pick<Services, 'ledger' | 'clock'>,
  account: Account,
): Promise<UnlockedContent> {
  const grants = await unlockedContent(services, account);
  const now = services.clock();
  const adventures = grants.map(({ adventureId, source, grantedAt }) => {
    const day = releasesOn(adventureId, now);
    return {
      ...{ adventureId, source, grantedAt: grantedAt.toISOString() },
      ...(day !== null && { releasesOn: day }),
    };
  });
  return { data: [{ adventures }] };
}

/** The calls of owners: what is unlocked, activation codes, files. */
export function owningCalls(services: Services): HandlersOf<Owning> {
  const guesses = createGuessLimit('codes', services.counts, services.metrics);
  const linkGuesses = createGuessLimit('links', services.counts, services.metrics);
  /** Has a link looked at while tries are counted, and gives the try back when there is such a link. */
  async function tryLink<T>(
    { token, account, response }: { token: string; account: Account | null; response: Response },
    look: () => Promise<{ answer: T; isGuess: boolean }>,
  ): Promise<T> {
    const guesser = { accountId: account?.id ?? null, address: response.locals.address };
    const isMistyped = !secretValues.open?.test(token);
    const giveBack = await linkGuesses.begin(guesser, isMistyped, response);
    let isGuess = false;
    try {
      const found = await look();
      isGuess = found.isGuess;
      return found.answer;
    } finally {
      if (!isGuess) await giveBack();
    }
  }
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
    [endpoints.claim]: ({ response, body: { token }, account }) =>
      tryLink({ token, account, response }, async () => {
        const outcome = await claimOrder(services, account, token);
        const answer = outcome.ok
          ? { valid: true, error: null, unlocks: outcome.unlocks }
          : { valid: false, error: outcome.error, unlocks: [] };
        return { answer, isGuess: answer.error === 'link_not_found' };
      }),
    [endpoints.previewClaim]: ({ response, body: { token } }) =>
      tryLink({ token, account: null, response }, async () => {
        const answer = await previewClaim(services, token);
        return { answer, isGuess: answer.state === 'link_not_found' };
      }),
    async [endpoints.download]({ response, parameters: { id }, account }) {
      await sendDownload(services, account, id, response);
    },
  };
}
