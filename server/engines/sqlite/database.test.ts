import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from './database.ts';

it('An acknowledged write survives a power cut: WAL with synchronous=FULL still holds after writes', () => {
  const directory = mkdtempSync(join(tmpdir(), 'database-'));
  const database = openDatabase(join(directory, 'deep', 'site.sqlite'));
  database.exec('CREATE TABLE things (id INTEGER); INSERT INTO things VALUES (1)');
  expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(database.pragma('synchronous', { simple: true })).toBe(2);
  expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
  database.close();
  rmSync(directory, { recursive: true });
});
