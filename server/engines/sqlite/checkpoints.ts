// WAL checkpoints on a worker thread, off the path of every request.

import { Worker } from 'node:worker_threads';
import type { Log } from '#server/runtime.ts';

/** After so many commits the log is taken into the database: a megabyte or two. */
export const commitsBetween = 200;

/**
 * At so many pages SQLite makes a checkpoint by itself, inside of a commit. The worker is done long before, unless commits
 * come without a pause: then it has left little to do.
 */
export const pagesAtMost = 10_000;

/** Takes what was committed from the log into the database, beside everything else. */
export interface Checkpoints {
  /** Something was committed. */
  committed(): void;
  /** Ends the worker once it is done with what it is at. */
  close(): Promise<void>;
}

/**
 * Checkpoints of a database file. They write pages all over it and wait for the disk twice, so they have a connection and a
 * thread of their own, which begin when they are first needed. What is committed is on disk without them.
 */
export function checkpointsBeside(file: string, log: Log): Checkpoints {
  let commits = 0;
  let worker: Worker | undefined;
  let isBusy = false;

  function start(): Worker {
    const started = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: { file } });
    started.unref();
    started.on('message', () => {
      isBusy = false;
    });
    started.on('error', (error) => {
      // The next one begins anew; meanwhile the log grows, up to where SQLite helps itself.
      log.warn({ err: error }, 'a checkpoint of the database failed');
      worker = undefined;
      isBusy = false;
    });
    return started;
  }

  return {
    committed() {
      commits += 1;
      if (commits < commitsBetween || isBusy) return;
      commits = 0;
      isBusy = true;
      worker ??= start();
      worker.postMessage('checkpoint');
    },
    close: async () => void (await worker?.terminate()),
  };
}
