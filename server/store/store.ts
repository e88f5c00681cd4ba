import type { Clock, Store } from '#server/domain/ports.ts';
import { accountMethods } from './accounts.ts';
import { openDatabase } from './database.ts';
import { grantMethods } from './grants.ts';
import { migrate, readMigrations } from './migrations.ts';
import { purchaseMethods } from './purchases.ts';

/**
 * Opens the store: database, migrations, prepared statements.
 * @param migrationsDirectory where the `NNNN_title.sql` files lie
 * @throws {MigrationError} when database and migrations do not belong together
 */
export function openStore(file: string, migrationsDirectory: string, clock: Clock): Store {
  const db = openDatabase(file);
  try {
    migrate(db, readMigrations(migrationsDirectory), clock);
  } catch (error) {
    db.close();
    throw error;
  }
  const one = db.prepare('SELECT 1 FROM schema_migrations LIMIT 1');
  return {
    ...purchaseMethods(db),
    ...grantMethods(db),
    ...accountMethods(db),
    ping: async () => void one.get(),
    close: () => void db.close(),
  };
}
