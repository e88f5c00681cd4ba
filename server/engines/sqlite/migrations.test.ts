import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MigrationError, readMigrations } from '#server/ledger/migration-files.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrations.ts';

const now = () => new Date('2025-01-01T00:00:00Z');

describe('migrations', () => {
  let directory: string;
  let database: ReturnType<typeof openDatabase>;
  const write = (name: string, sql: string) => writeFileSync(join(directory, name), sql);
  const run = () => migrate(database, readMigrations(directory), now);
  const tables = () =>
    database
      .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map((row) => row.name);

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'migrations-'));
    database = openDatabase(':memory:');
    write('0001_first.sql', 'CREATE TABLE first (id INTEGER)');
    write('0002_second.sql', 'CREATE TABLE second (id INTEGER)');
  });
  afterEach(() => {
    database.close();
    rmSync(directory, { recursive: true });
  });

  it('are applied in order, once', () => {
    expect(run()).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(run()).toEqual([]);
    write('0003_third.sql', 'CREATE TABLE third (id INTEGER)');
    expect(run()).toEqual(['0003_third.sql']);
  });

  it('are applied by one process at a time, from before it looks which are missing', () => {
    const data = mkdtempSync(join(tmpdir(), 'migrated-'));
    const file = join(data, 'site.sqlite');
    const [first, second] = [openDatabase(file, 0), openDatabase(file, 0)];
    migrate(first, readMigrations(directory), now);
    write('0003_third.sql', 'CREATE TABLE third (id INTEGER)');
    const whileLooking = {
      create: true,
      get migrate() {
        expect(() => second.exec('BEGIN IMMEDIATE')).toThrow('database is locked');
        return true;
      },
    };
    expect(migrate(first, readMigrations(directory), now, whileLooking)).toEqual(['0003_third.sql']);
    expect(migrate(second, readMigrations(directory), now)).toEqual([]);
    for (const each of [first, second]) each.close();
    rmSync(data, { recursive: true });
  });

  it('leave nothing behind when one of them fails', () => {
    write('0002_second.sql', 'CREATE TABLE second (id INTEGER); CREATE TABLE broken (');
    expect(run).toThrow();
    expect(tables()).toEqual([]);
  });

  it('refuse a database whose migration was edited afterwards', () => {
    run();
    write('0001_first.sql', 'CREATE TABLE first (id TEXT)');
    expect(run).toThrow(
      new MigrationError(
        'The migration 0001_first.sql was edited after it had been applied. Restore the file as it was and put the change into a new migration.',
      ),
    );
  });

  it('refuse a database that has a migration which is missing here', () => {
    run();
    rmSync(join(directory, '0002_second.sql'));
    expect(run).toThrow(/has the migration 0002_second\.sql, which this version of the site does not have/);
  });

  it('refuse file names out of order', () => {
    write('0004_fourth.sql', 'SELECT 1');
    expect(run).toThrow(/0004_fourth\.sql is out of place in the migrations: expected 0003_title\.sql/);
  });
});
