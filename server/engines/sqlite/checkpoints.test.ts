import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type Checkpoints, checkpointsBeside, commitsBetween, longestWaitMs } from './checkpoints.ts';
import { openDatabase } from './database.ts';

let directory: string;
let file: string;
let db: Database;
let checkpoints: Checkpoints;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

beforeEach(() => {
  vi.clearAllMocks();
  directory = mkdtempSync(join(tmpdir(), 'checkpoints-'));
  file = join(directory, 'site.sqlite');
  db = openDatabase(file);
  db.exec('CREATE TABLE shelf (note TEXT) STRICT');
});

afterEach(async () => {
  await checkpoints.close();
  db.close();
  rmSync(directory, { recursive: true });
});

function commit(times: number, characters = 4000): void {
  const insert = db.prepare('INSERT INTO shelf (note) VALUES (?)');
  for (let time = 0; time < times; time += 1) {
    insert.run('x'.repeat(characters));
    checkpoints.committed();
  }
}
const fileBytes = () => statSync(file).size;
const logBytes = () => statSync(`${file}-wal`).size;

it('What many commits have written comes from the log into the database beside them, and the log begins anew', async () => {
  checkpoints = checkpointsBeside(db, log);
  commit(commitsBetween);
  await expect.poll(fileBytes).toBeGreaterThan(commitsBetween * 4000);
  const growth = () => {
    const before = logBytes();
    commit(1);
    return logBytes() - before;
  };
  await expect.poll(growth).toBe(0);
  const afterMore = () => {
    commit(20);
    return fileBytes();
  };
  await expect.poll(afterMore).toBeGreaterThan(2 * commitsBetween * 4000);
  expect(log.warn).not.toHaveBeenCalled();
});

it('What was deleted is overwritten in the database a minute later, however few commits there are', async () => {
  checkpoints = checkpointsBeside(db, log);
  db.prepare('INSERT INTO shelf (note) VALUES (?)').run('bo@example.com');
  db.pragma('wal_checkpoint');
  const isReadable = () => readFileSync(file).includes('bo@example.com');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  db.exec('DELETE FROM shelf');
  checkpoints.committed();
  vi.advanceTimersByTime(longestWaitMs - 1);
  expect(isReadable()).toBe(true);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.poll(isReadable).toBe(false);
});

const insideCommits = () => db.pragma('wal_autocheckpoint', { simple: true });

it('SQLite makes none inside of commits once the thread has begun', async () => {
  checkpoints = checkpointsBeside(db, log);
  expect(insideCommits()).toBe(10_000);
  commit(commitsBetween);
  await expect.poll(insideCommits).toBe(0);
});

it('Where no thread is to be had, that is told, commits go on, and the next time it is tried again', async () => {
  checkpoints = checkpointsBeside(db, log);
  const unref = vi.spyOn(Worker.prototype, 'unref').mockImplementationOnce(function (this: Worker) {
    void this.terminate();
    throw new Error('ERR_WORKER_INIT_FAILED: EAGAIN');
  });
  onTestFinished(() => unref.mockRestore());
  commit(commitsBetween);
  expect(log.warn).toHaveBeenCalledWith({ err: expect.any(Error) }, 'a checkpoint of the database failed');
  commit(commitsBetween);
  await expect.poll(insideCommits).toBe(0);
  expect(log.warn).toHaveBeenCalledTimes(1);
});

it('A checkpoint that fails is told, SQLite helps itself, and the next one begins anew', async () => {
  checkpoints = checkpointsBeside(db, log);
  commit(commitsBetween);
  // Gone before the thread has read its first line.
  renameSync(file, `${file}-away`);
  await expect.poll(() => log.warn.mock.calls).toHaveLength(1);
  renameSync(`${file}-away`, file);
  expect(log.warn).toHaveBeenCalledWith(
    { err: expect.objectContaining({ code: 'SQLITE_CANTOPEN' }) },
    'a checkpoint of the database failed',
  );
  expect(insideCommits()).toBe(10_000);
  commit(commitsBetween);
  await expect.poll(insideCommits).toBe(0);
});

it('A log that grew while somebody read is taken in soon after they are done, and cut off', async () => {
  checkpoints = checkpointsBeside(db, log, 100);
  const reader = openDatabase(file);
  reader.exec('BEGIN');
  reader.prepare('SELECT note FROM shelf').all();
  commit(commitsBetween, 20_000);
  expect(logBytes()).toBeGreaterThan(commitsBetween * 20_000);
  reader.close();
  await expect.poll(logBytes).toBe(0);
  expect(log.warn).not.toHaveBeenCalled();
});

it('A file that cannot be looked at is told, and commits go on', () => {
  checkpoints = checkpointsBeside(db, log);
  commit(commitsBetween - 1);
  const aside = `${directory}-aside`;
  renameSync(directory, aside);
  // It leads to itself.
  symlinkSync(directory, directory);
  try {
    commit(1);
  } finally {
    rmSync(directory);
    renameSync(aside, directory);
  }
  expect(log.warn).toHaveBeenCalledWith(
    { err: expect.objectContaining({ code: 'ELOOP' }) },
    'a checkpoint of the database failed',
  );
});

it('Another file in the place of the database is left alone', async () => {
  checkpoints = checkpointsBeside(db, log);
  commit(commitsBetween - 1);
  copyFileSync(file, `${file}-backup`);
  renameSync(`${file}-backup`, file);
  const before = readFileSync(file);
  commit(1);
  await checkpoints.close();
  expect(readFileSync(file).equals(before)).toBe(true);
});
