import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '#server/engines/sqlite/migrations.ts';
import { readMigrations } from '#server/ledger/migration-files.ts';
import { askPostgres, newPostgresDatabase } from '#tests/support/postgres.ts';

/** A column in terms of both databases: `name text|integer|bytes`, and whether it is nullable. */
type Columns = Record<string, string>;
interface Schema {
  columns: Record<string, Columns>;
  /** `table (column, …)` of unique indexes and primary keys, without conditions. */
  unique: string[];
  /** `table (column) refers to table`. */
  references: string[];
}

/** Counts of requests are kept in PostgreSQL only: one process alone keeps them in its memory. */
const postgresOnly = ['request_counts'];

const logicalTypes: Readonly<Record<string, string>> = {
  TEXT: 'text',
  INTEGER: 'integer',
  BLOB: 'bytes',
  text: 'text',
  // SQLite has no type for times and for yes and no: they are text and 0 or 1 there.
  'timestamp with time zone': 'text',
  boolean: 'integer',
  bigint: 'integer',
  integer: 'integer',
  bytea: 'bytes',
};

function sqliteSchema(): Schema {
  const db = new Database(':memory:');
  migrate(db, readMigrations('migrations'), () => new Date());
  const rows = <Row>(sql: string, ...values: string[]) => db.prepare<string[], Row>(sql).all(...values);
  const schema: Schema = { columns: {}, unique: [], references: [] };
  for (const { name: table } of rows<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table'",
  )) {
    const columns = rows<{ name: string; type: string; notnull: number; pk: number }>(
      'SELECT name, type, "notnull", pk FROM pragma_table_info(?)',
      table,
    );
    schema.columns[table] = Object.fromEntries(
      columns.map(({ name, type, notnull, pk }) => [
        name,
        `${logicalTypes[type]}${notnull || pk ? '' : ', may be empty'}`,
      ]),
    );
    const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    schema.unique.push(`${table} (${key.map(({ name }) => name).join(', ')})`);
    for (const index of rows<{ name: string }>(
      `SELECT name FROM pragma_index_list(?) WHERE "unique" = 1 AND origin <> 'pk'`,
      table,
    )) {
      const parts = rows<{ name: string }>(
        'SELECT name FROM pragma_index_info(?) ORDER BY seqno',
        index.name,
      );
      schema.unique.push(`${table} (${parts.map(({ name }) => name).join(', ')})`);
    }
    for (const { from, to } of rows<{ from: string; to: string }>(
      'SELECT "from", "table" AS "to" FROM pragma_foreign_key_list(?)',
      table,
    )) {
      schema.references.push(`${table} (${from}) refers to ${to}`);
    }
  }
  db.close();
  return schema;
}

async function postgresSchema(): Promise<Schema> {
  const url = await newPostgresDatabase();
  const schema: Schema = { columns: {}, unique: [], references: [] };
  const columns = await askPostgres<{ table: string; name: string; type: string; nullable: boolean }>(
    url,
    `SELECT table_name AS table, column_name AS name, data_type AS type, is_nullable = 'YES' AS nullable
     FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  for (const { table, name, type, nullable } of columns) {
    if (postgresOnly.includes(table)) continue;
    schema.columns[table] ??= {};
    schema.columns[table][name] = `${logicalTypes[type]}${nullable ? ', may be empty' : ''}`;
  }
  const unique = await askPostgres<{ table: string; key: string }>(
    url,
    `SELECT indrelid::regclass::text AS table,
       (SELECT string_agg(attname, ', ' ORDER BY place)
        FROM unnest(indkey) WITH ORDINALITY AS part (number, place)
        JOIN pg_attribute ON attrelid = indrelid AND attnum = number) AS key
     FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
     WHERE indisunique AND relnamespace = 'public'::regnamespace`,
  );
  schema.unique = unique
    .filter(({ table }) => !postgresOnly.includes(table))
    .map(({ table, key }) => `${table} (${key})`);
  const references = await askPostgres<{ text: string }>(
    url,
    `SELECT conrelid::regclass || ' (' || attname || ') refers to ' || confrelid::regclass AS text
     FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1] WHERE contype = 'f'`,
  );
  schema.references = references.map(({ text }) => text);
  return schema;
}

it('The migrations for SQLite and for PostgreSQL have the same numbers and names', () => {
  const names = (directory: string) => readMigrations(directory).map(({ name }) => name);
  expect(names('migrations/postgres')).toEqual(names('migrations'));
});

it('Both databases end in the same schema: tables, columns, types, what may be empty, unique keys and references', async () => {
  const [sqlite, postgres] = [sqliteSchema(), await postgresSchema()];
  expect(Object.keys(sqlite.columns).length).toBeGreaterThan(15);
  expect(postgres.columns).toEqual(sqlite.columns);
  expect(postgres.unique.toSorted()).toEqual(sqlite.unique.toSorted());
  expect(postgres.references.toSorted()).toEqual(sqlite.references.toSorted());
});

it('Every check of SQLite that is not about yes and no holds in PostgreSQL too', async () => {
  const db = new Database(':memory:');
  migrate(db, readMigrations('migrations'), () => new Date());
  const tables = db.prepare<[], { name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'table'",
  );
  const counts = tables.all().map(({ name, sql }) => {
    const all = sql.match(/\bCHECK\b/g)?.length ?? 0;
    return [name, all - (sql.match(/IN \(0, 1\)/g)?.length ?? 0)] as const;
  });
  db.close();
  const url = await newPostgresDatabase();
  const checks = await askPostgres<{ table: string; count: string }>(
    url,
    `SELECT conrelid::regclass::text AS table, count(*) FROM pg_constraint WHERE contype = 'c' AND conrelid <> 0 GROUP BY 1`,
  );
  expect(Object.fromEntries(checks.map(({ table, count }) => [table, Number(count)]))).toEqual(
    Object.fromEntries(counts.filter(([, count]) => count > 0)),
  );
});
