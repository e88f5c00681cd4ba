// Migrations of the SQLite schema.

import type { Database } from 'better-sqlite3';
import {
  everyChange,
  type Migration,
  pendingMigrations,
  type SchemaChanges,
} from '#server/ledger/migration-files.ts';

/**
 * Migrates a database to the newest version: in order, all in one transaction, each recorded with its checksum in the
 * same database.
 * @returns the names applied now
 * @throws {MigrationError} when a recorded migration was edited, is missing, or is newer than this program
 */
export function migrate(
  db: Database,
  migrations: readonly Migration[],
  now: () => Date,
  may: SchemaChanges = everyChange,
): string[] {
  return db
    .transaction(() => {
      db.exec(
        `CREATE TABLE IF NOT EXISTS schema_migrations (
           name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT`,
      );
      const applied = db
        .prepare<[], { name: string; checksum: string }>(
          'SELECT name, checksum FROM schema_migrations ORDER BY name',
        )
        .all();
      const pending = pendingMigrations(applied, migrations, may);
      const note = db.prepare('INSERT INTO schema_migrations (name, checksum, applied_at) VALUES (?, ?, ?)');
      for (const migration of pending) {
        db.exec(migration.sql);
        note.run(migration.name, migration.checksum, now().toISOString());
      }
      return pending.map((migration) => migration.name);
    })
    .immediate();
}
