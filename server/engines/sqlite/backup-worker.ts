import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { backupMethods } from './backup.ts';

/** Makes one backup on a thread of its own: copying and checking a large database would hold up the shop. */
const { databaseFile, file } = workerData as { databaseFile: string; file: string };
const db = new Database(databaseFile, { readonly: true, fileMustExist: true });
try {
  const { bytes, purchases } = await backupMethods(db).backup(file, () => undefined);
  parentPort?.postMessage({ bytes, purchases });
} finally {
  db.close();
}
