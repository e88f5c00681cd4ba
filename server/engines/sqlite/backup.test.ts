import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SetUpFault } from '#server/set-up-fault.ts';
import { putEmptyDatabase } from '#tests/support/ledger-in-memory.ts';
import { backupDatabase } from './backup.ts';
import { openDatabase } from './database.ts';
import { inspectDatabaseFile } from './inspect.ts';
import { openSqliteLedger } from './ledger.ts';
import { replaceDatabase } from './restore.ts';
import { lockForSite } from './site-lock.ts';

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

/** Writes something by which a database is told from its copies. */
function mark(database: string, name: string): void {
  const db = new Database(database);
  db.prepare(
    "INSERT INTO imports (kind, name, started_at, started_by) VALUES ('backers', ?, '2026', 'kim')",
  ).run(name);
  db.close();
}
function marksOf(database: string): unknown[] {
  const db = new Database(database, { readonly: true });
  const marks = db.prepare('SELECT name FROM imports').pluck().all();
  db.close();
  return marks;
}

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

it('Of a database that SQLite cannot open where it lies it is not said that it is not whole', () => {
  openDatabase(file).close();
  // A folder that may not be written has the same effect, but not on root.
  mkdirSync(`${file}-wal`);
  expect(() => inspectDatabaseFile(file)).toThrow(SetUpFault);
  expect(() => inspectDatabaseFile(file)).toThrow(
    /cannot be opened here \(SQLITE_CANTOPEN\).* Copy it, .*-wal/,
  );
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

it('Rows that refer to nothing are faults', () => {
  const db = new Database(file);
  db.pragma('foreign_keys = OFF');
  db.exec(
    "INSERT INTO grant_events (grant_id, at, what, reason, actor) VALUES (99, '2026', 'claimed', 'x', 'kim')",
  );
  db.close();
  expect(inspectDatabaseFile(file).faults).toEqual(['Rows of grant_events refer to nothing']);
});

describe('A restore', () => {
  it('is readable for its owner alone, and takes nothing from the log of the database before', async () => {
    putEmptyDatabase(copy);
    mark(copy, 'restored');
    // A site that was killed leaves its newest orders in the log.
    writeFileSync(`${file}-wal`, 'the log before');
    await replaceDatabase(copy, file, 'kept', { force: true });
    expect(readdirSync(directory).filter((name) => name.endsWith('-wal'))).toEqual(['site.sqlite.kept-wal']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(marksOf(file)).toEqual(['restored']);
  });

  it('keeps the database before when another one is begun meanwhile, which is refused', async () => {
    putEmptyDatabase(copy);
    mark(file, 'before');
    mark(copy, 'restored');
    const both = await Promise.allSettled([0, 1].map(() => replaceDatabase(copy, file, 'kept')));
    expect(both).toMatchObject([
      { status: 'fulfilled', value: `${file}.kept` },
      {
        status: 'rejected',
        reason: { code: 'forbidden', message: expect.stringContaining('another restore') },
      },
    ]);
    expect([marksOf(file), marksOf(`${file}.kept`)]).toEqual([['restored'], ['before']]);
    expect(readdirSync(directory).filter((name) => name.includes('incoming'))).toEqual([]);
  });

  it('keeps a copy of the database before where a file cannot have two names', async () => {
    const link = vi.spyOn(fs, 'linkSync').mockImplementation(() => {
      throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
    });
    syncBuiltinESMExports();
    putEmptyDatabase(copy);
    mark(file, 'before');
    mark(copy, 'restored');
    const kept = await replaceDatabase(copy, file, 'kept').finally(() => {
      link.mockRestore();
      syncBuiltinESMExports();
    });
    expect(kept).toBe(`${file}.kept`);
    expect([marksOf(file), marksOf(`${file}.kept`)]).toEqual([['restored'], ['before']]);
    expect(statSync(`${file}.kept`).mode & 0o777).toBe(0o600);
  });

  it('that fails before it takes the place changes nothing, and writes over no database that was kept', async () => {
    putEmptyDatabase(copy);
    mark(file, 'before');
    writeFileSync(`${file}.kept`, 'kept by another');
    const all = readdirSync(directory);
    await expect(replaceDatabase(copy, file, 'kept')).rejects.toThrow('EEXIST');
    const complete = (incoming: string) => {
      openDatabase(incoming).exec('CREATE TABLE open (a)');
      return Promise.reject(new Error('no room'));
    };
    await expect(replaceDatabase(copy, file, 'next', { complete })).rejects.toThrow('no room');
    expect(marksOf(file)).toEqual(['before']);
    expect(readFileSync(`${file}.kept`, 'utf8')).toBe('kept by another');
    expect(readdirSync(directory)).toEqual([...all, 'site.sqlite.lock'].toSorted());
  });

  it('is refused while a site has just started, unless it is forced', async () => {
    putEmptyDatabase(copy);
    const site = lockForSite(file);
    await expect(replaceDatabase(copy, file, 'kept')).rejects.toMatchObject({ code: 'forbidden' });
    expect(existsSync(`${file}.kept`)).toBe(false);
    expect(await replaceDatabase(copy, file, 'kept', { force: true })).toBe(`${file}.kept`);
    site.release();
    expect(await replaceDatabase(copy, file, 'again')).toBe(`${file}.again`);
  });
});
