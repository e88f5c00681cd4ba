// Periodic background tasks: one round after the other, now and at every tick of a timer.

/** A task that goes on by itself. */
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
    /** Begins no further round, and resolves when the one under way is over. */
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}
