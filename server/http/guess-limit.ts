// The rate limit on wrong activation codes, against guessing (brute force).

import type { Response } from 'express';
import type { Options } from 'express-rate-limit';
import type { NewSharedCounts } from '#server/ledger/shared-counts.ts';
import { Refusal } from '#server/refusal.ts';
import type { Metrics } from './metrics.ts';
import { type RateLimitStore, rateLimitStore } from './rate-limit-store.ts';
import { addressKey } from './rate-limits.ts';

/** How many wrong codes an account and an address may try in a window. */
export const guessLimits = { windowSeconds: 15 * 60, perAccount: 10, perAddress: 50 } as const;

/**
 * How many mistyped codes of the shop's own format. They are no guesses, because none of them can exist; the limit only
 * keeps a machine from trying without an end, in case codes of another shop look like ours.
 */
export const typoLimits = { perAccount: 100, perAddress: 500 } as const;

/** Who tries a code: an account, from an address. */
export interface Guesser {
  accountId: string;
  address: string;
}

/** Counts wrong activation codes. Codes that exist, used or not, are no guesses. */
export interface GuessLimit {
  /**
   * Says in `RateLimit` headers how many are left.
   * @throws {Refusal} `too_many_requests`, with `Retry-After`, when a count is at its limit
   */
  check(guesser: Guesser, response: Response): Promise<void>;
  /** @param mistyped whether the check character tells that no such code was ever made */
  count(guesser: Guesser, mistyped: boolean): Promise<void>;
}

interface Count {
  policy: string;
  mistyped: boolean;
  limit: number;
  keyOf(guesser: Guesser): string;
  store: RateLimitStore;
}

/**
 * Counts are forgotten when their window is over. IPv6 addresses count by /64.
 * @param counts shared by several processes, or `null` to count in memory
 */
export function createGuessLimit(
  counts: NewSharedCounts | null,
  metrics: Pick<Metrics, 'rateLimited'>,
): GuessLimit {
  const ofAccount = ({ accountId }: Guesser) => accountId;
  const ofAddress = ({ address }: Guesser) => addressKey(address);
  const count = (policy: string, mistyped: boolean, limit: number, keyOf: Count['keyOf']): Count => {
    const store = rateLimitStore(counts, policy, guessLimits.windowSeconds);
    void store.init({ windowMs: guessLimits.windowSeconds * 1000 } as Options);
    return { policy, mistyped, limit, keyOf, store };
  };
  const all = [
    count('wrong-codes-account', false, guessLimits.perAccount, ofAccount),
    count('wrong-codes', false, guessLimits.perAddress, ofAddress),
    count('mistyped-codes-account', true, typoLimits.perAccount, ofAccount),
    count('mistyped-codes', true, typoLimits.perAddress, ofAddress),
  ];
  return {
    async check(guesser, response) {
      const states = await Promise.all(all.map((one) => stateOf(one, guesser)));
      // The form of express-rate-limit's own headers (draft-ietf-httpapi-ratelimit-headers-08).
      for (const { policy, limit, left, seconds } of states) {
        response.append('ratelimit', `"${policy}"; r=${left}; t=${seconds}`);
        response.append('ratelimit-policy', `"${policy}"; q=${limit}; w=${guessLimits.windowSeconds}`);
      }
      const over = states.filter(({ left }) => left === 0);
      if (over.length === 0) return;
      for (const { policy } of over) metrics.rateLimited(policy);
      const seconds = Math.max(1, ...over.map((state) => state.seconds));
      response.set('retry-after', String(seconds));
      throw new Refusal(
        'too_many_requests',
        `Too many wrong codes. Try again in ${Math.ceil(seconds / 60)} minutes.`,
      );
    },
    async count(guesser, mistyped) {
      const own = all.filter((one) => one.mistyped === mistyped);
      await Promise.all(own.map(({ store, keyOf }) => store.increment(keyOf(guesser))));
    },
  };
}

async function stateOf({ policy, limit, keyOf, store }: Count, guesser: Guesser) {
  const client = await store.get(keyOf(guesser));
  const untilReset = client?.resetTime && Math.ceil((client.resetTime.getTime() - Date.now()) / 1000);
  return {
    policy,
    limit,
    left: Math.max(0, limit - (client?.totalHits ?? 0)),
    seconds: Math.max(0, untilReset ?? guessLimits.windowSeconds),
  };
}
