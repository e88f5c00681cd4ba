// Counters in bounded memory: when it is full, the smallest count is evicted (least frequently used).

import type { Count, NewRequestCounts } from './request-counts.ts';

/** Most clients of a kind that one process distinguishes in a window; a counter takes about 250 bytes. */
export const mostClients = 10_000;

/** Counts up to this size are distinguished for eviction; larger ones are evicted last. */
const largestSize = 100;

/**
 * Counts events per client within a window of time, in memory that an attacker with many addresses cannot fill: past the
 * maximum number of clients, the smallest count is evicted, the oldest of several. So clients with high counts stay
 * known, and no client shares a counter with others.
 */
export class BoundedCounts {
  readonly #windowMs: number;
  readonly #most: number;
  readonly #counts = new Map<string, Count>();
  /** The keys of each count, in the order in which they reached it. */
  readonly #bySize = Array.from({ length: largestSize + 1 }, () => new Set<string>());
  #sweepsAt: number;

  /** @param most clients that are distinguished at a time */
  constructor(windowMs: number, most: number) {
    this.#windowMs = windowMs;
    this.#most = most;
    this.#sweepsAt = Date.now() + windowMs;
  }

  get size(): number {
    return this.#counts.size;
  }

  /** @returns the count, and the evicted counter, if any */
  increment(key: string): { count: Count; forgotten: { key: string; hits: number } | undefined } {
    if (!this.#isToCome(this.#sweepsAt)) this.#sweep();
    const known = this.get(key);
    const full = !known && !this.#counts.has(key) && this.#counts.size >= this.#most;
    const forgotten = full ? this.#smallest() : undefined;
    if (forgotten) this.forget(forgotten.key);
    const count = known ?? { hits: 0, resetsAt: new Date(Date.now() + this.#windowMs) };
    return { count: this.#put(key, { ...count, hits: count.hits + 1 }), forgotten };
  }

  decrement(key: string): void {
    const known = this.get(key);
    if (known && known.hits > 0) this.#put(key, { ...known, hits: known.hits - 1 });
  }

  /** `undefined` when nothing was counted in the current window, or it was evicted. */
  get(key: string): Count | undefined {
    const known = this.#counts.get(key);
    return known && this.#isToCome(known.resetsAt.getTime()) ? known : undefined;
  }

  forget(key: string): void {
    const known = this.#counts.get(key);
    if (!known) return;
    this.#bySize[sizeOf(known)]?.delete(key);
    this.#counts.delete(key);
  }

  /** Whether a window still lasts. One with more time left than a window has was begun before the clock was set back. */
  #isToCome(end: number): boolean {
    const leftMs = end - Date.now();
    return leftMs > 0 && leftMs <= this.#windowMs;
  }

  #put(key: string, count: Count): Count {
    this.forget(key);
    this.#counts.set(key, count);
    this.#bySize[sizeOf(count)]?.add(key);
    return count;
  }

  #smallest(): { key: string; hits: number } | undefined {
    const [key] = this.#bySize.find((keys) => keys.size > 0) ?? [];
    return key === undefined ? undefined : { key, hits: this.#counts.get(key)?.hits ?? 0 };
  }

  #sweep(): void {
    this.#sweepsAt = Date.now() + this.#windowMs;
    for (const [key, { resetsAt }] of this.#counts) if (!this.#isToCome(resetsAt.getTime())) this.forget(key);
  }
}

/** Counters in the memory of this process, for a site of one process. */
export const countsInMemory: NewRequestCounts = (_kind, windowSeconds) => {
  const counts = new BoundedCounts(windowSeconds * 1000, mostClients);
  return {
    increment: async (key) => counts.increment(key).count,
    decrement: async (key) => counts.decrement(key),
    get: async (key) => counts.get(key),
  };
};

const sizeOf = ({ hits }: Count) => Math.min(hits, largestSize);
