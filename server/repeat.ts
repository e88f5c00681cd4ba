// Periodic background tasks, one round after the other, and the pauses between retries.

/** The pause after this many failures in a row, at least one; the last pause repeats. */
export const pauseAfter = (failures: number, pauses: readonly number[]): number =>
  pauses[failures - 1] ?? pauses.at(-1) ?? 0;

/** A periodic task. */
export type Repeated = ReturnType<typeof repeat>;

/**
 * Runs a task now, and again a pause after the end of each round. No round runs beside another.
 * @param round must not fail; it logs its own errors. A long one ends early once the signal fires
 * @param pauseMs from the end of a round to the start of the next, in milliseconds
 */
export function repeat(round: (stopping: AbortSignal) => Promise<void>, pauseMs: number | (() => number)) {
  const stopping = new AbortController();
  let underWay: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const run = (): Promise<void> => {
    clearTimeout(timer);
    underWay ??= round(stopping.signal).finally(() => {
      underWay = null;
      if (!stopping.signal.aborted)
        timer = setTimeout(run, typeof pauseMs === 'number' ? pauseMs : pauseMs());
    });
    return underWay;
  };
  void run();
  return {
    /** Starts a round now, or joins the current one. */
    run,
    /** Tells the current round to end, starts no further one, and resolves when it is over. */
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await underWay;
    },
  };
}

/**
 * What is awaited, or the signal's reason as soon as it fires, or at once if it has. The signal lasts as long as the process,
 * so nothing that was awaited may hang on it afterwards.
 */
export function unlessFired<T>(awaited: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return awaited;
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    awaited.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
