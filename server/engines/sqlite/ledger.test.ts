import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { integer } from '#server/ledger/rows.ts';
import { command, query } from '#server/ledger/script.ts';
import { putEmptyDatabase } from '#tests/support/ledger-in-memory.ts';
import { silentLog as log } from '#tests/support/ledger-verbs.ts';
import { commitsBetween } from './checkpoints.ts';
import { openDatabase } from './database.ts';
import { openSqliteLedger } from './ledger.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ledger-'));
  file = join(directory, 'site.sqlite');
});
afterEach(() => rmSync(directory, { recursive: true }));

const clock = () => new Date('2026-01-01T00:00:00Z');
const open = () => openSqliteLedger(file, 'migrations', clock);
const note = command(
  'INSERT INTO write_probe (id, written_at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at',
);
const notes = query('SELECT count(*) AS many FROM write_probe', { many: integer });

it('A change that meets another writer waits on a timer, so that everything else goes on meanwhile', async () => {
  putEmptyDatabase(file);
  const ledger = open();
  const other = openDatabase(file);
  other.exec('BEGIN IMMEDIATE');
  const writing = ledger.write([], () => note.run(clock()));
  // It is tried in this turn. In a process that it blocked, a second would be over after it, and the change refused.
  await nextTurn();
  other.exec('ROLLBACK');
  other.close();
  expect(await writing).toBe(1);
  await ledger.close();
});

it('What was asked for before the end is on disk after it', async () => {
  putEmptyDatabase(file);
  const ledger = open();
  const writing = ledger.write([], () => note.run(clock()));
  await ledger.close();
  expect(await writing).toBe(1);
  const again = open();
  expect(await again.read(() => notes.one())).toEqual({ many: 1 });
  await again.close();
});

it('A snapshot sees one moment, whatever another process commits between its queries', async () => {
  putEmptyDatabase(file);
  const ledger = open();
  const other = openDatabase(file);
  const seen = await ledger.snapshot(function* () {
    const before = yield* notes.one();
    other.exec("INSERT INTO write_probe (id, written_at) VALUES (1, '2026-01-01T00:00:00.000Z')");
    return [before, yield* notes.one()];
  });
  expect(seen).toEqual([{ many: 0 }, { many: 0 }]);
  other.close();
  await ledger.close();
});

it('A database that is missing and may not be made leaves no empty file, which would pass for one', () => {
  const may = { create: false, migrate: true };
  expect(() => openSqliteLedger(file, 'migrations', clock, { may })).toThrow(
    `The database ${file} is missing`,
  );
  expect(existsSync(file)).toBe(false);
});

it('What a site has written comes from the log into the file itself, without anybody waiting for it', async () => {
  putEmptyDatabase(file);
  const ledger = openSqliteLedger(file, 'migrations', clock, { log });
  for (let commit = 0; commit < commitsBetween; commit += 1) await ledger.amend(() => note.run(clock()));
  const copy = join(directory, 'copy.sqlite');
  await vi.waitFor(
    () => {
      copyFileSync(file, copy);
      const alone = openDatabase(copy);
      const many = alone.prepare('SELECT count(*) FROM write_probe').pluck().get();
      alone.close();
      expect(many).toBe(1);
    },
    { timeout: 20_000, interval: 200 },
  );
  await ledger.close();
});
