// Runs an integrity check on a worker thread, without blocking the site.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DatabaseReport } from '#server/ledger/ledger.ts';

/** A check of a whole database on a worker thread. */
interface CheckBeside<T> {
  /** @throws when the file cannot be read */
  found: Promise<T>;
  /** Cancels it. */
  stop(): Promise<void>;
}

const begin = <T>(file: string, what: 'faults' | 'report'): CheckBeside<T> => {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { workerData: { file, what } });
  // `once` rejects when the worker fails.
  const found = once(worker, 'message').then(([message]) => message as T);
  return {
    found,
    stop: async () => void (await worker.terminate()),
  };
};

/** What SQLite finds damaged (`quick_check`); empty when the file is whole. */
export const findFaultsBeside = (file: string): CheckBeside<string[]> => begin(file, 'faults');

/** The full inspection, as `verify` does it. */
export const inspectBeside = (file: string): Promise<DatabaseReport> =>
  begin<DatabaseReport>(file, 'report').found;
