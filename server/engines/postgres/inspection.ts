import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { DatabaseReport } from '#server/operating/records.ts';
import { Refusal } from '#server/refusal.ts';
import type { PostgresDatabase } from './database.ts';

/** A look at the database from within; copies of it are PostgreSQL's own business. */
export function inspectionMethods(db: PostgresDatabase): Pick<OperatorStore, 'backup' | 'inspect'> {
  return {
    backup: async () => {
      throw new Refusal(
        'invalid_request',
        'The data is in PostgreSQL: back it up with pg_dump, or by the continuous archive of whoever runs it (docs/operations.md).',
      );
    },
    inspect: () =>
      db.snapshot(async (queries) => {
        const unsound = await queries.all<{ what: string }>(
          `SELECT 'The index ' || indexrelid::regclass || ' is not valid' AS what FROM pg_index
             JOIN pg_class ON pg_class.oid = indexrelid
             WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace
           UNION ALL SELECT 'The constraint ' || conname || ' was not checked' FROM pg_constraint
             WHERE NOT convalidated AND connamespace = current_schema()::regnamespace`,
        );
        const migrations = await queries.all<{ name: string }>(
          'SELECT name FROM schema_migrations ORDER BY name COLLATE "C"',
        );
        const counts = await queries.get<Omit<DatabaseReport, 'faults' | 'migrations'>>(
          `SELECT (SELECT count(*) FROM purchases) AS purchases, (SELECT count(*) FROM grants) AS grants,
             (SELECT count(*) FROM activation_codes) AS codes,
             (SELECT max(recorded_at) FROM purchases) AS "newestPurchase",
             pg_database_size(current_database()) AS bytes`,
        );
        if (!counts) throw new Error('The database counted nothing');
        return {
          ...counts,
          faults: unsound.map(({ what }) => what),
          migrations: migrations.map(({ name }) => name),
        };
      }),
  };
}
