// What a site does from time to time: one round after the other, now and at every tick of a timer.

/** A task that goes on by itself. */
export interface Repeated {
  /** Begins no further round, and resolves when the one under way is over. */
  stop(): Promise<void>;
}

/**
 * Does something now, and again and again. While a round takes longer than the pause, no other begins.
 * @param round never fails; what went wrong is in its log
 * @param everyMs between two beginnings, in milliseconds
 */
export function repeat(round: () => Promise<void>, everyMs: number): Repeated {
  let underWay: Promise<void> | null = null;
  const begin = () => {
    underWay ??= round().finally(() => {
      underWay = null;
    });
  };
  begin();
  const timer = setInterval(begin, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}
