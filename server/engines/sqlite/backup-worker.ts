// A worker thread that makes a backup.

import { parentPort, workerData } from 'node:worker_threads';
import { backupDatabase } from './backup.ts';

/** Makes one backup on a worker thread: copying and checking a large database would block the shop. */
const { databaseFile, file } = workerData as { databaseFile: string; file: string };
const { bytes, purchases } = await backupDatabase(databaseFile, file, () => undefined);
parentPort?.postMessage({ bytes, purchases });
