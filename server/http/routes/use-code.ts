import { Router } from 'express';
import { isMistypedCode } from '#server/owning/activation-code.ts';
import { redeemCode } from '#server/owning/redeem-code.ts';
import { type UseCodeResponse, useCodeRequestSchema } from '#shared/api/use-code.ts';
import type { Authenticator } from '../authenticate.ts';
import { endpoint, jsonBody } from '../endpoint.ts';
import { createGuessLimit } from '../guess-limit.ts';
import type { Services } from '../services.ts';

/** `POST /api/use-code`: redeem an activation code for the account. */
export function redemptionRouter(
  { ledger, counts, clock, log, metrics }: Services,
  authenticate: Authenticator,
): Router {
  const router = Router();
  const guesses = createGuessLimit(counts, metrics);
  endpoint(router, '/use-code', {
    async post(request, response) {
      const account = await authenticate.account(request);
      const { activationCode } = jsonBody(request, useCodeRequestSchema);
      const guesser = { accountId: account.id, address: request.ip ?? '' };
      await guesses.check(guesser, response);
      const redemption = await redeemCode({ ledger, clock, log, metrics }, account, activationCode);
      if (!redemption.ok && redemption.error === 'code_not_found') {
        await guesses.count(guesser, isMistypedCode(activationCode));
      }
      const answer: UseCodeResponse = redemption.ok
        ? { valid: true, error: null, unlocks: redemption.unlocks }
        : { valid: false, error: redemption.error, unlocks: [] };
      response.json(answer);
    },
  });
  return router;
}
