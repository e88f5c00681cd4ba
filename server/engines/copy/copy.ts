import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import type { Migration } from '#server/ledger/migration-files.ts';
import type { Script } from '#server/ledger/script.ts';
import { Refusal } from '#server/refusal.ts';
import type { Clock } from '#server/runtime.ts';
import { connectPostgres, type PostgresLedger } from '../postgres/ledger.ts';
import { migrate } from '../postgres/migrations.ts';
import { all, get, run } from './questions.ts';
import {
  type CommonValue,
  copiedTables,
  describeTable,
  insertStatement,
  sourceRows,
  type Table,
  targetColumn,
  targetOrder,
} from './tables.ts';

export interface CopyOptions {
  /** The SQLite file. */
  from: string;
  /** PostgreSQL's address. */
  to: string;
  /** PostgreSQL's migrations. */
  migrations: readonly Migration[];
  clock: Clock;
  onProgress(what: 'Copied' | 'Compared', rows: number, of: number): void;
}

export interface CopyReport {
  /** How many rows were there already, from a copy that was interrupted. */
  resumedAfter: number;
  /** Each with its rows and the SHA-256 of what they say, the same in both databases. */
  tables: { table: string; rows: number; checksum: string }[];
}

/** Rows that are written in one transaction: a copy that is interrupted goes on behind the last one. */
const rowsAtOnce = 5000;

/**
 * Copies the SQLite database into PostgreSQL: all of it as it is at one moment, and compared row by row in the end. What
 * an interrupted copy has written stays, and the next one goes on behind it; until it is whole, the target says so to
 * every site that would open it.
 * @throws {Refusal} when source or target are not as they have to be, or differ in the end; the message says what to do
 */
export async function copyDatabase(options: CopyOptions): Promise<CopyReport> {
  const source = new Database(options.from, { readonly: true, fileMustExist: true });
  const target = connectPostgres({
    url: options.to,
    limits: { statementMs: 0, lockMs: 0 },
    onLost: () => undefined,
  });
  try {
    // One moment of the source, for everything that is read from here on.
    source.exec('BEGIN');
    requireSameMigrations(source, options.migrations);
    let report: CopyReport | undefined;
    const ran = await target.asLeader('database copy', async () => {
      await prepareTarget(target, options);
      report = await copyAndCompare(source, target, options);
      await target.amend(() => run('DROP TABLE unfinished_copy'));
    });
    if (!ran || !report) throw new Refusal('forbidden', 'Another copy into this database is under way.');
    return report;
  } finally {
    source.close();
    await target.close();
  }
}

function requireSameMigrations(source: Database.Database, migrations: readonly Migration[]): void {
  const applied = source
    .prepare<[], string>('SELECT name FROM schema_migrations ORDER BY name')
    .pluck()
    .all();
  if (applied.join() === migrations.map(({ name }) => name).join()) return;
  throw new Refusal(
    'invalid_request',
    'The SQLite database is of another version. Start the site of this version on it once, stop it, and copy then.',
  );
}

/** Leaves a target that is migrated and marked as unfinished, and has nothing in it but what a copy wrote. */
async function prepareTarget(target: PostgresLedger, { migrations, clock }: CopyOptions): Promise<void> {
  const isOurs = await target.read(() =>
    get<{ name: string | null }>("SELECT to_regclass('unfinished_copy') AS name"),
  );
  if (isOurs?.name) return;
  await migrate(target.pool, migrations, clock);
  for (const table of copiedTables) {
    if (await target.read(() => get(`SELECT 1 FROM ${table} LIMIT 1`))) {
      throw new Refusal(
        'forbidden',
        `There is something in the target already (${table}). Name a database that is empty, or empty this one yourself.`,
      );
    }
  }
  await target.amend(() => run('CREATE TABLE unfinished_copy (started_at timestamptz NOT NULL)'));
}

