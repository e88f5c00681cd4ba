// Work on a whole database file, on a worker thread beside everything else: integrity checks, scheduled backups.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DatabaseReport } from '#server/ledger/ledger.ts';

/** What the worker thread is told when it begins. */
export type FileWork =
  | { what: 'faults' | 'report'; file: string }
  | { what: 'backup'; file: string; to: string };

/** @returns `found`, which fails when the work does, and `stop`, which ends it where it is: nobody wants to know any more */
function begin<T>(work: FileWork) {
  const worker = new Worker(new URL('./beside-worker.ts', import.meta.url), { workerData: work });
  // `once` rejects when the worker fails.
  const found = once(worker, 'message').then(([message]) => message as T);
  return { found, stop: async () => void (await worker.terminate()) };
}

/** What SQLite finds damaged (`quick_check`); empty when the file is whole. */
export const findFaultsBeside = (file: string) => begin<string[]>({ what: 'faults', file });

/** Everything that `verify` looks at. */
export const inspectBeside = (file: string) => begin<DatabaseReport>({ what: 'report', file }).found;

/** Makes a backup, and checks it. @param to a new file */
export const backUpBeside = (file: string, to: string) =>
  begin<DatabaseReport>({ what: 'backup', file, to }).found;
