import type { Database } from 'better-sqlite3';
import type { Script } from '#server/ledger/script.ts';
import { all } from './questions.ts';

/** All tables, those that others refer to before those that refer to them. A test holds the list and the schema together. */
export const copiedTables = [
  'webhook_events',
  'purchases',
  'purchase_lines',
  'code_batches',
  'activation_codes',
  'activation_code_unlocks',
  'redemptions',
  'imports',
  'import_entries',
  'grants',
  'grant_events',
  'payment_refunds',
  'payment_disputes',
  'order_attention',
  'withdrawals',
  'purchase_moves',
  'reconciliations',
  'operator_actions',
  'sessions',
  'account_erasures',
  'erased_accounts',
  'opened_checkouts',
] as const;

/** A value as both databases can say it: times as ISO 8601 text in UTC, yes and no as 1 and 0, bytes as hexadecimal text. */
export type CommonValue = string | number | null;

export interface Column {
  name: string;
  /** PostgreSQL's type of it. */
  type: string;
}

export interface Table {
  name: string;
  columns: Column[];
  /** Names of the primary key's columns, in its order. Rows are told by it, texts byte by byte. */
  key: string[];
}

/** What a table looks like: columns by the target, whose types say more, and the key by the source. */
export function* describeTable(source: Database, name: string): Script<Table> {
  const columns = yield* all<Column>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position`,
    name,
  );
  const key = source
    .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .all(name);
  return { name, columns, key: key.map((column) => column.name) };
}

/** Rows of the source from behind a key, in its order. */
export function sourceRows(
  source: Database,
  table: Table,
  after: CommonValue[] | null,
): Iterable<CommonValue[]> {
  const key = table.key.join(', ');
  const columns = table.columns.map(({ name, type }) => (type === 'bytea' ? `hex(${name})` : `"${name}"`));
  const places = table.key.map(() => '?').join(', ');
  const behind = after ? `WHERE (${key}) > (${places})` : '';
  const statement = source
    .prepare<CommonValue[], CommonValue[]>(
      `SELECT ${columns.join(', ')} FROM ${table.name} ${behind} ORDER BY ${key}`,
    )
    .raw();
  return mapped(statement.iterate(...(after ?? [])), (row) => sourceRow(table, row));
}

function* mapped<From, To>(items: Iterable<From>, change: (item: From) => To): Generator<To> {
  for (const item of items) yield change(item);
}

const isoLength = '2025-01-01T00:00:00.000Z'.length;

/** Times that were not written by the site itself may have another form. */
function sourceRow({ columns }: Table, row: CommonValue[]): CommonValue[] {
  columns.forEach(({ type }, index) => {
    const value = row[index];
    if (type.startsWith('timestamp') && typeof value === 'string' && value.length !== isoLength) {
      row[index] = new Date(value).toISOString();
    }
  });
  return row;
}

/** How PostgreSQL says a column in common values. */
export function targetColumn({ name, type }: Column): string {
  if (type.startsWith('timestamp')) {
    return `to_char("${name}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  }
  if (type === 'boolean') return `"${name}"::integer`;
  return type === 'bytea' ? `upper(encode("${name}", 'hex'))` : `"${name}"`;
}

/** The order of the key, the same as SQLite's: texts byte by byte, whatever language the database sorts in. */
export function targetOrder({ key, columns }: Table, direction: 'ASC' | 'DESC'): string {
  return key
    .map((name) => {
      const isText = columns.some((column) => column.name === name && column.type === 'text');
      return `"${name}"${isText ? ' COLLATE "C"' : ''} ${direction}`;
    })
    .join(', ');
}

/** A statement that writes rows given column by column, each as an array of common values. */
export function insertStatement({ name, columns }: Table): string {
  const said = columns.map(({ type }, index) => {
    if (type === 'bytea') return `decode(c${index}, 'hex')`;
    return type === 'boolean' ? `c${index} = 1` : `c${index}::${type}`;
  });
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${arrayTypeOf(type)}[]`);
  const names = columns.map((_, index) => `c${index}`);
  return `INSERT INTO ${name} (${columns.map((column) => `"${column.name}"`).join(', ')})
    SELECT ${said.join(', ')} FROM unnest(${arrays.join(', ')}) AS given (${names.join(', ')})`;
}

function arrayTypeOf(type: string): string {
  if (type === 'boolean') return 'integer';
  return type === 'bigint' || type === 'integer' ? type : 'text';
}
