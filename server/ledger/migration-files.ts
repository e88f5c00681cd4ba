// The files of migrations: names, order, checksums.

import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetUpFault } from '#server/set-up-fault.ts';

/** A migration as it lies in `migrations/`: `NNNN_title.sql`. */
export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the file, hexadecimal. */
  checksum: string;
}

/** The database and the migrations do not match; the message says what to do. */
export class MigrationError extends SetUpFault {
  override name = 'MigrationError';
}

/**
 * The migrations of a directory, in the order in which they are applied. Subfolders are ignored: PostgreSQL's migrations
 * are in one.
 * @throws {MigrationError} when a file is not named `NNNN_title.sql`, or two share or skip a number
 */
export function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
  names.forEach((name, index) => {
    if (!new RegExp(`^${String(index + 1).padStart(4, '0')}_[a-z0-9_]+\\.sql$`).test(name)) {
      throw new MigrationError(
        `${name} is out of place in the migrations: expected ${String(index + 1).padStart(4, '0')}_title.sql`,
      );
    }
  });
  return names.map((name) => {
    const sql = readFileSync(join(directory, name), 'utf8');
    return { name, sql, checksum: hash('sha256', sql) };
  });
}

/**
 * The error instead of creating a new database in the place of one that may have been lost, or that the settings do not name.
 * @param file which one, where it is a file
 */
export const missingDatabase = (file?: string) =>
  new MigrationError(
    `The database${file === undefined ? '' : ` ${file}`} is missing or empty, and none is made unasked. If it was lost, restore the ` +
      'newest backup, or see that DATA_DIR, DATABASE_FILE or DATABASE_URL is right. For a new shop run "database create" once, or ' +
      'start once with CREATE_DATABASE=yes.',
  );

/** What whoever opens a database may do to its schema. */
export interface SchemaChanges {
  /** An empty database may get all migrations. */
  create: boolean;
  /** One of an older version may get those that it lacks. */
  migrate: boolean;
}
export const everyChange: SchemaChanges = { create: true, migrate: true };

/**
 * The migrations that a database still lacks. Migrations only go forward, so a recorded one must still exist, unchanged.
 * @param applied those that the database has recorded, in order
 * @throws {MigrationError} when a recorded migration was edited, is missing, or is newer than this program, and when they may
 * not be applied
 */
export function pendingMigrations(
  applied: readonly Pick<Migration, 'name' | 'checksum'>[],
  migrations: readonly Migration[],
  may: SchemaChanges = everyChange,
): Migration[] {
  if (applied.length === 0 && !may.create) throw missingDatabase();
  applied.forEach((row, index) => {
    const known = migrations[index];
    if (known?.name !== row.name) {
      throw new MigrationError(
        `The database has the migration ${row.name}, which this version of the site does not have. ` +
          'Run the version that applied it, or restore a backup from before.',
      );
    }
    if (known.checksum !== row.checksum) {
      throw new MigrationError(
        `The migration ${row.name} was edited after it had been applied. Restore the file as it was and put the change into a new migration.`,
      );
    }
  });
  const pending = migrations.slice(applied.length);
  if (applied.length > 0 && pending.length > 0 && !may.migrate) {
    throw new MigrationError(
      `The database is of an older version of the site: it lacks the migration ${pending[0]?.name}. A site of this version brings it up to date when it starts; ` +
        'until then use the commands of the version that runs, "backup" as well, so that it can be started again.',
    );
  }
  return pending;
}
