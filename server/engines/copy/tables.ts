// The tables that are copied from SQLite to PostgreSQL, in foreign key order.

import type { Database } from 'better-sqlite3';
import { type Reader, rowReader, text } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';

/** All tables, referenced tables before those that refer to them. The test beside this file compares the list with the schema. */
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
  'payment_fraud_warnings',
  'order_attention',
  'withdrawals',
  'void_withdrawals',
  'purchase_moves',
  'reconciliations',
  'operator_actions',
  'sessions',
  'known_devices',
  'account_erasures',
  'erased_accounts',
  'opened_checkouts',
  'claim_links',
  'gifts',
  'letters',
  'address_letters',
  'announced_releases',
  'mail_service',
  'write_probe',
] as const;

/**
 * A value in a form that both databases share: times as ISO 8601 text in UTC, booleans as 1 and 0, bytes as hexadecimal
 * text.
 */
type CommonValue = string | number | null;
export type CommonRow = Record<string, CommonValue>;

export interface Table {
  name: string;
  /** Reads the columns of either database, in the target's order. */
  shape: Record<string, Reader<CommonValue>>;
  /** The primary key's columns, in order. Rows are identified by it; texts are compared byte by byte. */
  key: string[];
  /** The key's ORDER BY in PostgreSQL, equal to SQLite's order whatever the database's collation. */
  order(direction: 'ASC' | 'DESC'): string;
  /** Rows as PostgreSQL's `json_populate_recordset` takes them. */
  toJson(rows: readonly CommonRow[]): string;
}

const columnsOf = query(
  `SELECT column_name AS name, data_type AS type FROM information_schema.columns
   WHERE table_schema = current_schema() AND table_name = ? ORDER BY ordinal_position`,
  { name: text, type: text },
);

/** A table's description: columns from the target, whose types are stricter, and the key from the source. */
export function* describeTable(source: Database, name: string): Script<Table> {
  const columns = yield* columnsOf.all(name);
  const types = new Map(columns.map((column) => [column.name, column.type]));
  const key = source
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .pluck()
    .all(name);
  const inJson = (column: string, value: unknown) =>
    types.get(column) === 'bytea' && value !== null ? `\\x${value}` : value;
  return {
    name,
    shape: Object.fromEntries(columns.map((column) => [column.name, commonReader(column.type)])),
    key,
    order: (direction) =>
      key
        .map((column) => `${column}${types.get(column) === 'text' ? ' COLLATE "C"' : ''} ${direction}`)
        .join(', '),
    toJson: (rows) => JSON.stringify(rows.map((row) => mapValues(row, inJson))),
  };
}

/** Times that the site did not write itself may be in another format. */
const commonReader =
  (type: string): Reader<CommonValue> =>
  (value) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString('hex').toUpperCase();
    if (value !== null && type.startsWith('timestamp')) return new Date(value as string | Date).toISOString();
    return typeof value === 'boolean' ? Number(value) : (value as CommonValue);
  };

const mapValues = (row: object, change: (key: string, value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, change(key, value)]));

/** Rows of the source after a key, in key order. */
export function* sourceRows(
  source: Database,
  { name, shape, key }: Table,
  after: CommonValue[],
): Generator<CommonRow> {
  const keys = key.join(', ');
  const behind = after.length > 0 ? `WHERE (${keys}) > (${after.map(() => '?').join(', ')})` : '';
  const statement = source.prepare<CommonValue[], object>(`SELECT * FROM ${name} ${behind} ORDER BY ${keys}`);
  const read = rowReader(shape);
  for (const row of statement.iterate(...after)) yield read(row);
}
