/** Timers: a session expires, a delayed payment settles, a delivery is retried. */
export interface Schedule {
  /** Schedules `run` for a time (Unix milliseconds), replacing an earlier one of the same name. */
  at(name: string, due: number, run: () => void): void;
  cancel(name: string): void;
  /** Runs everything that is due by the sandbox's clock: makes a clock that was moved by hand take effect. */
  runDue(): void;
  close(): void;
}

/** The longest time that a timer of the platform can wait, in milliseconds. */
const longestWait = 2 ** 31 - 1;

/**
 * An in-memory schedule: callers also store what they schedule in a document, and schedule it again after a restart. Its
 * timers do not keep the process alive.
 */
export function createSchedule(now: () => Date): Schedule {
  const jobs = new Map<string, { due: number; timer: NodeJS.Timeout; run: () => void }>();
  const start = (name: string): void => {
    const job = jobs.get(name);
    if (!job) return;
    jobs.delete(name);
    clearTimeout(job.timer);
    job.run();
  };
  return {
    at(name, due, run) {
      clearTimeout(jobs.get(name)?.timer);
      const wait = Math.min(Math.max(due - now().getTime(), 0), longestWait);
      jobs.set(name, { due, run, timer: setTimeout(start, wait, name).unref() });
    },
    cancel(name) {
      clearTimeout(jobs.get(name)?.timer);
      jobs.delete(name);
    },
    runDue() {
      for (const [name, job] of jobs) if (job.due <= now().getTime()) start(name);
    },
    close() {
      for (const { timer } of jobs.values()) clearTimeout(timer);
      jobs.clear();
    },
  };
}
