import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { putEmptyDatabase } from '#tests/support/ledger-in-memory.ts';
import { mark, marksOf } from '#tests/support/marked-database.ts';
import { backupDatabase } from './backup.ts';
import { openDatabase } from './database.ts';
import { inspectDatabaseFile } from './inspect.ts';
import { openSqliteLedger } from './ledger.ts';

let directory: string;
let file: string;
let copy: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'backup-'));
  file = join(directory, 'site.sqlite');
  copy = join(directory, 'copy.sqlite');
  putEmptyDatabase(file);
});
afterEach(() => rmSync(directory, { recursive: true }));

it('Of two backups into one file at once, one is whole, and the other says what to do', async () => {
  const ledger = openSqliteLedger(file, 'migrations', () => new Date());
  const both = await Promise.allSettled([0, 1].map(() => ledger.backup(copy, () => undefined)));
  expect(both).toMatchObject([
    { status: 'fulfilled', value: { faults: [] } },
    {
      status: 'rejected',
      reason: {
        code: 'forbidden',
        message: expect.stringMatching(/^Another backup is being made.+try again\.$/),
      },
    },
  ]);
  expect(inspectDatabaseFile(copy)).toMatchObject({ faults: [] });
  // And the next one may be made.
  await ledger.backup(join(directory, 'next.sqlite'), () => undefined);
  await ledger.close();
});

it('A backup that fails leaves nothing behind, not even the journal of one that was killed', async () => {
  const before = readdirSync(directory);
  const foreign = join(directory, 'foreign.sqlite');
  new Database(foreign).exec('CREATE TABLE a (b)').close();
  writeFileSync(`${copy}.unfinished-journal`, 'x');
  await expect(backupDatabase(foreign, copy, () => undefined)).rejects.toThrow('no such table');
  rmSync(foreign);
  expect(readdirSync(directory)).toEqual(before);
});

it('A backup is one file, for its owner alone, of one moment, although more is written while it is made', async () => {
  const db = openDatabase(file);
  mark(file, 'before');
  db.exec(
    "CREATE TABLE filling (text TEXT); INSERT INTO filling VALUES (replace(hex(zeroblob(8000000)), '00', 'x'))",
  );
  let written = 0;
  await backupDatabase(file, copy, () => {
    written += 1;
    if (written <= 3) mark(file, `meanwhile ${written}`);
  });
  db.close();
  // More than one part was copied, so something was written in between.
  expect(written).toBeGreaterThan(1);
  expect(marksOf(copy)).toEqual(['before']);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const alone = new Database(copy, { readonly: true });
  expect(alone.pragma('journal_mode', { simple: true })).toBe('delete');
  alone.close();
});

it('A backup takes the place of no other file', async () => {
  writeFileSync(copy, 'the backup of yesterday');
  const refusal = { code: 'invalid_request', message: expect.stringContaining('exists already') };
  await expect(backupDatabase(file, copy, () => undefined)).rejects.toMatchObject(refusal);
  expect(readFileSync(copy, 'utf8')).toBe('the backup of yesterday');
});
