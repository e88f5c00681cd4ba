// WAL checkpoints on a worker thread, so that no request waits for them.

import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import type { Log } from '#server/runtime.ts';
import { watchPlace } from './database.ts';

/** A checkpoint after so many commits: a megabyte or two. */
export const commitsBetween = 200;

/**
 * At the latest so long after the first of them, in milliseconds: until then the file still has what they deleted or overwrote.
 */
export const longestWaitMs = 60 * 1000;

/** A WAL of so many pages, 40 MB, is restarted as soon as all of it is in the database. */
const usualLongestLogPages = 10_000;

/** How long writers may be blocked for that, in milliseconds. */
const busyTimeoutMs = 20;

/** What the worker thread gets at its start. */
export interface CheckpointWork {
  file: string;
  longestLogPages: number;
  busyTimeoutMs: number;
}

/** Checkpoints the WAL of a database without blocking it. */
export type Checkpoints = ReturnType<typeof checkpointsBeside>;

/**
 * Checkpoints of a database on a worker thread. They write all over the file and wait for the disk twice, so they have
 * their own connection and thread, which start when first needed. Commits are durable without them. When they fail,
 * SQLite checkpoints inside commits until the thread succeeds again.
 */
export function checkpointsBeside(db: Database, log: Log, longestLogPages = usualLongestLogPages) {
  const isInPlace = watchPlace(db);
  /** Since the last checkpoint was begun. */
  let commits = 0;
  let waiting: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  const insideCommits = (pages: number) => db.open && db.pragma(`wal_autocheckpoint = ${pages}`);
  insideCommits(longestLogPages);

  function start(): Worker {
    const started = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
      workerData: { file: db.name, longestLogPages, busyTimeoutMs } satisfies CheckpointWork,
    });
    started.unref();
    started.on('online', () => insideCommits(0));
    started.on('error', failed);
    return started;
  }

  function failed(err: unknown): void {
    log.warn({ err }, 'a checkpoint of the database failed');
    worker = undefined;
    insideCommits(longestLogPages);
  }

  function begin(): void {
    clearTimeout(waiting);
    [waiting, commits] = [undefined, 0];
    try {
      // The worker opens the database by its path, and must never write into another file. The next change tells of it.
      if (!isInPlace()) return;
      worker ??= start();
      worker.postMessage('checkpoint');
    } catch (error) {
      // The system may have no thread left, or the file cannot be looked at.
      failed(error);
    }
  }

  return {
    /** To be called after each commit. */
    committed() {
      commits += 1;
      if (commits === commitsBetween) begin();
      else waiting ??= setTimeout(begin, longestWaitMs).unref();
    },
    /** Stops the worker once its current work is done. */
    async close() {
      clearTimeout(waiting);
      await worker?.terminate();
    },
  };
}
