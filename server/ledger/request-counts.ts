// Counts of requests by client, which rate limits are kept by.

/** How often something happened to a client within a window of time. */
export interface Count {
  hits: number;
  /** When the window ends and counting starts anew. */
  resetsAt: Date;
}

/** Counts of one kind by client. Keys may be addresses: they go when their window is over. */
export interface RequestCounts {
  increment(key: string): Promise<Count>;
  decrement(key: string): Promise<void>;
  /** `undefined` when nothing was counted in the current window. */
  get(key: string): Promise<Count | undefined>;
}

/** Makes counts of one kind. @param kind keeps different counts apart; @param windowSeconds how long they last */
export type NewRequestCounts = (kind: string, windowSeconds: number) => RequestCounts;
