// A worker thread that checks a database (integrity check).

import { parentPort, workerData } from 'node:worker_threads';
import { inspectDatabaseFile } from './backup.ts';
import { quickFaultsOf } from './integrity.ts';

/** Reads every page of a database on a worker thread: a gigabyte takes seconds, during which the site must not block. */
const { file, what } = workerData as { file: string; what: 'faults' | 'report' };
parentPort?.postMessage(what === 'faults' ? quickFaultsOf(file) : inspectDatabaseFile(file));
