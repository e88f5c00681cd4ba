// Work on a whole database file in a worker thread: integrity checks, scheduled backups.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DatabaseReport } from '#server/ledger/ledger.ts';

/** The worker thread's `workerData`. */
export type FileWork =
  | { what: 'faults' | 'report'; file: string }
  | { what: 'backup'; file: string; to: string };

/**
 * @param stopping once it fires, the result is no longer waited for
 * @returns `found`, the result, which rejects when the work fails, and `stop`, which aborts the work
 */
function begin<T>(work: FileWork, stopping?: AbortSignal) {
  const worker = new Worker(new URL('./beside-worker.ts', import.meta.url), { workerData: work });
  // `once` rejects when the worker fails.
  const found = once(worker, 'message', { ...(stopping && { signal: stopping }) }).then(
    ([message]) => message as T,
  );
  return { found, stop: async () => void (await worker.terminate()) };
}

/** What SQLite finds damaged (`quick_check`); empty when the file is whole. */
export const findFaultsBeside = (file: string) => begin<string[]>({ what: 'faults', file });

/** Everything that the command `verify` checks. */
export const inspectBeside = (file: string) => begin<DatabaseReport>({ what: 'report', file }).found;

/**
 * Makes a backup, and checks it.
 * @param to a file that does not exist yet
 * @param stopping aborts it; an unfinished file may stay
 */
export function backUpBeside(file: string, to: string, stopping: AbortSignal): Promise<DatabaseReport> {
  const { found, stop } = begin<DatabaseReport>({ what: 'backup', file, to }, stopping);
  return found.finally(stop);
}
