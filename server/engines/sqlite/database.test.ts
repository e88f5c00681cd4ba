import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { SetUpFault } from '#server/set-up-fault.ts';
import { keepPrivate, openDatabase } from './database.ts';

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

it('Another program’s file is refused in words, and stays as it is', () => {
  const directory = mkdtempSync(join(tmpdir(), 'database-'));
  const text = join(directory, 'text.sqlite');
  writeFileSync(text, 'This is no database, but it is long enough to be looked at as if it were one.');
  const theirs = join(directory, 'theirs.sqlite');
  new Database(theirs).exec('CREATE TABLE things (id INTEGER)').close();
  for (const file of [text, theirs]) {
    const before = readFileSync(file);
    expect(() => openDatabase(file)).toThrow(SetUpFault);
    expect(() => openDatabase(file)).toThrow(`${file} is no database of the shop.`);
    expect(readFileSync(file).equals(before)).toBe(true);
  }
  // Litestream may have been there first.
  const replicated = join(directory, 'replicated.sqlite');
  new Database(replicated).exec('CREATE TABLE _litestream_seq (id INTEGER)').close();
  openDatabase(replicated).close();
  rmSync(directory, { recursive: true });
});

it('A database is read by its owner alone, with all that SQLite puts beside it, also one that others could read', () => {
  const directory = mkdtempSync(join(tmpdir(), 'database-'));
  const file = join(directory, 'site.sqlite');
  const parts = [file, `${file}-wal`, `${file}-shm`];
  const modes = () => parts.map((part) => (statSync(part).mode & 0o777).toString(8));
  const database = openDatabase(file);
  expect(modes()).toEqual(['600', '600', '600']);
  for (const mode of [0o640, 0o604]) {
    for (const part of parts) chmodSync(part, mode);
    keepPrivate(file);
    expect(modes()).toEqual(['600', '600', '600']);
  }
  database.close();
  rmSync(directory, { recursive: true });
});

it('What is deleted or written over is not readable in the file any more', () => {
  const directory = mkdtempSync(join(tmpdir(), 'database-'));
  const file = join(directory, 'site.sqlite');
  const database = openDatabase(file);
  database.exec('CREATE TABLE people (id INTEGER PRIMARY KEY, address TEXT)');
  const add = database.prepare('INSERT INTO people (address) VALUES (?)');
  database.transaction(() => {
    for (let number = 0; number < 2000; number += 1) add.run(`erased-${number}@example.com`);
  })();
  const readable = () => {
    database.pragma('wal_checkpoint(TRUNCATE)');
    return readFileSync(file).includes('erased-');
  };
  expect(readable()).toBe(true);
  database.exec('DELETE FROM people WHERE id > 500; UPDATE people SET address = NULL');
  expect(readable()).toBe(false);
  database.close();
  rmSync(directory, { recursive: true });
});
