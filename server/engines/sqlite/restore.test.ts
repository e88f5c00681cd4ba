import fs, {
  existsSync,
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
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { putEmptyDatabase } from '#tests/support/ledger-in-memory.ts';
import { mark, marksOf } from '#tests/support/marked-database.ts';
import { openDatabase } from './database.ts';
import { replaceDatabase } from './restore.ts';
import { lockForSite } from './site-lock.ts';

let directory: string;
let file: string;
let copy: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'restore-'));
  file = join(directory, 'site.sqlite');
  copy = join(directory, 'copy.sqlite');
  putEmptyDatabase(file);
});
afterEach(() => rmSync(directory, { recursive: true }));

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
