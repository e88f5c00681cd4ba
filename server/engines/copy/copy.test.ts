import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readMigrations } from '#server/ledger/migration-files.ts';
import { putEmptyDatabase } from '#tests/support/ledger-in-memory.ts';
import { askPostgres, newPostgresDatabase } from '#tests/support/postgres.ts';
import { copyToPostgres } from '../open-ledger.ts';
import { lockForSite } from '../sqlite/site-lock.ts';
import { copyDatabase } from './copy.ts';

let directory: string;
let from: string;
let to: string;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'copy-'));
  from = join(directory, 'site.sqlite');
  putEmptyDatabase(from);
  to = await newPostgresDatabase('empty');
  inSource(
    "INSERT INTO imports (id, kind, name, started_at, started_by) VALUES (7, 'backers', 'Ö', '2026-01-01T00:00:00Z', 'kim')",
  );
});
afterEach(() => rmSync(directory, { recursive: true }));

function inSource(sql: string): void {
  const db = new Database(from);
  db.exec(sql);
  db.close();
}
const clock = () => new Date('2026-01-01T00:00:00Z');
const copy = (onProgress: Parameters<typeof copyDatabase>[0]['onProgress'] = () => undefined) =>
  copyDatabase({ from, to, migrations: readMigrations('migrations/postgres'), clock, onProgress });

it('A copy has the same rows, and what is written next gets an id of its own', async () => {
  const report = await copy();
  expect(report.resumedAfter).toBe(0);
  expect(report.tables.find(({ table }) => table === 'imports')).toMatchObject({ rows: 1 });
  const next = await askPostgres(
    to,
    "INSERT INTO imports (kind, name, started_at, started_by) VALUES ('backers', 'next', now(), 'kim') RETURNING id::int",
  );
  expect(next).toEqual([{ id: 8 }]);
});

it('A target with rows in it is refused, and so is a finished copy', async () => {
  await copy();
  await expect(copy()).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('something in the target already (imports)'),
  });
});

it('A copy that differs is not called finished', async () => {
  // The row is changed in the target once it is copied and before it is compared.
  const tampered = vi.fn();
  await askPostgres(
    to,
    `CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.name := 'O'; RETURN NEW; END $$;
     CREATE FUNCTION tamper() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
       IF to_regclass('imports') IS NOT NULL AND NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgname = 'change') THEN
         CREATE TRIGGER change BEFORE INSERT ON imports FOR EACH ROW EXECUTE FUNCTION change();
       END IF; END $$;
     CREATE EVENT TRIGGER tamper ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION tamper()`,
  );
  await expect(copy(tampered)).rejects.toMatchObject({
    message: expect.stringContaining('imports differs: 1 rows in SQLite, 1 in PostgreSQL'),
  });
  expect(tampered).toHaveBeenCalledWith('Copied', 1, 1);
  expect(await askPostgres(to, "SELECT to_regclass('unfinished_copy')::text AS mark")).toEqual([
    { mark: 'unfinished_copy' },
  ]);
});

it('A database of another version is not copied', async () => {
  inSource('DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)');
  await expect(copy()).rejects.toMatchObject({ message: expect.stringContaining('is of another version') });
});

it('While a site has the file open it is copied only by force', async () => {
  const site = lockForSite(from);
  const options = { clock, onProgress: () => undefined };
  await expect(copyToPostgres(from, to, options)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await copyToPostgres(from, to, { ...options, force: true })).toMatchObject({ resumedAfter: 0 });
  site.release();
});
