import Database from 'better-sqlite3';
import { copiedTables } from '#server/engines/copy/tables.ts';
import { openPostgresLedger } from '#server/engines/postgres/ledger.ts';
import { createSqliteLedger } from '#server/engines/sqlite/ledger.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { emptiedPostgres } from '#tests/support/emptied-postgres.ts';
import { emptyDatabase } from '#tests/support/ledger-in-memory.ts';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import { type Meetings, noMeetings, OpenTransactions } from './open-transactions.ts';
import type { Pause, Surroundings } from './surroundings.ts';
import type { Owner } from './virtual-time.ts';

/** A row as the invariants read it: times as ISO 8601 text, booleans as `true` and `false` or 1 and 0. */
export type Row = Record<string, unknown>;
export type TableName = (typeof copiedTables)[number];

/** The database of a story: an empty shop's, which outlives the processes that use it. */
export interface SimulatedDatabase {
  engine: 'sqlite' | 'postgres';
  /** Opens the ledger for a process. Uncommitted work of a killed process is not in the database. */
  open(owner: Owner, pause: Pause, around: Surroundings): Ledger;
  /** Awaited after each event of a story; not needed for SQLite, whose transactions run synchronously. */
  rest?(around: Surroundings): Promise<void>;
  /** Makes a backup of the database. @returns a function that restores it; not used by stories on PostgreSQL */
  keep?(): () => void;
  /** How often transactions have conflicted so far. */
  meetings: Meetings;
  rows(table: TableName): Promise<Row[]>;
}

/** A database that is emptied between stories, which is quicker than creating a new one. */
export interface ReusedDatabase {
  empty(): Promise<SimulatedDatabase>;
  close(): Promise<void>;
}

/** SQLite in memory: after a crash it contains what was committed, because a transaction runs synchronously. */
export function sqliteInMemory(): ReusedDatabase {
  const db = new Database(emptyDatabase());
  const prepare = db.prepare.bind(db);
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  // A real process prepares its statements anew; here they are reused.
  db.prepare = ((sql: string) => {
    const known = prepared.get(sql) ?? prepare(sql);
    prepared.set(sql, known);
    return known;
  }) as typeof db.prepare;
  return {
    async empty() {
      db.pragma('foreign_keys = OFF');
      for (const table of copiedTables) db.prepare(`DELETE FROM ${table}`).run();
      db.pragma('foreign_keys = ON');
      return {
        engine: 'sqlite',
        open: () => createSqliteLedger(db),
        keep: () => keepRows(db),
        meetings: noMeetings(),
        rows: async (table) => db.prepare(`SELECT * FROM ${table}`).all() as Row[],
      };
    },
    close: async () => void db.close(),
  };
}

/** @returns a function that restores the present rows of all tables */
function keepRows(db: Database.Database): () => void {
  const kept = copiedTables.map(
    (table) => [table, db.prepare(`SELECT * FROM ${table}`).all() as Row[]] as const,
  );
  return () => {
    db.pragma('foreign_keys = OFF');
    for (const [table, rows] of kept) {
      db.prepare(`DELETE FROM ${table}`).run();
      for (const row of rows) {
        const columns = Object.keys(row);
        const places = columns.map(() => '?').join();
        db.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${places})`).run(Object.values(row));
      }
    }
    db.pragma('foreign_keys = ON');
  };
}

/** A PostgreSQL database that is used for one story after the other. @param url of a database that is empty or migrated */
export async function postgresAt(url: string): Promise<ReusedDatabase> {
  const options = { clock: () => new Date(), log: silentLog, user: 'site' } as const;
  const { ledger } = await openPostgresLedger(url, 'migrations/postgres', options);
  const transactions = new OpenTransactions(url, ledger.pool);
  return {
    async empty() {
      await transactions.clear();
      await ledger.pool.query(emptiedPostgres);
      return {
        engine: 'postgres',
        open: (...opening) => transactions.open(...opening),
        rest: (around) => transactions.rest(around),
        meetings: transactions.meetings,
        async rows(table) {
          const { rows } = await ledger.pool.query<Row>(`SELECT * FROM ${table}`);
          return rows.map((row) => JSON.parse(JSON.stringify(row)) as Row);
        },
      };
    },
    async close() {
      await transactions.close();
      await ledger.close();
    },
  };
}
