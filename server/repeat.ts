// Periodic background tasks: one round after the other.

/** A periodic task. */
export type Repeated = ReturnType<typeof repeat>;

/**
 * Runs a task now, and again a pause after the end of each round. No round runs beside another.
 * @param round must not fail; it logs its own errors
 * @param pauseMs from the end of a round to the start of the next, in milliseconds
 */
export function repeat(round: () => Promise<void>, pauseMs: number | (() => number)) {
  let underWay: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const run = (): Promise<void> => {
    clearTimeout(timer);
    underWay ??= round().finally(() => {
      underWay = null;
      if (!isStopped) timer = setTimeout(run, typeof pauseMs === 'number' ? pauseMs : pauseMs());
    });
    return underWay;
  };
  void run();
  return {
    /** Starts a round now, or joins the current one. */
    run,
    /** Starts no further round, and resolves when the current one is over. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
