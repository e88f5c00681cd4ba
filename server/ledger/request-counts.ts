// The interface of request counters, for rate limits.

/** How often something happened to a client within a window of time. */
export interface Count {
  hits: number;
  /** When the window ends, and the counter with it. */
  resetsAt: Date;
}

/** Counters of one kind by client. Keys may be IP addresses: they are deleted after their window. */
interface RequestCounts {
  increment(key: string): Promise<Count>;
  decrement(key: string): Promise<void>;
  /** `undefined` when nothing was counted in the current window. */
  get(key: string): Promise<Count | undefined>;
}

/** Creates counters of one kind. @param kind separates counters; @param windowSeconds how long they last */
export type NewRequestCounts = (kind: string, windowSeconds: number) => RequestCounts;
