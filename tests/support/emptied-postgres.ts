import { copiedTables } from '#server/engines/copy/tables.ts';

/**
 * Empties a database, which is much faster than creating one and filling its caches. TRUNCATE would create a new
 * file for every table and index, ten times as long.
 */
export const emptiedPostgres = [
  ...copiedTables.toReversed().map((table) => `DELETE FROM ${table}`),
  "SELECT setval(format('%I.%I', schemaname, sequencename), 1, false) FROM pg_sequences",
].join('; ');
