import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SetUpFault } from '#server/set-up-fault.ts';
import { putEmptyDatabase } from '#tests/support/ledger-in-memory.ts';
import { openDatabase } from './database.ts';
import { inspectDatabaseFile } from './inspect.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'inspect-'));
  file = join(directory, 'site.sqlite');
  putEmptyDatabase(file);
});
afterEach(() => rmSync(directory, { recursive: true }));

it('Of a database that SQLite cannot open where it lies it is not said that it is not whole', () => {
  openDatabase(file).close();
  // A folder that may not be written has the same effect, but not on root.
  mkdirSync(`${file}-wal`);
  expect(() => inspectDatabaseFile(file)).toThrow(SetUpFault);
  expect(() => inspectDatabaseFile(file)).toThrow(
    /cannot be opened here \(SQLITE_CANTOPEN\).* Copy it, .*-wal/,
  );
});

it('Rows that refer to nothing are faults', () => {
  const db = new Database(file);
  db.pragma('foreign_keys = OFF');
  db.exec(
    "INSERT INTO grant_events (grant_id, at, what, reason, actor) VALUES (99, '2026', 'claimed', 'x', 'kim')",
  );
  db.close();
  expect(inspectDatabaseFile(file).faults).toEqual(['Rows of grant_events refer to nothing']);
});
