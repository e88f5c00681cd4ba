import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Checkpoints, checkpointsBeside, commitsBetween } from './checkpoints.ts';
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
  // Whatever comes into the file now was not brought by this connection.
  db.pragma('wal_autocheckpoint = 0');
});

afterEach(async () => {
  await checkpoints.close();
  db.close();
  rmSync(directory, { recursive: true });
});

function commit(times: number): void {
  const insert = db.prepare('INSERT INTO shelf (note) VALUES (?)');
  for (let time = 0; time < times; time += 1) {
    insert.run('x'.repeat(4000));
    checkpoints.committed();
  }
}
const fileBytes = () => statSync(file).size;
const logBytes = () => statSync(`${file}-wal`).size;

it('What many commits have written comes from the log into the database beside them, and the log begins anew', async () => {
  checkpoints = checkpointsBeside(file, log);
  commit(commitsBetween);
  await expect.poll(fileBytes).toBeGreaterThan(commitsBetween * 4000);
  const growth = () => {
    const before = logBytes();
    commit(1);
    return logBytes() - before;
  };
  await expect.poll(growth).toBe(0);
  commit(commitsBetween);
  await expect.poll(fileBytes).toBeGreaterThan(2 * commitsBetween * 4000);
  expect(log.warn).not.toHaveBeenCalled();
});

it('A checkpoint that fails is told, and the next one begins anew', async () => {
  checkpoints = checkpointsBeside(join(directory, 'nowhere.sqlite'), log);
  commit(commitsBetween);
  await expect.poll(() => log.warn.mock.calls).toHaveLength(1);
  expect(log.warn).toHaveBeenCalledWith(
    { err: expect.objectContaining({ code: 'SQLITE_CANTOPEN' }) },
    'a checkpoint of the database failed',
  );
  commit(commitsBetween);
  await expect.poll(() => log.warn.mock.calls).toHaveLength(2);
});
