// The rate limit store: counts in bounded memory, or shared by all processes.

import type { ClientRateLimitInfo, Store } from 'express-rate-limit';
import { BoundedCounts } from '#server/ledger/bounded-counts.ts';
import type { Count, NewSharedCounts } from '#server/ledger/shared-counts.ts';

/** Most clients that a policy tells apart at a time; a count takes about 250 bytes. */
const mostClients = 10_000;

/** A rate limit store as express-rate-limit knows it, with the method that is optional there. */
export type RateLimitStore = Store & Required<Pick<Store, 'get'>>;

/**
 * The rate limit store of one policy: shared by all processes, or in this one's memory.
 * @param policy keeps the counts of different limits apart
 */
export function rateLimitStore(
  counts: NewSharedCounts | null,
  policy: string,
  windowSeconds: number,
): RateLimitStore {
  const { increment, decrement, get, forget } = (counts ?? inMemory)(policy, windowSeconds);
  return {
    increment: async (key) => infoOf(await increment(key)),
    decrement,
    async get(key) {
      const count = await get(key);
      return count && infoOf(count);
    },
    resetKey: forget,
  };
}

const infoOf = ({ hits, resetsAt }: Count): ClientRateLimitInfo => ({ totalHits: hits, resetTime: resetsAt });

const inMemory: NewSharedCounts = (_policy, windowSeconds) => {
  const counts = new BoundedCounts(windowSeconds * 1000, mostClients);
  return {
    increment: async (key) => counts.increment(key).count,
    decrement: async (key) => counts.decrement(key),
    get: async (key) => counts.get(key),
    forget: async (key) => counts.forget(key),
  };
};
