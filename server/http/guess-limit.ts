// The rate limit on wrong activation codes, against guessing (brute force). Claim links need none: nobody can guess 256
// bits.

import type { Response } from 'express';
import type { Account } from '#server/accounts/identity-provider.ts';
import type { NewRequestCounts } from '#server/ledger/request-counts.ts';
import { Refusal } from '#server/refusal.ts';
import { blockOf, blockSizes, countName } from './client-address.ts';
import type { Metrics } from './metrics.ts';
import { addLimitHeaders, limitState } from './rate-limits.ts';

/** How many wrong codes are allowed per account and per address in a window. */
export const guessLimits = { windowSeconds: 15 * 60, perAccount: 10, perAddress: 50 } as const;

/**
 * How many mistyped codes of the shop's own format are allowed. They are no guesses, because none of them can exist; the
 * limit only stops a machine from trying forever, in case codes of another shop look like ours.
 */
export const typoLimits = { perAccount: 100, perAddress: 500 } as const;

/** `Retry-After` when only attempts in progress fill a counter, in seconds: they are finished by then. */
const shortWaitSeconds = 5;

/** Who tries a code: an account, or an anonymous client, from an address. */
interface Guesser {
  accountId: string | null;
  address: string;
}

/**
 * Looks up something that was typed, and limits failed attempts. A code that exists, used or not, is no guess. The
 * attempt is counted before the look-up, so that concurrent attempts are all counted, and the count is given back when it
 * was no guess or the look-up failed. The `RateLimit` headers say how many were left before it.
 * @param mistyped whether the check character shows that no such code was ever made
 * @param isGuess whether the result means that no such code exists
 * @throws {Refusal} `too_many_requests`, with `Retry-After`, when a limit is reached; the attempt is not counted then.
 * `Retry-After` is only a few seconds if attempts in progress cause it
 */
type Attempt = <T>(
  account: Account | null,
  mistyped: boolean,
  response: Response,
  look: () => Promise<T>,
  isGuess: (found: T) => boolean,
) => Promise<T>;

type GuessCount = ReturnType<typeof guessCounts>[number];

/** The counters: one per account and one per size of address block, of wrong codes and of mistyped ones. */
function guessCounts(newCounts: NewRequestCounts) {
  const kinds = [
    { name: 'wrong-codes', mistyped: false, ...guessLimits },
    { name: 'mistyped-codes', mistyped: true, ...typoLimits },
  ];
  return kinds.flatMap(({ name, mistyped, perAccount, perAddress }) => {
    const count = (policy: string, limit: number, keyOf: (guesser: Guesser) => string | null) => ({
      ...{ policy, mistyped, limit, keyOf },
      counts: newCounts(policy, guessLimits.windowSeconds),
      /** Attempts of this process by key that are counted and still in progress. */
      underWay: new Map<string, number>(),
    });
    return [
      count(`${name}-account`, perAccount, ({ accountId }) => accountId),
      ...blockSizes.map((size) =>
        count(countName(name, size), perAddress * size.factor, ({ address }) => blockOf(address, size)),
      ),
    ];
  });
}

/** Counters expire with their window. IPv6 addresses count by /64, /56 and /48. */
export function limitGuesses(newCounts: NewRequestCounts, metrics: Pick<Metrics, 'rateLimited'>): Attempt {
  const all = guessCounts(newCounts);
  /** Counts an attempt. @returns a function that ends it, and takes the count back unless it was a guess */
  async function begin(
    guesser: Guesser,
    mistyped: boolean,
    response: Response,
  ): Promise<(wasGuess: boolean) => Promise<void>> {
    const counting = all.flatMap((one) => {
      const key = one.keyOf(guesser);
      return key === null ? [] : [{ ...one, key, counted: one.mistyped === mistyped }];
    });
    const tries = await Promise.all(counting.map(countTry));
    const end = async (wasGuess: boolean) => void (await Promise.all(tries.map((one) => one.end(wasGuess))));
    for (const { state } of tries) addLimitHeaders(response, state);
    const over = tries.filter(({ state }) => state.left === 0);
    if (over.length === 0) return end;
    await end(false);
    for (const { state } of over) metrics.rateLimited(state.policy);
    const lasting = over.filter(({ isLasting }) => isLasting);
    const seconds = Math.max(shortWaitSeconds, ...lasting.map(({ state }) => state.seconds));
    response.set('retry-after', String(seconds));
    throw new Refusal(
      'too_many_requests',
      lasting.length === 0
        ? `Too many codes at a time. Try again in ${seconds} seconds.`
        : `Too many wrong codes. Try again in ${Math.ceil(seconds / 60)} minutes.`,
    );
  }
  return async (account, mistyped, response, look, isGuess) => {
    const guesser = { accountId: account?.id ?? null, address: response.locals.address };
    const end = await begin(guesser, mistyped, response);
    let wasGuess = false;
    try {
      const found = await look();
      wasGuess = isGuess(found);
      return found;
    } finally {
      await end(wasGuess);
    }
  };
}

/**
 * Counts an attempt with one counter.
 * @returns the limit's state before it, whether a reached limit is permanent for the window, and a function that ends the
 * attempt
 */
async function countTry({
  policy,
  limit,
  counts,
  underWay,
  key,
  counted,
}: GuessCount & { key: string; counted: boolean }) {
  const others = underWay.get(key) ?? 0;
  if (counted) underWay.set(key, others + 1);
  const count = await (counted ? counts.increment(key) : counts.get(key));
  const before = count && { ...count, hits: count.hits - (counted ? 1 : 0) };
  return {
    state: limitState({ policy, limit, windowSeconds: guessLimits.windowSeconds }, before),
    isLasting: (before?.hits ?? 0) - others >= limit,
    async end(wasGuess: boolean) {
      if (!counted) return;
      const left = (underWay.get(key) ?? 0) - 1;
      if (left > 0) underWay.set(key, left);
      else underWay.delete(key);
      // After its window the counter has expired anyway.
      if (!wasGuess && count && Date.now() < count.resetsAt.getTime()) await counts.decrement(key);
    },
  };
}
