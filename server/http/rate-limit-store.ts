// The rate limit store: counts in bounded memory, or shared by all processes.

import {
  type ClientRateLimitInfo,
  type IncrementResponse,
  MemoryStore,
  type Store,
} from 'express-rate-limit';
import type { Count, NewSharedCounts } from '#server/ledger/shared-counts.ts';

/** Most clients that are told apart at a time; a count takes about 150 bytes. */
const mostClients = 50_000;
/** Whom all further ones are counted as, together. */
const everybodyElse = '(everybody else)';

/** A rate limit store as express-rate-limit knows it, with the methods that are optional there. */
export type RateLimitStore = Store & Required<Pick<Store, 'init' | 'get'>>;

/**
 * The rate limit store of one policy: shared by all processes, or in this one's memory.
 * @param policy keeps the counts of different limits apart
 */
export function rateLimitStore(
  counts: NewSharedCounts | null,
  policy: string,
  windowSeconds: number,
): RateLimitStore {
  if (counts === null) return new BoundedMemoryStore();
  const shared = counts(policy, windowSeconds);
  return {
    // The window is part of the counts.
    init: () => undefined,
    increment: async (key) => infoOf(await shared.increment(key)),
    decrement: (key) => shared.decrement(key),
    async get(key) {
      const count = await shared.get(key);
      return count && infoOf(count);
    },
    resetKey: (key) => shared.forget(key),
  };
}

function infoOf({ hits, resetsAt }: Count): ClientRateLimitInfo {
  return { totalHits: hits, resetTime: resetsAt };
}

/**
 * Counts in memory, of at most so many clients: without a bound, an attacker with many addresses fills the memory. Those
 * past it share one count, so that they are still limited; clients known before keep their own.
 */
export class BoundedMemoryStore extends MemoryStore {
  readonly #most: number;
  constructor(most = mostClients) {
    super();
    this.#most = most;
  }
  override increment(key: string): Promise<IncrementResponse> {
    return super.increment(this.#countedAs(key));
  }
  override get(key: string): Promise<ClientRateLimitInfo | undefined> {
    return super.get(this.#countedAs(key));
  }
  #countedAs(key: string): string {
    const known = this.current.has(key) || this.previous.has(key);
    const full = this.current.size + this.previous.size >= this.#most;
    return known || !full ? key : everybodyElse;
  }
}
