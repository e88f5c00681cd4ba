import { readMigrations } from '#server/ledger/migration-files.ts';
import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { NewSharedCounts } from '#server/ledger/shared-counts.ts';
import type { Clock, Log } from '#server/runtime.ts';
import { accountMethods } from './accounts.ts';
import { codeBatchMethods } from './code-batches.ts';
import { codeMethods } from './codes.ts';
import { countsIn } from './counts.ts';
import { customerMethods } from './customers.ts';
import { openPostgres, type PostgresDatabase } from './database.ts';
import { eventMethods } from './events.ts';
import { figureMethods } from './figures.ts';
import { grantMethods } from './grants.ts';
import { importMethods } from './imports.ts';
import { inspectionMethods } from './inspection.ts';
import { migrate } from './migrations.ts';
import { actionMethods } from './operator-actions.ts';
import { operatorOrderMethods } from './operator-orders.ts';
import { operatorMethods } from './operator-views.ts';
import { paymentFactMethods } from './order-life.ts';
import { purchaseMethods } from './purchases.ts';
import { withdrawalMethods } from './withdrawals.ts';

/** What a visitor waits for a statement and for a lock, and what an operator at the command line does, in milliseconds. */
const limits = {
  site: { statementMs: 10_000, lockMs: 5000 },
  operator: { statementMs: 10 * 60_000, lockMs: 30_000 },
} as const;

/**
 * Opens the store in PostgreSQL: pool, migrations.
 * @param url as {@link clientConfigsOf} reads it
 * @param migrationsDirectory where the `NNNN_title.sql` files for PostgreSQL lie
 * @throws {MigrationError} when database and migrations do not belong together
 * @throws {DatabaseFault} when the server does not answer
 */
export async function openPostgresStore(
  url: string,
  migrationsDirectory: string,
  { clock, log, user }: { clock: Clock; log: Log; user: keyof typeof limits },
): Promise<{ store: OperatorStore; counts: NewSharedCounts }> {
  const db = openPostgres({
    url,
    limits: limits[user],
    onLost: (error) => log.warn({ err: error }, 'a connection to the database broke'),
  });
  try {
    await db.ping(startPatienceMs);
    await migrate(db.pool, readMigrations(migrationsDirectory), clock);
  } catch (error) {
    await db.close();
    throw error;
  }
  return { store: createPostgresStore(db), counts: countsIn(db.pool) };
}

/** How long the start waits for a database server that starts at the same time, in milliseconds. */
const startPatienceMs = 30_000;

/** The store over a database that is open and migrated. */
export function createPostgresStore(db: PostgresDatabase): OperatorStore {
  return {
    ...purchaseMethods(db),
    ...paymentFactMethods(db),
    ...withdrawalMethods(db),
    ...eventMethods(db),
    ...operatorMethods(db),
    ...grantMethods(db),
    ...codeMethods(db),
    ...accountMethods(db),
    ...actionMethods(db),
    ...codeBatchMethods(db),
    ...importMethods(db),
    ...operatorOrderMethods(db),
    ...customerMethods(db),
    ...figureMethods(db),
    ...inspectionMethods(db),
    alone: db.alone,
    ping: () => db.ping(),
    close: () => db.close(),
  };
}
