import type { Database } from 'better-sqlite3';
import { readMigrations } from '#server/ledger/migration-files.ts';
import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { Clock } from '#server/runtime.ts';
import { accountMethods } from './accounts.ts';
import { codeMethods } from './codes.ts';
import { openDatabase } from './database.ts';
import { eventMethods } from './events.ts';
import { grantMethods } from './grants.ts';
import { groupCommit } from './group-commit.ts';
import { migrate } from './migrations.ts';
import { operatorToolMethods } from './operator-store.ts';
import { operatorMethods } from './operator-views.ts';
import { paymentFactMethods } from './order-life.ts';
import { purchaseMethods } from './purchases.ts';
import { withdrawalMethods } from './withdrawals.ts';

/**
 * Opens the store: database, migrations, prepared statements.
 * @param migrationsDirectory where the `NNNN_title.sql` files lie
 * @param busyTimeoutMs how long to wait for another writer; short by default, because the wait stops the whole server
 * @throws {MigrationError} when database and migrations do not belong together
 */
export function openSqliteStore(
  file: string,
  migrationsDirectory: string,
  clock: Clock,
  busyTimeoutMs?: number,
): OperatorStore {
  const db = openDatabase(file, busyTimeoutMs);
  try {
    migrate(db, readMigrations(migrationsDirectory), clock);
  } catch (error) {
    db.close();
    throw error;
  }
  return createStore(db);
}

/** The store over a database that is open and migrated. */
export function createStore(db: Database): OperatorStore {
  // What buyers do comes in floods and shares commits; what operators do is rare.
  const commits = groupCommit(db);
  const one = db.prepare('SELECT 1 FROM schema_migrations LIMIT 1');
  return {
    ...purchaseMethods(db, commits),
    ...paymentFactMethods(db, commits),
    ...withdrawalMethods(db, commits),
    ...eventMethods(db, commits),
    ...operatorMethods(db),
    ...grantMethods(db, commits),
    ...codeMethods(db, commits),
    ...accountMethods(db, commits),
    ...operatorToolMethods(db),
    // One file, one site.
    alone: async (_task, work) => {
      await work();
      return true;
    },
    ping: async () => void one.get(),
    close: async () => {
      commits.flush();
      db.close();
    },
  };
}
