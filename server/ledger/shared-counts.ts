/** How often something happened to a client within a window of time. */
export interface Count {
  hits: number;
  /** When the window ends and counting starts anew. */
  resetsAt: Date;
}

/** Counts by client that all processes of a site share. Keys may be addresses: they go when their window is over. */
interface SharedCounts {
  increment(key: string): Promise<Count>;
  decrement(key: string): Promise<void>;
  /** `undefined` when nothing was counted in the current window. */
  get(key: string): Promise<Count | undefined>;
  forget(key: string): Promise<void>;
}

/** Makes counts of one kind. @param kind keeps different counts apart; @param windowSeconds how long they last */
export type NewSharedCounts = (kind: string, windowSeconds: number) => SharedCounts;
