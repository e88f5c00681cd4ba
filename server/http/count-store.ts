import type { ClientRateLimitInfo, Store } from 'express-rate-limit';
import type { Count, NewSharedCounts } from '#server/ledger/shared-counts.ts';
import { BoundedMemoryStore } from './bounded-memory-store.ts';

/** Counts of one kind as express-rate-limit keeps them, with the methods that are optional there. */
export type CountStore = Store & Required<Pick<Store, 'init' | 'get'>>;

/**
 * Where a limit counts: in what all processes share, or in this process's memory.
 * @param kind keeps different counts apart
 */
export function countStore(counts: NewSharedCounts | null, kind: string, windowSeconds: number): CountStore {
  if (counts === null) return new BoundedMemoryStore();
  const shared = counts(kind, windowSeconds);
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
