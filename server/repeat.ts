// What a site does from time to time: one round after the other, now and at every tick of a timer.

/** A task that goes on by itself. */
export type Repeated = ReturnType<typeof repeat>;

/**
 * Does something now, and again and again. While a round takes longer than the pause, no other begins.
 * @param round never fails; what went wrong is in its log
 * @param everyMs between two beginnings, in milliseconds
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
