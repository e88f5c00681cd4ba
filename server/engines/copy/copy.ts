// Copies an SQLite database into PostgreSQL, and compares the two row by row.

import { createHash } from 'node:crypto';
import { setImmediate as nextTask } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Migration } from '#server/ledger/migration-files.ts';
import { flag, integer } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { Refusal } from '#server/refusal.ts';
import type { Clock } from '#server/runtime.ts';
import { assertFit, connectPostgres, meetServer, type PostgresLedger } from '../postgres/ledger.ts';
import { migrate } from '../postgres/migrations.ts';
import { type CommonRow, copiedTables, describeTable, sourceRows, type Table } from './tables.ts';

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
  /** How many rows an earlier, interrupted copy had written already. */
  resumedAfter: number;
  /** Each table with its number of rows and the SHA-256 of its content, the same in both databases. */
  tables: { table: string; rows: number; checksum: string }[];
}

/** Rows per transaction: an interrupted copy continues after the last one. */
const rowsAtOnce = 5000;

const isUnfinished = query("SELECT to_regclass('unfinished_copy') IS NOT NULL", flag);
const markUnfinished = command('CREATE TABLE unfinished_copy (started_at timestamptz NOT NULL)');
const markFinished = command('DROP TABLE unfinished_copy');
const countIn = (table: string) => query(`SELECT count(*) FROM ${table}`, integer);

/**
 * Copies the SQLite database into PostgreSQL: all of it as of one moment, and compared row by row at the end. Rows that
 * an interrupted copy has written stay, and the next one continues after them; until the copy is complete, the target is
 * marked as unfinished, so that no site opens it.
 * @throws {Refusal} when source or target are not as required, or differ in the end; the message says what to do
 * @throws as {@link meetServer} and {@link assertFit}
 */
export async function copyDatabase(options: CopyOptions): Promise<CopyReport> {
  const source = new Database(options.from, { readonly: true, fileMustExist: true });
  const target = connectPostgres({
    url: options.to,
    limits: { statementMs: 0, lockMs: 0 },
    onLost: () => undefined,
  });
  try {
    // One snapshot of the source for everything that is read from here on.
    source.exec('BEGIN');
    requireSameMigrations(source, options.migrations);
    await meetServer(target);
    await assertFit(target);
    let report: CopyReport | undefined;
    const ran = await target.asLeader('database copy', async () => {
      await prepareTarget(target, options);
      report = await copyAndCompare(source, target, options);
      await target.amend(() => markFinished.run());
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

/** Makes sure that the target is migrated and marked as unfinished, and contains only rows of an earlier copy. */
async function prepareTarget(target: PostgresLedger, { migrations, clock }: CopyOptions): Promise<void> {
  if (await target.read(() => isUnfinished.one())) return;
  await migrate(target.pool, migrations, clock);
  for (const table of copiedTables) {
    if ((await target.read(() => countIn(table).one())) > 0) {
      throw new Refusal(
        'forbidden',
        `There is something in the target already (${table}). Name a database that is empty, or empty this one yourself.`,
      );
    }
  }
  await target.amend(() => markUnfinished.run());
}

async function copyAndCompare(
  source: Database.Database,
  target: PostgresLedger,
  { onProgress }: CopyOptions,
): Promise<CopyReport> {
  const tables: Table[] = [];
  let total = 0;
  let done = 0;
  for (const name of copiedTables) {
    total += source.prepare<[], number>(`SELECT count(*) FROM ${name}`).pluck().get() ?? 0;
    done += await target.read(() => countIn(name).one());
    tables.push(await target.read(() => describeTable(source, name)));
  }
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
    const ours = await sourceDigest(source, table);
    const theirs = await target.snapshot(() => targetDigest(table));
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

/** Rows are written in key order, so the last one there says where to continue. */
async function copyTable(
  source: Database.Database,
  target: PostgresLedger,
  table: Table,
  onWritten: (rows: number) => void,
): Promise<void> {
  const { name, shape, key } = table;
  const newest = query(`SELECT {columns} FROM ${name} ORDER BY ${table.order('DESC')} LIMIT 1`, shape);
  const last = await target.read(() => newest.get());
  const insert = command(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, ?)`);
  let batch: CommonRow[] = [];
  const write = async () => {
    const rows = batch;
    batch = [];
    await target.write([], () => insert.run(table.toJson(rows)));
    onWritten(rows.length);
  };
  for (const row of sourceRows(source, table, last ? key.map((column) => last[column] ?? null) : [])) {
    batch.push(row);
    if (batch.length === rowsAtOnce) await write();
  }
  if (batch.length > 0) await write();
  if (key.join() === 'id' && 'id' in shape) {
    const goOn = command(
      `SELECT setval(sequence, (SELECT coalesce(max(id::bigint), 0) + 1 FROM ${name}), false)
       FROM pg_get_serial_sequence('${name}', 'id') AS sequence WHERE sequence IS NOT NULL`,
    );
    await target.amend(() => goOn.run());
  }
}

/** Counts rows and computes the SHA-256 of their content. */
function createDigest() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(row: CommonRow): void {
      hash.update(JSON.stringify(Object.values(row)));
      rows += 1;
    },
    end: () => ({ rows, checksum: hash.digest('hex') }),
  };
}

async function sourceDigest(source: Database.Database, table: Table) {
  const digest = createDigest();
  let rows = 0;
  for (const row of sourceRows(source, table, [])) {
    digest.add(row);
    rows += 1;
    // The leader's lock needs a sign of life now and then.
    if (rows % rowsAtOnce === 0) await nextTask();
  }
  return digest.end();
}

function* targetDigest({ name, shape, order }: Table): Script<{ rows: number; checksum: string }> {
  // A name of its own: the FETCH statement is prepared by name, and tables have different columns.
  const cursor = `copied_${name}`;
  const rows = `SELECT ${Object.keys(shape).join(', ')} FROM ${name} ORDER BY ${order('ASC')}`;
  yield* command(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${rows}`).run();
  const fetched = query(`FETCH ${rowsAtOnce} FROM ${cursor}`, shape);
  const digest = createDigest();
  for (let left = true; left; ) {
    const page = yield* fetched.all();
    for (const row of page) digest.add(row);
    left = page.length === rowsAtOnce;
  }
  yield* command(`CLOSE ${cursor}`).run();
  return digest.end();
}
