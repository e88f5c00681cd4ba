// Rate limits by address and by account, and the RateLimit headers of all limits.

import type { RequestHandler, Response } from 'express';
import type { Count, NewRequestCounts } from '#server/ledger/request-counts.ts';
import { Refusal } from '#server/refusal.ts';
import type { AccountPolicy, AddressPolicy } from '#shared/api/contract.ts';
import { blockOf, blockSizes, countName } from './client-address.ts';
import type { Metrics } from './metrics.ts';

/** The window of a limit, in seconds. */
const windowOf = (policy: AddressPolicy | AccountPolicy): number =>
  policy === 'checkout-burst' ? 10 : 10 * 60;

/**
 * How many requests are allowed per window, per address or account. The limits are for runaway scripts, not for people: a
 * class of thirty behind one address polls its order pages eleven times each, and loads a page every few seconds.
 */
export const limits: Readonly<Record<AddressPolicy | AccountPolicy, number>> = {
  checkout: 1000,
  // Each is a call to Stripe, which takes 25 a second of this one from all of us together.
  'checkout-burst': 200,
  'checkout-account': 200,
  session: 5000,
  'session-account': 200,
  orders: 5000,
  'orders-account': 1000,
  withdrawals: 1000,
  // Each may be another person's address.
  'order-links': 20,
  corrections: 200,
  claims: 1000,
  'web-vitals': 2000,
};

export type RateLimits = ReturnType<typeof createRateLimits>;

/** The state of a limit for one client. */
interface LimitState {
  /** The name of the limit. */
  policy: string;
  limit: number;
  windowSeconds: number;
  /** How many requests are left in the window. */
  left: number;
  /** Until the window ends. */
  seconds: number;
}

/** @param count of the client's requests in the window; none when nothing was counted yet */
export function limitState(
  about: Pick<LimitState, 'policy' | 'limit' | 'windowSeconds'>,
  count: Count | undefined,
): LimitState {
  const untilReset = count && Math.ceil((count.resetsAt.getTime() - Date.now()) / 1000);
  return {
    ...about,
    left: Math.max(0, about.limit - (count?.hits ?? 0)),
    seconds: Math.max(0, untilReset ?? about.windowSeconds),
  };
}

/** Adds the headers of a limit to those of other limits (draft-ietf-httpapi-ratelimit-headers-08). */
export function addLimitHeaders(response: Response, state: LimitState): void {
  const { policy, limit, windowSeconds, left, seconds } = state;
  response.appendHeader('ratelimit-policy', `"${policy}"; q=${limit}; w=${windowSeconds}`);
  response.appendHeader('ratelimit', `"${policy}"; r=${left}; t=${seconds}`);
}

/**
 * Makes the rate limits. Calls with the same policy are counted together. Past a limit a request gets 429 with
 * `Retry-After`.
 * @param factor multiplies every limit
 */
export function createRateLimits(
  factor: number,
  newCounts: NewRequestCounts,
  metrics: Pick<Metrics, 'rateLimited'>,
) {
  function limiter(
    policy: AddressPolicy | AccountPolicy,
    clients: { named: string; times: number; keyOf: (locals: Express.Locals) => string | null }[],
  ): RequestHandler {
    const windowSeconds = windowOf(policy);
    // A small factor is for less in the long run; what comes at once from a page or a class is the same.
    const scale = policy === 'checkout-burst' ? Math.max(1, factor) : factor;
    const counters = clients.map(({ named, times, keyOf }) => {
      const limit = Math.max(1, Math.round(limits[policy] * scale * times));
      const about = { policy: named, limit, windowSeconds };
      return { keyOf, about, counts: newCounts(named, windowSeconds), isNetwork: times > 1 };
    });
    return async (_request, response, next) => {
      const refuse = ({ seconds }: LimitState): never => {
        metrics.rateLimited(policy);
        response.setHeader('retry-after', String(Math.max(1, seconds)));
        throw new Refusal('too_many_requests', 'Wait as long as Retry-After says, then send it again.');
      };
      const own = counters.flatMap((counter) => {
        const key = counter.keyOf(response.locals);
        return key === null ? [] : [{ ...counter, key }];
      });
      // Requests refused for a whole network are not counted for its parts, which would crowd out others' counters;
      // requests refused for one part do not count against the network.
      for (const { about, counts, key } of own.filter(({ isNetwork }) => isNetwork)) {
        const state = limitState(about, await counts.get(key));
        if (state.left > 0) continue;
        addLimitHeaders(response, state);
        refuse(state);
      }
      for (const { about, counts, key } of own) {
        const counted = await counts.increment(key);
        const state = limitState(about, counted);
        addLimitHeaders(response, state);
        if (counted.hits > about.limit) refuse(state);
      }
      next();
    };
  }
  return {
    /** Counts by the client's address, IPv6 by /64, /56 and /48. */
    byAddress: onceFor((policy: AddressPolicy) =>
      limiter(
        policy,
        blockSizes.map((size) => ({
          named: countName(policy, size),
          times: size.factor,
          keyOf: ({ address }) => blockOf(address, size),
        })),
      ),
    ),
    /** Counts by the account in the request's context; anonymous requests are not counted. */
    byAccount: onceFor((policy: AccountPolicy) =>
      limiter(policy, [{ named: policy, times: 1, keyOf: ({ account }) => account?.id ?? null }]),
    ),
  };
}

/** Memoises by key: calls with the same policy share a counter. */
function onceFor<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}
