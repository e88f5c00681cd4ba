// WAL checkpoints on a worker thread, off the path of every request.

import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import type { Log } from '#server/runtime.ts';

/** After so many commits the log is taken into the database: a megabyte or two. */
export const commitsBetween = 200;

/** A log of so many pages, 40 MB, begins anew as soon as all of it is in the database. */
const usualLongestLogPages = 10_000;

/** How long writers may wait for that, in milliseconds. */
const busyTimeoutMs = 20;

/** What the worker thread is told when it begins. */
export interface CheckpointWork {
  file: string;
  longestLogPages: number;
  busyTimeoutMs: number;
}

const replaced =
  'the database file was moved or replaced while the site runs: what is sold now goes into the old file, which ends with this process. Stop the site, then bring a backup in';

/** Takes what was committed from the log into the database, beside everything else. */
export type Checkpoints = ReturnType<typeof checkpointsBeside>;

/**
 * Checkpoints of a database. They write pages all over it and wait for the disk twice, so they have a connection and a
 * thread of their own, which begin when they are first needed. What is committed is on disk without them. Where they fail,
 * SQLite makes checkpoints inside of commits, until they succeed again.
 */
export function checkpointsBeside(db: Database, log: Log, longestLogPages = usualLongestLogPages) {
  const opened = statSync(db.name);
  let commits = 0;
  let worker: Worker | undefined;
  let isBusy = false;
  const insideCommits = (pages: number) => db.pragma(`wal_autocheckpoint = ${pages}`);
  insideCommits(longestLogPages);

  function start(): Worker {
    const started = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
      workerData: { file: db.name, longestLogPages, busyTimeoutMs } satisfies CheckpointWork,
    });
    started.unref();
    started.on('message', () => {
      isBusy = false;
      insideCommits(0);
      if (commits >= commitsBetween) begin();
    });
    started.on('error', failed);
    return started;
  }

  function failed(err: unknown): void {
    log.warn({ err }, 'a checkpoint of the database failed');
    worker = undefined;
    isBusy = false;
    if (db.open) insideCommits(longestLogPages);
  }

  /** The worker finds the database by its name, and must never write into another one. */
  function isStillThere(): boolean {
    const now = statSync(db.name, { throwIfNoEntry: false });
    return now?.ino === opened.ino && now.dev === opened.dev;
  }

  function begin(): void {
    commits = 0;
    if (!isStillThere()) {
      insideCommits(longestLogPages);
      log.error({ file: db.name }, replaced);
      return;
    }
    try {
      worker ??= start();
      worker.postMessage('checkpoint');
      isBusy = true;
    } catch (error) {
      // There may be no thread to be had.
      failed(error);
    }
  }

  return {
    /** Something was committed. */
    committed() {
      commits += 1;
      if (commits >= commitsBetween && !isBusy) begin();
    },
    /** Ends the worker once it is done with what it is at. */
    close: async () => void (await worker?.terminate()),
  };
}
