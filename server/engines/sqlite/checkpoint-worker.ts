// The worker thread that runs WAL checkpoints of an SQLite database on request.

import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { CheckpointWork } from './checkpoints.ts';

/** While somebody reads an older state, their part of the WAL cannot be checkpointed; retry after this long. */
const againMs = 500;

const { file, longestLogPages, busyTimeoutMs } = workerData as CheckpointWork;
const db = new Database(file, { fileMustExist: true, timeout: busyTimeoutMs });
let again: NodeJS.Timeout | undefined;

/**
 * A passive checkpoint: does what it can without blocking anybody. @returns the WAL's pages, and how many were
 * checkpointed
 */
function take(): { log: number; checkpointed: number } {
  const [taken] = db.pragma('wal_checkpoint(PASSIVE)') as [{ log: number; checkpointed: number }];
  return taken;
}

function checkpoint(): void {
  clearTimeout(again);
  const { log, checkpointed } = take();
  if (checkpointed < log) again = setTimeout(checkpoint, againMs);
  else if (log > longestLogPages) {
    // Writers restart the WAL only when they find all of it checkpointed, which never happens under continuous commits.
    // So this makes them wait for the rest, of which the pass before leaves little, and truncates the file that one long
    // reader has made grow.
    take();
    db.pragma(`wal_checkpoint(${log > 5 * longestLogPages ? 'TRUNCATE' : 'RESTART'})`);
  }
}

parentPort?.on('message', checkpoint);
