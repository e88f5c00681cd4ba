import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SetUpFault } from '#server/set-up-fault.ts';
import { putEmptyDatabase } from '#tests/support/ledger-in-memory.ts';
import { assertDatabaseWhole, quickFaultsOf } from './integrity.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'integrity-'));
  file = join(directory, 'deep', 'site.sqlite');
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Overwrites a part of the file, from a byte on. */
function damage(from: number, bytes: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(bytes, 0xa5), 0, bytes, from);
  closeSync(descriptor);
}

it('A database is looked over before it is used: one that is damaged is refused with what to do', () => {
  // A new shop has none, and gets the folder for it.
  expect(assertDatabaseWhole(file)).toBe(true);
  expect(existsSync(file)).toBe(false);
  putEmptyDatabase(file);
  expect(assertDatabaseWhole(file)).toBe(true);
  expect(quickFaultsOf(file)).toEqual([]);
  // A page of a table: SQLite reads the schema, and finds the rest by looking.
  damage(20 * 4096, 4096);
  expect(quickFaultsOf(file)[0]).toMatch(/^Tree \d+ page /m);
  expect(() => assertDatabaseWhole(file)).toThrow(SetUpFault);
  expect(() => assertDatabaseWhole(file)).toThrow(/is damaged: .+restore the newest backup/s);
});

it('A database whose first page is damaged is refused in the same words', () => {
  assertDatabaseWhole(file);
  putEmptyDatabase(file);
  damage(0, 200);
  expect(() => assertDatabaseWhole(file)).toThrow(/is damaged: .+restore the newest backup/s);
});
