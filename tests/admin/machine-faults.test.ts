import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase } from '#server/engines/sqlite/database.ts';
import { admin } from '#tests/support/admin.ts';
import { compileCache } from '#tests/support/compile-cache.ts';
import { putEmptyDatabase } from '#tests/support/ledger-in-memory.ts';
import { canMount, inOwnMounts } from '../hardening/support/site-process.ts';
import { OperatedShop } from './operated-shop.ts';

const desk = new OperatedShop(beforeAll, afterAll);

/** The next file that is written is on a full disk. */
async function fillDisk(): Promise<void> {
  const handle = await open(process.execPath);
  await handle.close();
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    ...{ code: 'ENOSPC', syscall: 'write' },
  });
  vi.spyOn(Object.getPrototypeOf(handle), 'writeFile').mockRejectedValueOnce(full);
}

it('A folder in the place of a file, or none at all, is told in words, with what to do', async () => {
  const copy = desk.path('copy.sqlite');
  expect((await desk.run(['backup', copy])).code).toBe(0);
  const own = desk.shop.environment;
  const cases: [string[], Record<string, string>, string][] = [
    [['drill', copy, '--scratch', desk.path('none')], own, 'there is no such file or folder. Make it'],
    [['drill', copy, '--scratch', copy], own, 'a file stands where a folder is expected'],
    [['verify', desk.directory], own, `${desk.directory} is a folder. Name a file.`],
    [['codes', 'import', desk.directory], own, 'Name a file'],
    [
      ['restore', copy, '--yes'],
      { ...own, DATABASE_FILE: desk.directory },
      'is no file. Let DATABASE_FILE name a file.',
    ],
  ];
  for (const [args, environment, words] of cases) {
    const { code, err } = await admin(environment, args);
    expect([args, code, err]).toEqual([args, 1, expect.stringContaining(words)]);
    expect(err).not.toMatch(/^ +at /m);
  }
});

it('A file on a full disk is removed, and the codes that were made for it are not made a second time', async () => {
  const out = desk.path('new.csv');
  await fillDisk();
  const args = ['codes', 'create', '--campaign', 'Full', '--unlocks', 'fod', '--count', '2', '--out', out];
  const { code, err } = await desk.run(args);
  expect([code, existsSync(out)]).toEqual([1, false]);
  expect(err).toContain(`${out}: the disk is full. Make room, or name a place on another one`);
  const [, batch = ''] = /^Batch (\d+) is made all the same: "codes export --batch \1 --out/.exec(err) ?? [];
  expect((await desk.run(['codes', 'export', '--batch', batch, '--out', out])).code).toBe(0);
});

// Every write to it fails as on a full disk.
it.runIf(existsSync('/dev/full'))('The output into a file on a full disk is told in words, with 1', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['server/admin/main.ts', 'codes', 'list', '--json'],
    {
      env: { ...compileCache, ...desk.shop.environment },
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    },
  );
  closeSync(full);
  expect(stderr).toMatch(
    /^The output: the disk is full\. Make room.+ \(ENOSPC\)\.\nOnly the output is missing.+ look before .+\n$/,
  );
  expect(status).toBe(1);
});

it.skipIf(!canMount)(
  'A disk that has become read-only allows a last backup, which is not noted',
  async () => {
    const data = desk.path('data');
    mkdirSync(data);
    putEmptyDatabase(desk.path('data/site.sqlite'));
    // Closed, so that SQLite would have to write beside it to read it.
    openDatabase(desk.path('data/site.sqlite')).close();
    mkdirSync(desk.path('elsewhere'));
    const readOnly = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
    const last = desk.path('elsewhere/last.sqlite');
    const command = [process.execPath, 'server/admin/main.ts', 'backup', last];
    const [program = '', ...rest] = [...inOwnMounts, 'sh', '-c', readOnly, data, ...command];
    const env = { PATH: process.env['PATH'], ...compileCache, DATA_DIR: data };
    const { status, stdout, stderr } = spawnSync(program, rest, { env, encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining(`${last} is whole.`)]);
    expect(stderr).toContain('is not in the audit log: The directory');
    expect(readdirSync(desk.path('elsewhere'))).toEqual(['last.sqlite']);
  },
);