async function copyAndCompare(
  source: Database.Database,
  target: PostgresLedger,
  { onProgress }: CopyOptions,
): Promise<CopyReport> {
  const counted = copiedTables.map((table) => rowsOf(source, table));
  const total = counted.reduce((sum, rows) => sum + rows, 0);
  const tables: Table[] = [];
  for (const name of copiedTables) tables.push(await target.read(() => describeTable(source, name)));
  let done = 0;
  for (const table of tables) done += await countOf(target, table);
  const resumedAfter = done;
  for (const table of tables) {
    await copyTable(source, target, table, (rows) => {
      done += rows;
      onProgress('Copied', done, total);
    });
  }
  const report: CopyReport = { resumedAfter, tables: [] };
  let compared = 0;
  for (const table of tables) {
    const ours = checksumOf(sourceRows(source, table, null));
    const theirs = await target.snapshot(() => targetChecksum(table));
    if (ours.rows !== theirs.rows || ours.checksum !== theirs.checksum) {
      throw new Refusal(
        'forbidden',
        `${table.name} differs: ${ours.rows} rows in SQLite, ${theirs.rows} in PostgreSQL, or what they say. ` +
          'Was the site running meanwhile? Stop it, empty the target (DROP SCHEMA public CASCADE; CREATE SCHEMA public) and copy again.',
      );
    }
    compared += ours.rows;
    onProgress('Compared', compared, total);
    report.tables.push({ table: table.name, ...ours });
  }
  return report;
}

function rowsOf(source: Database.Database, table: string): number {
  return source.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
}

async function countOf(target: PostgresLedger, { name }: Table): Promise<number> {
  const counted = await target.read(() => get<{ count: number }>(`SELECT count(*) AS count FROM ${name}`));
  return counted?.count ?? 0;
}

/** Rows are written in the order of their key, so the last one there says where to go on. */
async function copyTable(
  source: Database.Database,
  target: PostgresLedger,
  table: Table,
  onWritten: (rows: number) => void,
): Promise<void> {
  const keyColumns = table.columns.filter(({ name }) => table.key.includes(name));
  const last = await target.read(() =>
    get<Record<string, CommonValue>>(
      `SELECT ${keyColumns.map((column) => `${targetColumn(column)} AS "${column.name}"`).join(', ')}
       FROM ${table.name} ORDER BY ${targetOrder(table, 'DESC')} LIMIT 1`,
    ),
  );
  const after = last ? table.key.map((name) => last[name] ?? null) : null;
  const insert = insertStatement(table);
  let batch: CommonValue[][] = [];
  const write = async () => {
    const rows = batch;
    batch = [];
    const columns = table.columns.map((_, index) => rows.map((row) => row[index] ?? null));
    await target.write([], () => run(insert, ...columns));
    onWritten(rows.length);
  };
  for (const row of sourceRows(source, table, after)) {
    batch.push(row);
    if (batch.length === rowsAtOnce) await write();
  }
  if (batch.length > 0) await write();
  if (table.columns.some(({ name }) => name === 'id') && table.key.join() === 'id') {
    await target.amend(() =>
      run(
        `SELECT setval(sequence, (SELECT coalesce(max(id::bigint), 0) + 1 FROM ${table.name}), false)
         FROM pg_get_serial_sequence('${table.name}', 'id') AS sequence WHERE sequence IS NOT NULL`,
      ),
    );
  }
}

type Digest = { rows: number; checksum: string };

function checksumOf(rows: Iterable<CommonValue[]>): Digest {
  const hash = createHash('sha256');
  let count = 0;
  for (const row of rows) {
    hash.update(JSON.stringify(row));
    count += 1;
  }
  return { rows: count, checksum: hash.digest('hex') };
}

function* targetChecksum(table: Table): Script<Digest> {
  const columns = table.columns.map((column, index) => `${targetColumn(column)} AS c${index}`);
  // A name of its own: the statement that fetches is prepared, and tables have different columns.
  const cursor = `copied_${table.name}`;
  yield* run(
    `DECLARE ${cursor} NO SCROLL CURSOR FOR
     SELECT ${columns.join(', ')} FROM ${table.name} ORDER BY ${targetOrder(table, 'ASC')}`,
  );
  const hash = createHash('sha256');
  let count = 0;
  while (true) {
    const rows = yield* all<Record<string, CommonValue>>(`FETCH ${rowsAtOnce} FROM ${cursor}`);
    for (const row of rows) hash.update(JSON.stringify(Object.values(row)));
    count += rows.length;
    if (rows.length < rowsAtOnce) break;
  }
  yield* run(`CLOSE ${cursor}`);
  return { rows: count, checksum: hash.digest('hex') };
}
