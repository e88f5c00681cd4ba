// A worker thread that checks or copies a database.

import { parentPort, workerData } from 'node:worker_threads';
import { backupDatabase } from './backup.ts';
import type { FileWork } from './beside.ts';
import { inspectDatabaseFile } from './inspect.ts';
import { quickFaultsOf } from './integrity.ts';

/** Reads every page of a database in a worker thread: that takes seconds for a gigabyte, and must not block the site. */
const work = workerData as FileWork;
if (work.what === 'backup')
  parentPort?.postMessage(await backupDatabase(work.file, work.to, () => undefined));
else if (work.what === 'report') parentPort?.postMessage(inspectDatabaseFile(work.file));
else parentPort?.postMessage(quickFaultsOf(work.file));
