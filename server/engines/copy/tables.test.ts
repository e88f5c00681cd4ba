import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { emptyDatabase } from '#tests/support/ledger-in-memory.ts';
import { copiedTables } from './tables.ts';

it('Every table of the schema is copied: a new one is added to copiedTables, after those it refers to', () => {
  const db = new Database(emptyDatabase());
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'schema_migrations'",
    )
    .pluck()
    .all();
  db.close();
  expect([...copiedTables].toSorted()).toEqual(tables.toSorted());
});
