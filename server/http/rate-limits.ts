// Rate limits by address and by account (express-rate-limit).

import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { NewSharedCounts } from '#server/ledger/shared-counts.ts';
import type { AccountPolicy, AddressPolicy } from '#shared/api/contract.ts';
import { blockOf, blockSizes } from './client-address.ts';
import type { Metrics } from './metrics.ts';
import { sendProblem } from './problem.ts';
import { rateLimitStore } from './rate-limit-store.ts';

/** The window of all limits, in seconds. */
const windowSeconds = 10 * 60;

/**
 * How many requests of a window are fine, per address or account. They are for scripts that run wild, not for people: a
 * class of thirty behind one address polls its order pages eleven times each, and loads a page every few seconds.
 */
export const limits: Readonly<Record<AddressPolicy | AccountPolicy, number>> = {
  checkout: 1000,
  'checkout-account': 200,
  session: 5000,
  'session-account': 200,
  orders: 5000,
  'orders-account': 1000,
  withdrawals: 1000,
  corrections: 200,
  claims: 1000,
  'web-vitals': 2000,
};

export interface RateLimits {
  /** Counts by the client's address, IPv6 by /64, /56 and /48; a request that the fast path has counted is not counted again. */
  byAddress(policy: AddressPolicy): RequestHandler[];
  /** Counts by the account in the request's context; requests of nobody pass uncounted. */
  byAccount(policy: AccountPolicy): RequestHandler;
}

/**
 * Makes the rate limits. Calls with the same policy are counted together. What is left is in answers as `RateLimit` and
 * `RateLimit-Policy` headers (draft-ietf-httpapi-ratelimit-headers-08).
 * @param factor multiplies every limit
 * @param counts shared by several processes, or `null` to count in memory
 */
export function createRateLimits(
  factor: number,
  counts: NewSharedCounts | null,
  metrics: Pick<Metrics, 'rateLimited'>,
): RateLimits {
  const limiters = new Map<string, RequestHandler>();
  function limiter(
    policy: AddressPolicy | AccountPolicy,
    clients: { named?: string; times?: number; keyOf: (locals: Express.Locals) => string | null },
  ): RequestHandler {
    const { named = policy, times = 1, keyOf } = clients;
    const known = limiters.get(named);
    if (known) return known;
    const count = rateLimit({
      windowMs: windowSeconds * 1000,
      limit: Math.max(1, Math.round(limits[policy] * factor * times)),
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      identifier: named,
      store: rateLimitStore(counts, named, windowSeconds),
      // Whose address it is was found out before (client-address.ts).
      validate: false,
      keyGenerator: (_request, { locals }) => keyOf(locals) ?? '',
      handler(_request, response) {
        metrics.rateLimited(policy);
        sendProblem(response, 'too_many_requests', 'Wait as long as Retry-After says, then send it again.');
      },
    });
    // The library would ask in a turn of its own whether somebody is counted at all: of an IPv4 address two blocks are not.
    const made: RequestHandler = (request, response, next) =>
      keyOf(response.locals) === null ? next() : count(request, response, next);
    limiters.set(named, made);
    return made;
  }
  return {
    byAddress: (policy) =>
      blockSizes.map((size) =>
        limiter(policy, {
          ...(size.factor > 1 && { named: `${policy}-${size.prefix}` }),
          times: size.factor,
          keyOf: ({ address, counted }) => (counted ? null : blockOf(address, size)),
        }),
      ),
    byAccount: (policy) => limiter(policy, { keyOf: ({ account }) => account?.id ?? null }),
  };
}
