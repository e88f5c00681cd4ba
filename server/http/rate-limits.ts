// Rate limits by address and by account (express-rate-limit).

import type { RequestHandler } from 'express';
import { ipKeyGenerator, type Options, rateLimit } from 'express-rate-limit';
import type { NewSharedCounts } from '#server/ledger/shared-counts.ts';
import type { AccountPolicy, AddressPolicy } from '#shared/api/contract.ts';
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
};

/** One household or server gets at least this much of IPv6, in bits, and can change its address within it at will. */
const householdPrefix = 64;

/** Under what an address is counted: IPv6 by its /64. */
export const addressKey = (address: string): string => ipKeyGenerator(address, householdPrefix);

export interface RateLimits {
  /** Counts by the client's address, IPv6 by /64. */
  byAddress(policy: AddressPolicy): RequestHandler;
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
  function limiter(policy: AddressPolicy | AccountPolicy, by: Partial<Options>): RequestHandler {
    const made =
      limiters.get(policy) ??
      rateLimit({
        windowMs: windowSeconds * 1000,
        limit: Math.max(1, Math.round(limits[policy] * factor)),
        standardHeaders: 'draft-8',
        legacyHeaders: false,
        identifier: policy,
        store: rateLimitStore(counts, policy, windowSeconds),
        // How proxies are trusted is a setting (trusted-proxies.ts); a stray header is no reason for a warning a request.
        validate: false,
        handler(_request, response) {
          metrics.rateLimited(policy);
          sendProblem(response, 'too_many_requests', 'Wait as long as Retry-After says, then send it again.');
        },
        ...by,
      });
    limiters.set(policy, made);
    return made;
  }
  return {
    byAddress: (policy) => limiter(policy, { keyGenerator: ({ ip }) => addressKey(ip ?? '') }),
    byAccount: (policy) =>
      limiter(policy, {
        skip: (_request, { locals }) => !locals.account,
        keyGenerator: (_request, { locals }) => locals.account?.id ?? '',
      }),
  };
}
