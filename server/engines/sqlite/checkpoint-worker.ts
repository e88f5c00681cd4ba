// A worker thread that makes checkpoints of an SQLite database when it is told to.

import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

const { file } = workerData as { file: string };
const db = new Database(file, { fileMustExist: true });
parentPort?.on('message', () => {
  // Takes what it can without making anybody wait.
  db.pragma('wal_checkpoint(PASSIVE)');
  parentPort?.postMessage('done');
});
