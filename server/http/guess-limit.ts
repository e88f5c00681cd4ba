// The rate limits against guessing (brute force): wrong activation codes, wrong addresses of a declared withdrawal. Claim
// links need none: nobody can guess 256 bits.

import { hash } from 'node:crypto';
import type { Response } from 'express';
import type { Account } from '#server/identity/identity-provider.ts';
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
const hourSeconds = 60 * 60;

/** Counters expire with their window. IPv6 addresses count by /64, /56 and /48. */
export function limitGuesses(newCounts: NewRequestCounts, metrics: Pick<Metrics, 'rateLimited'>) {
  const counters = guessCounters(newCounts);

  /**
   * Looks up something that was typed, and limits failed attempts. A code that exists, used or not, is no guess. The
   * attempt is counted before the look-up, so that concurrent attempts are all counted, and the count is given back when
   * it was no guess or the look-up failed. The `RateLimit` headers say how many were left before it.
   * @param mistyped whether the check character shows that no such code was ever made
   * @param isGuess whether the result means that no such code exists
   * @throws {Refusal} `too_many_requests`, with `Retry-After`, when a limit is reached; the attempt is not counted then.
   * `Retry-After` is only a few seconds if attempts in progress cause it
   */
  return async function attempt<T>(
    account: Account,
    mistyped: boolean,
    response: Response,
    look: () => Promise<T>,
    isGuess: (found: T) => boolean,
  ): Promise<T> {
    const guesser = { accountId: account.id, address: response.locals.address };
    const counting = counters.flatMap((counter) => {
      const key = counter.keyOf(guesser);
      return key === null ? [] : [countTry(counter, key, counter.mistyped === mistyped)];
    });
    return watched(await Promise.all(counting), 'codes', { response, metrics }, look, isGuess);
  };
}

/**
 * How many addresses that are not the one of its statement may be tried with one declared withdrawal in a day. Its text
 * tells name and address to whoever types that address, so whoever has the order's id could try all that come to mind.
 */
export const addressGuessLimit = { windowSeconds: 24 * 60 * 60, perOrder: 10 } as const;

/** Counts by order alone: whoever guesses has many addresses of their own, and the order is one. */
export function limitAddressGuesses(newCounts: NewRequestCounts, metrics: Pick<Metrics, 'rateLimited'>) {
  const { windowSeconds, perOrder } = addressGuessLimit;
  const policy = 'wrong-addresses';
  const counter = {
    about: { policy, limit: perOrder, windowSeconds },
    counts: newCounts(policy, windowSeconds),
    underWay: new Map<string, number>(),
  };
  /**
   * Looks up something by an order and an address, and limits failed attempts as {@link limitGuesses} does.
   * @param isGuess whether the result means that it was not the address
   * @throws {Refusal} `too_many_requests`, with `Retry-After`
   */
  return async function attempt<T>(
    orderId: string,
    response: Response,
    look: () => Promise<T>,
    isGuess: (found: T) => boolean,
  ): Promise<T> {
    const one = await countTry(counter, hash('sha256', orderId, 'base64'), true);
    return watched([one], 'addresses', { response, metrics }, look, isGuess);
  };
}

/** Looks, unless a limit is reached, and ends the tries. @param what is guessed, in the words of the refusal */
async function watched<T>(
  tries: readonly Try[],
  what: string,
  { response, metrics }: { response: Response; metrics: Pick<Metrics, 'rateLimited'> },
  look: () => Promise<T>,
  isGuess: (found: T) => boolean,
): Promise<T> {
  let wasGuess = false;
  try {
    for (const { state } of tries) addLimitHeaders(response, state);
    const over = tries.filter(({ state }) => state.left === 0);
    if (over.length > 0) refuse(over);
    const found = await look();
    wasGuess = isGuess(found);
    return found;
  } finally {
    await Promise.all(tries.map((one) => one.end(wasGuess)));
  }

  /** @param over the tries whose limits are reached */
  function refuse(over: readonly Try[]): never {
    for (const { state } of over) metrics.rateLimited(state.policy);
    const lasting = over.filter(({ isLasting }) => isLasting);
    const seconds = Math.max(shortWaitSeconds, ...lasting.map(({ state }) => state.seconds));
    response.set('retry-after', String(seconds));
    throw new Refusal(
      'too_many_requests',
      lasting.length === 0
        ? `Too many ${what} at a time. Try again in ${seconds} seconds.`
        : `Too many wrong ${what}. Try again in ${seconds > 2 * hourSeconds ? `${Math.ceil(seconds / hourSeconds)} hours` : `${Math.ceil(seconds / 60)} minutes`}.`,
    );
  }
}

type Counter = Pick<ReturnType<typeof guessCounters>[number], 'about' | 'counts' | 'underWay'>;

/** The counters: one per account and one per size of address block, of wrong codes and of mistyped ones. */
function guessCounters(newCounts: NewRequestCounts) {
  const { windowSeconds } = guessLimits;
  const kinds = [
    { name: 'wrong-codes', mistyped: false, ...guessLimits },
    { name: 'mistyped-codes', mistyped: true, ...typoLimits },
  ];
  return kinds.flatMap(({ name, mistyped, perAccount, perAddress }) => {
    type Guesser = { accountId: string; address: string };
    const counter = (policy: string, limit: number, keyOf: (guesser: Guesser) => string | null) => ({
      mistyped,
      keyOf,
      about: { policy, limit, windowSeconds },
      counts: newCounts(policy, windowSeconds),
      /** Attempts of this process by key that are counted and still in progress. */
      underWay: new Map<string, number>(),
    });
    return [
      counter(`${name}-account`, perAccount, ({ accountId }) => accountId),
      ...blockSizes.map((size) =>
        counter(countName(name, size), perAddress * size.factor, ({ address }) => blockOf(address, size)),
      ),
    ];
  });
}

type Try = Awaited<ReturnType<typeof countTry>>;

/**
 * Counts an attempt with one counter.
 * @param counted false to only look
 * @returns the limit's state before it, whether a reached limit is permanent for the window, and a function that ends the
 * attempt
 */
async function countTry({ about, counts, underWay }: Counter, key: string, counted: boolean) {
  const others = underWay.get(key) ?? 0;
  if (counted) underWay.set(key, others + 1);
  const count = await (counted ? counts.increment(key) : counts.get(key));
  const before = count && { ...count, hits: count.hits - (counted ? 1 : 0) };
  return {
    state: limitState(about, before),
    isLasting: (before?.hits ?? 0) - others >= about.limit,
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
