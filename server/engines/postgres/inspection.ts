// The database as operators see it, in PostgreSQL.

import type { DatabaseReport } from '#server/ledger/ledger.ts';
import { integer, nullable, text, time } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { Refusal } from '#server/refusal.ts';

/** Backups of PostgreSQL are made with its own tools. @throws {Refusal} always, saying what to do instead */
export async function backupElsewhere(): Promise<never> {
  throw new Refusal(
    'invalid_request',
    'The data is in PostgreSQL: back it up with pg_dump, or by the continuous archive of whoever runs it (docs/postgresql.md).',
  );
}

const unsoundParts = query(
  `SELECT 'The index ' || indexrelid::regclass || ' is not valid' FROM pg_index
     JOIN pg_class ON pg_class.oid = indexrelid
     WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace
   UNION ALL SELECT 'The constraint ' || conname || ' was not checked' FROM pg_constraint
     WHERE NOT convalidated AND connamespace = current_schema()::regnamespace`,
  text,
);
const appliedMigrations = query('SELECT name FROM schema_migrations ORDER BY name COLLATE "C"', text);
const rowCounts = query(
  `SELECT (SELECT count(*) FROM purchases) AS purchases, (SELECT count(*) FROM grants) AS grants,
     (SELECT count(*) FROM activation_codes) AS codes,
     (SELECT max(recorded_at) FROM purchases) AS newest_purchase,
     pg_database_size(current_database()) AS bytes`,
  { purchases: integer, grants: integer, codes: integer, newestPurchase: nullable(time), bytes: integer },
);

/** Inspects the database: integrity, migrations, counts. */
export function* inspectDatabase(): Script<DatabaseReport> {
  return {
    ...(yield* rowCounts.one()),
    faults: yield* unsoundParts.all(),
    migrations: yield* appliedMigrations.all(),
  };
}
