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

/** A row as the invariants look at it: times as ISO 8601 text, yes and no as `true` and `false` or 1 and 0. */
export type Row = Record<string, unknown>;
export type TableName = (typeof copiedTables)[number];

/** What a story is played on: an empty shop's database, which outlives the processes that use it. */
export interface SimulatedDatabase {
  engine: 'sqlite' | 'postgres';
  /** The ledger as a process opens it. What a dead process had not committed is not in the database. */
  open(owner: Owner, pause: Pause, around: Surroundings): Ledger;
  /** Waited for after each event of a story; SQLite, which plays in one turn, has none. */
  rest?(around: Surroundings): Promise<void>;
  /** Keeps the database as it is now: a backup. @returns puts it back; no story on PostgreSQL does */
  keep?(): () => void;
  /** How much transactions had to do with each other so far. */
  meetings: Meetings;
  rows(table: TableName): Promise<Row[]>;
}

/** A database that is emptied for one story after the other, which is quicker than to make one for each. */
export interface ReusedDatabase {
  empty(): Promise<SimulatedDatabase>;
  close(): Promise<void>;
}

/** SQLite in memory: what a crash leaves of it is what was committed, because a transaction runs in one go. */
export function sqliteInMemory(): ReusedDatabase {
  const db = new Database(emptyDatabase());
  const prepare = db.prepare.bind(db);
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  // Every process prepares its statements anew; here they are those of the process before.
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

/** @returns puts the rows of all tables back as they are now */
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
