import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#server/engines/sqlite/database.ts';
import { migrate } from '#server/engines/sqlite/migrations.ts';
import { keptDatabases } from '#server/engines/sqlite/restore.ts';
import { readMigrations } from '#server/ledger/migration-files.ts';
import { admin } from '#tests/support/admin.ts';
import { compileCache } from '#tests/support/compile-cache.ts';
import { putEmptyDatabase } from '#tests/support/ledger-in-memory.ts';

let minute: number;
const now = () => new Date(Date.UTC(2026, 0, 1, 12, minute));
const migrations = readMigrations('migrations');
const newest = migrations.at(-1)?.name ?? '';

let directory: string;
let data: string;
let target: string;
beforeEach(() => {
  minute = 0;
  directory = mkdtempSync(join(tmpdir(), 'restore-'));
  data = join(directory, 'data');
  target = join(data, 'site.sqlite');
  mkdirSync(data);
  putEmptyDatabase(target);
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Makes a database like one of a version of the site with so many migrations. */
function madeBy(count: number): string {
  const file = join(directory, `by-${count}.sqlite`);
  const db = openDatabase(file);
  migrate(db, migrations.slice(0, count), now);
  db.close();
  return file;
}
/** Restores, each time a minute after the last. */
const restore = (file: string, ...options: string[]) =>
  admin({ DATA_DIR: data }, ['restore', file, '--yes', ...options], { clock: now }).finally(() => {
    minute += 1;
  });
function rowsOf(file: string, sql: string): unknown[] {
  const db = new Database(file, { readonly: true });
  const rows = db.prepare(sql).pluck().all();
  db.close();
  return rows;
}
const keptName = 'site.sqlite.before-restore-20260101T120000';

it('What a copied database has only in the WAL beside it is restored as well', async () => {
  const source = madeBy(migrations.length);
  const db = openDatabase(source);
  db.exec("INSERT INTO imports (kind, name, started_at, started_by) VALUES ('backers', 'a', '2026', 'kim')");
  // As left by a killed site.
  const copy = join(directory, 'copy.sqlite');
  for (const part of ['', '-wal']) copyFileSync(`${source}${part}`, `${copy}${part}`);
  db.close();
  expect(await restore(copy)).toMatchObject({ code: 0 });
  expect(readdirSync(data).toSorted()).toEqual(['site.sqlite', keptName, 'site.sqlite.lock']);
  expect(keptDatabases(target)).toEqual([join(data, keptName)]);
  expect(rowsOf(target, 'SELECT name FROM imports')).toEqual(['a']);
  expect(statSync(target).mode & 0o777).toBe(0o600);
});

it.each([1, migrations.length - 4])(
  'A backup of %i migrations before is restored as it is, so that the older version can start on it',
  async (older) => {
    const { code, err } = await restore(madeBy(migrations.length - older));
    expect(code).toBe(0);
    expect(err).toContain(`kept as ${join(data, keptName)}.`);
    expect(err).toContain('comes from an older version');
    const applied = rowsOf(target, 'SELECT name FROM schema_migrations ORDER BY name');
    expect(applied).toEqual(migrations.slice(0, -older).map(({ name }) => name));
    expect(rowsOf(target, 'SELECT action FROM operator_actions')).toEqual(['restore']);
  },
);

it('One so old that it has no audit log is restored too, and what is not noted is said with the kept file', async () => {
  const { code, err } = await restore(madeBy(2));
  expect(code).toBe(0);
  expect(err).toContain(`kept as ${join(data, keptName)}.`);
  expect(err).toContain('not in its audit log: no such table: operator_actions');
  expect(rowsOf(target, 'SELECT count(*) FROM schema_migrations')).toEqual([2]);
});

/**
 * Makes a backup from before Anna deleted her account, which the database knows of.
 * @param made how many migrations the backup has
 */
function backupBeforeErasure(made = migrations.length): string {
  const backup = madeBy(made);
  const withAnna = openDatabase(backup);
  withAnna.exec(
    `INSERT INTO known_devices VALUES ('sub-anna', 'Firefox on Linux', '2026-01-01T00:00:00.000Z'),
       ('sub-bo', 'Safari on iPhone', '2026-01-01T00:00:00.000Z')`,
  );
  withAnna.close();
  const before = openDatabase(target);
  before
    .prepare('INSERT INTO erased_accounts VALUES (?, ?)')
    .run(hash('sha256', 'sub-anna'), '2026-02-01T00:00:00.000Z');
  before.close();
  return backup;
}

it('Whoever deleted their account since the backup is deleted again; where that cannot be known, it is said what to do', async () => {
  const backup = backupBeforeErasure();
  const restored = await restore(backup);
  expect(restored).toMatchObject({ code: 0, err: expect.stringContaining('deleted again: 1.') });
  expect(rowsOf(target, 'SELECT account_id FROM known_devices')).toEqual(['sub-bo']);
  expect(rowsOf(target, 'SELECT details FROM operator_actions')).toEqual([
    JSON.stringify({ from: backup, deletedAgain: 1 }),
  ]);

  rmSync(join(data, keptName));
  truncateSync(target, 10_000);
  const damaged = await restore(backup);
  expect(damaged).toMatchObject({
    code: 0,
    err: expect.stringMatching(/before cannot be read: .*malformed.*"account deleted".*"customers erase"/),
  });
  expect(rowsOf(target, 'SELECT account_id FROM known_devices ORDER BY 1')).toEqual(['sub-anna', 'sub-bo']);
});

it('Whoever was erased stays so where a wrong backup was restored first, by the databases that were kept', async () => {
  const right = backupBeforeErasure();
  // One that cannot be told of erasures, because it is too old.
  expect(await restore(madeBy(2))).toMatchObject({ code: 0 });
  const { code, err } = await restore(right);
  expect([code, err]).toEqual([0, expect.stringContaining('deleted again: 1.')]);
  expect(err).toContain('take out of its file whoever was erased since');
  expect(rowsOf(target, 'SELECT account_id FROM known_devices')).toEqual(['sub-bo']);
  // The one too old, which is kept by now, is said to be left out the next time.
  expect((await restore(right)).err).toMatch(/not read from one .+ kept: .+T120100 \(no such table/);
});

it('A roll-back brings no deleted account back: the newer version restores, and the older one starts on it', async () => {
  expect(await restore(backupBeforeErasure(migrations.length - 1))).toMatchObject({
    ...{ code: 0, err: expect.stringContaining('deleted again: 1.') },
  });
  expect(rowsOf(target, 'SELECT account_id FROM known_devices')).toEqual(['sub-bo']);
  const older = openDatabase(target);
  migrate(older, migrations.slice(0, -1), now);
  older.close();
  // The documented commands in their order: the older version may not know how to repeat deletions.
  const [, rollBack = ''] = readFileSync('docs/hosting.md', 'utf8').split('\n## Roll back\n');
  const inOrder = [' stop site', ' restore ', 'SHOP_IMAGE in .env to the old tag', ' up --detach'];
  const places = inOrder.map((part) => rollBack.indexOf(part, rollBack.indexOf('```sh')));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});

it.each([
  ['while the copy is completed', 0],
  ['after the first step of the swap', 1],
  ['after the second', 2],
])(
  'One that is killed %s has changed nothing or all; again, it deletes again who was erased',
  async (_, steps) => {
    const backup = backupBeforeErasure();
    const { signal, stderr } = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import fs from 'node:fs';
       import { syncBuiltinESMExports } from 'node:module';
       import { readConfig, readPaymentSettings, readStorage } from '#server/config.ts';
       import { runAdmin } from '#server/admin/run-admin.ts';
       import { processTerminal } from '#server/admin/terminal.ts';
       let left = ${steps};
       const die = () => process.kill(process.pid, 'SIGKILL');
       for (const step of ['linkSync', 'copyFileSync', 'renameSync']) {
         const real = fs[step];
         fs[step] = (...args) => {
           real(...args);
           left -= 1;
           if (left === 0) die();
         };
       }
       syncBuiltinESMExports();
       const clock = () => {
         if (left === 0 && fs.existsSync('${target}.incoming')) die();
         return new Date('2025-12-31');
       };
       await runAdmin(['restore', '${backup}', '--yes'], {
         ...{ terminal: processTerminal(), clock, readConfig, readPaymentSettings, readStorage },
       });`,
      ],
      { env: { ...compileCache, DATA_DIR: data, PATH: process.env['PATH'] }, encoding: 'utf8' },
    );
    expect([signal, stderr]).toEqual(['SIGKILL', '']);
    expect(rowsOf(target, "SELECT account_id FROM known_devices WHERE account_id = 'sub-anna'")).toEqual([]);
    const left = ['site.sqlite.before-restore-20251231T000000', 'site.sqlite.incoming'];
    expect(keptDatabases(target)).toEqual(
      [left.slice(1), left, left.slice(0, 1)][steps]?.map((name) => join(data, name)),
    );
    expect(await restore(backup)).toMatchObject({
      code: 0,
      err: expect.stringContaining('deleted again: 1.'),
    });
    expect(rowsOf(target, 'SELECT account_id FROM known_devices')).toEqual(['sub-bo']);
    expect(readdirSync(data).filter((name) => name.includes('incoming'))).toEqual([]);
  },
);

it('Under a running site it is restored by force only, and what that does to the site is said before and after', async () => {
  const backup = madeBy(migrations.length);
  const site = openDatabase(target);
  const restart = expect.stringContaining('A site that still runs takes no orders from then on');
  expect(await restore(backup)).toMatchObject({ code: 1, err: restart });
  expect(await restore(backup, '--force')).toMatchObject({ code: 0, err: restart });
  site.close();
  const after = await restore(backup);
  expect(after.code).toBe(0);
  expect(after.err).not.toContain('still runs');
});

it("A newer version's backup is refused before anything is touched, with the names of both last migrations", async () => {
  const file = madeBy(migrations.length);
  const db = new Database(file);
  db.exec("INSERT INTO schema_migrations VALUES ('9999_of_next_year.sql', 'x', '2027-01-01')");
  db.close();
  const { code, err } = await restore(file);
  expect(code).toBe(1);
  expect(err).toContain('9999_of_next_year.sql');
  expect(err).toContain(newest);
  expect(readdirSync(data)).toEqual(['site.sqlite']);
  expect(rowsOf(target, 'SELECT max(name) FROM schema_migrations')).toEqual([newest]);
  // "The database" would be the shop's own, which nothing is wrong with.
  const newer = `${file} is newer than this program: it has the migration 9999_of_next_year.sql`;
  expect(await admin({ DATA_DIR: data }, ['drill', file])).toMatchObject({
    ...{ code: 1, err: expect.stringContaining(newer) },
  });
  expect(await admin({}, ['verify', file])).toMatchObject({
    ...{ code: 0, out: expect.stringContaining('is whole'), err: expect.stringContaining(newer) },
  });
});

it('No command brings the database of a site that still runs up to date: it could not be started again', async () => {
  const older = madeBy(migrations.length - 1);
  rmSync(target);
  copyFileSync(older, target);
  const file = join(directory, 'before-update.sqlite');
  for (const command of [
    ['backup', file],
    ['database', 'create'],
    ['drill', older],
  ]) {
    const { code, err, out } = await admin({ DATA_DIR: data }, command, { clock: now });
    expect([command, code, `${err}${out}`]).toEqual([
      command,
      1,
      expect.stringContaining(`lacks the migration ${newest}`),
    ]);
  }
  expect(rowsOf(target, 'SELECT count(*) FROM schema_migrations')).toEqual([migrations.length - 1]);
  expect(existsSync(file)).toBe(false);
});
