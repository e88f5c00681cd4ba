// Periodic background tasks: one round after the other, now and at every tick of a timer.

/** A periodic task. */
export type Repeated = ReturnType<typeof repeat>;

/**
 * Runs a task now and at an interval. While a round takes longer than the interval, no other starts.
 * @param round must not fail; it logs its own errors
 * @param everyMs from start to start, in milliseconds
 */
export function repeat(round: () => Promise<void>, everyMs: number) {
  let underWay: Promise<void> | null = null;
  const begin = () => {
    underWay ??= round().finally(() => {
      underWay = null;
    });
  };
  begin();
  const timer = setInterval(begin, everyMs);
  return {
    /** Starts no further round, and resolves when the current one is over. */
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}
