import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MigrationError } from '#server/ledger/migration-files.ts';
import { SetUpFault } from '#server/set-up-fault.ts';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import { askPostgres, newPostgresDatabase } from '#tests/support/postgres.ts';
import { openPostgresLedger } from './ledger.ts';

it('A migration takes as long as it takes, and so does waiting for that of another process', async () => {
  const url = await newPostgresDatabase('empty');
  // At this level the one that waits would not see what the other has done.
  await askPostgres(
    url,
    `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_isolation = 'repeatable read'`,
  );
  const directory = mkdtempSync(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  // Longer than the server's limit, here a tenth of a second, and than the driver's, which is two seconds more.
  writeFileSync(join(directory, '0001_slow.sql'), 'SELECT pg_sleep(2.5); CREATE TABLE slow (name text);');
  const open = () =>
    openPostgresLedger(url, directory, {
      clock: () => new Date(),
      log: silentLog,
      user: 'site',
      limits: { statementMs: 100, lockMs: 100 },
    });
  for (const { ledger } of await Promise.all([open(), open()])) {
    const { rows } = await ledger.pool.query('SHOW statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '100ms' }]);
    await ledger.close();
  }
  expect(await askPostgres(url, 'SELECT name FROM schema_migrations')).toEqual([{ name: '0001_slow.sql' }]);
});

it('A migration that waits for a backup to end stands in nobody’s way meanwhile, and says once that it waits', async () => {
  const url = await newPostgresDatabase('empty');
  const directory = mkdtempSync(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const said: string[] = [];
  const log = { ...silentLog, warn: (_: unknown, message: string) => void said.push(message) };
  const open = () => openPostgresLedger(url, directory, { clock: () => new Date(), log, user: 'site' });
  writeFileSync(join(directory, '0001_sales.sql'), 'CREATE TABLE sales (id integer);');
  const { ledger: before } = await open();
  const backup = await before.pool.connect();
  await backup.query('BEGIN; SELECT * FROM sales');
  writeFileSync(join(directory, '0002_notes.sql'), 'ALTER TABLE sales ADD COLUMN note text;');
  const opened = open();
  const queued = "SELECT FROM pg_locks WHERE relation = 'sales'::regclass AND NOT granted";
  await expect.poll(() => askPostgres(url, queued), { timeout: 10_000 }).not.toEqual([]);
  // The site's own limit for a lock is five seconds.
  await before.pool.query('INSERT INTO sales (id) VALUES (1)');
  await expect.poll(() => said, { timeout: 10_000 }).toHaveLength(1);
  await expect.poll(() => askPostgres(url, queued), { timeout: 10_000 }).not.toEqual([]);
  await backup.query('COMMIT');
  backup.release();
  const { ledger: after } = await opened;
  expect((await after.pool.query('SELECT id, note FROM sales')).rows).toEqual([{ id: 1, note: null }]);
  expect(said).toEqual([expect.stringContaining('waits for a table that is in use')]);
  await before.close();
  await after.close();
});

it('A user that may make no tables is told what its administrator has to do', async () => {
  const url = new URL(await newPostgresDatabase('empty'));
  await askPostgres(url.href, 'DROP ROLE IF EXISTS reader');
  await askPostgres(url.href, "CREATE ROLE reader LOGIN PASSWORD 'reader'");
  const asReader = Object.assign(new URL(url), { username: 'reader', password: 'reader' });
  const opened = openPostgresLedger(asReader.href, 'migrations/postgres', {
    clock: () => new Date(),
    log: silentLog,
    user: 'site',
  });
  await expect(opened).rejects.toThrow(SetUpFault);
  await expect(opened).rejects.toThrow(
    /permission denied for schema public\. As its administrator run "ALTER DATABASE/,
  );
  await askPostgres(url.href, 'DROP ROLE reader');
});

it.each([
  ['with tables of another program', 'CREATE TABLE sessions (a int)', /another program \(sessions\)/],
  ['that is an unfinished copy', 'CREATE TABLE unfinished_copy (a int)', /a copy that was not finished/],
])('A database %s is not migrated, and stays as it is', async (_, sql, words) => {
  const url = await newPostgresDatabase('empty');
  await askPostgres(url, sql);
  const opened = openPostgresLedger(url, 'migrations/postgres', {
    clock: () => new Date(),
    log: silentLog,
    user: 'site',
  });
  await expect(opened).rejects.toThrow(MigrationError);
  await expect(opened).rejects.toThrow(words);
  expect(await askPostgres(url, "SELECT to_regclass('schema_migrations') AS made")).toEqual([{ made: null }]);
});

it('A server that takes no writes, such as a standby, is no fault of the program: it is said which one to name', async () => {
  const url = new URL(await newPostgresDatabase('empty'));
  await askPostgres(
    url.href,
    `ALTER DATABASE ${url.pathname.slice(1)} SET default_transaction_read_only = on`,
  );
  const opened = openPostgresLedger(url.href, 'migrations/postgres', {
    clock: () => new Date(),
    log: silentLog,
    user: 'operator',
  });
  await expect(opened).rejects.toThrow(SetUpFault);
  await expect(opened).rejects.toThrow(
    /read-only transaction\. The server is a standby, or .+ Name the primary in DATABASE_URL/,
  );
});
