// A worker thread that makes checkpoints of an SQLite database when it is told to.

import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { CheckpointWork } from './checkpoints.ts';

/** While somebody reads what is older, their part of the log stays where it is; so much later it is tried again. */
const againMs = 500;

const { file, longestLogPages, busyTimeoutMs } = workerData as CheckpointWork;
const db = new Database(file, { fileMustExist: true, timeout: busyTimeoutMs });
let again: NodeJS.Timeout | undefined;

/** Takes what it can without making anybody wait. @returns how long the log was, and how much of it was taken, in pages */
function take(): { log: number; checkpointed: number } {
  const [taken] = db.pragma('wal_checkpoint(PASSIVE)') as [{ log: number; checkpointed: number }];
  return taken;
}

function checkpoint(): void {
  clearTimeout(again);
  const { log, checkpointed } = take();
  if (checkpointed < log) again = setTimeout(checkpoint, againMs);
  else if (log > longestLogPages) {
    // Writers begin the log anew when they find all of it taken, which commits without a pause never do: so they wait for the
    // rest, of which a second turn leaves little. What one long reader made it grow to is given back to the disk.
    take();
    db.pragma(`wal_checkpoint(${log > 5 * longestLogPages ? 'TRUNCATE' : 'RESTART'})`);
  }
}

parentPort?.on('message', () => {
  checkpoint();
  parentPort?.postMessage('done');
});
