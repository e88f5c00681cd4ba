import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MigrationError, pendingMigrations, readMigrations } from './migration-files.ts';

describe('the migrations of a directory', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'migrations-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));
  const put = (...names: string[]) => {
    for (const name of names) writeFileSync(join(directory, name), `-- ${name}`);
  };

  it('come in the order of their numbers, each with its text and its SHA-256; folders are left alone', () => {
    put('0002_b.sql', '0001_a_1.sql');
    mkdirSync(join(directory, 'postgres'));
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(readMigrations(directory)).toEqual(
      ['0001_a_1.sql', '0002_b.sql'].map((name) => ({
        name,
        sql: `-- ${name}`,
        checksum: sha256(`-- ${name}`),
      })),
    );
  });

  it.each([
    ['a number that was left out', ['0001_a.sql', '0003_b.sql'], /0003_b\.sql .* expected 0002_title\.sql/],
    ['a number used twice', ['0001_a.sql', '0001_b.sql'], /0001_b\.sql .* expected 0002_title\.sql/],
    ['another name', ['0001_A.sql'], /0001_A\.sql .* expected 0001_title\.sql/],
    ['another ending', ['0001_a.sql.orig'], /expected 0001_title/],
    ['something before the number', ['00001_a.sql'], /expected 0001_title/],
    ['a file that is none', ['notes.txt'], /expected 0001_title/],
  ])('are refused with %s', (_name, names, message) => {
    put(...names);
    expect(() => readMigrations(directory)).toThrow(MigrationError);
    expect(() => readMigrations(directory)).toThrow(message);
  });
});

describe('what a database still lacks', () => {
  const [one, two, three] = ['1', '2', '3'].map((name) => ({
    ...{ name, sql: `-- ${name}`, checksum: `sum ${name}` },
  })) as [Named, Named, Named];
  type Named = { name: string; sql: string; checksum: string };

  it('is what comes after what it has noted', () => {
    expect(pendingMigrations([], [one, two, three])).toEqual([one, two, three]);
    expect(pendingMigrations([one], [one, two, three])).toEqual([two, three]);
    expect(pendingMigrations([one, two], [one, two])).toEqual([]);
  });

  it('of an older database are not brought in by whoever may not, and it says which way is left', () => {
    const command = { create: true, migrate: false };
    expect(() => pendingMigrations([one], [one, two, three], command)).toThrow(
      /lacks the migration 2\. A site of this version brings it up to date .* use the commands of the version that runs/,
    );
    expect(pendingMigrations([], [one, two], command)).toEqual([one, two]);
    expect(pendingMigrations([one], [one], command)).toEqual([]);
    expect(() => pendingMigrations([], [one], { create: false, migrate: true })).toThrow(
      'is missing or empty',
    );
  });

  it('is not asked of a database that knows more, or another one, than the program', () => {
    const unknown = /has the migration 2, which this version of the site does not have.*restore a backup/;
    expect(() => pendingMigrations([one, two], [one])).toThrow(unknown);
    expect(() => pendingMigrations([one, two], [one, three])).toThrow(unknown);
    expect(() => pendingMigrations([one, two], [one])).toThrow(
      expect.objectContaining({ name: 'MigrationError' }),
    );
  });

  it('is not asked when a noted migration was edited', () => {
    expect(() => pendingMigrations([one, two], [one, { ...two, checksum: 'other' }])).toThrow(
      /migration 2 was edited after it had been applied/,
    );
  });
});
