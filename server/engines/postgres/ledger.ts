// The PostgreSQL engine: connection pool, transactions, advisory locks, retries after deadlocks.

import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Ledger } from '#server/ledger/ledger.ts';
import { everyChange, readMigrations, type SchemaChanges } from '#server/ledger/migration-files.ts';
import type { NewRequestCounts } from '#server/ledger/request-counts.ts';
import { type Question, type Script, type Statement, type Value, withoutNul } from '#server/ledger/script.ts';
import type { Clock, Log } from '#server/runtime.ts';
import { SetUpFault } from '#server/set-up-fault.ts';
import {
  clientConfigsOf,
  type RotatingClient,
  rotatingClient,
  type SessionLimits,
  usualIdleInTransactionMs,
} from './connection.ts';
import { countsIn } from './counts.ts';
import { consequenceOf, faultOf, firstFaultOf, isUnusable } from './faults.ts';
import { backupElsewhere, inspectDatabase } from './inspection.ts';
import { beginWith, lockKey } from './locks.ts';
import { migrate } from './migrations.ts';

/** The PostgreSQL engine, with what only its start needs. */
export interface PostgresLedger extends Ledger {
  /** @param patience how long to retry while the server is down, in milliseconds; 0 means one attempt */
  ping(patience?: number): Promise<void>;
  pool: pg.Pool;
}

interface DatabaseOptions {
  url: string;
  limits: SessionLimits;
  /** Called when an idle connection breaks; the next call makes another one. */
  onLost: (error: Error) => void;
}

/** Most connections of one process. A shop of four processes stays well below PostgreSQL's usual hundred. */
const mostConnections = 10;
/** How long a call keeps retrying while the server is down or transactions deadlock. */
const patienceMs = 5000;
const firstPauseMs = 25;
const longestPauseMs = 500;

/**
 * Opens a connection pool.
 *
 * Transactions run at READ COMMITTED and take their locks before they read: advisory locks by name for what may have no
 * row yet (a payment, an account, an address), and `FOR NO KEY UPDATE` for existing rows. The second transaction waits,
 * and every statement after that sees what the first has committed. SERIALIZABLE would need no locks, but under
 * contention for one code, or load on tables that are still small, it aborts transactions again and again; waiting for a
 * lock gets each of them done once. When two transactions took row locks in different orders, PostgreSQL aborts one
 * (40P01), and it is retried here.
 */
export function connectPostgres({ url, limits, onLost }: DatabaseOptions): PostgresLedger {
  const configs = clientConfigsOf(url, limits);
  const pool = new pg.Pool({
    Client: rotatingClient(configs),
    max: mostConnections,
    idleTimeoutMillis: 30_000,
    // Connections are replaced now and then, so that they spread again over servers that came back.
    maxLifetimeSeconds: 3600,
    connectionTimeoutMillis: configs[0]?.connectionTimeoutMillis,
    verify: (client, done) => void prepare(client, configs.length > 1).then(() => done(), done),
  });
  pool.on('error', onLost);
  // A connection may also break between two statements of a transaction; the next statement then fails.
  pool.on('connect', (client) => void client.on('error', () => undefined));

  /**
   * Retries an attempt until it succeeds, fails for good, or the time is up. `settled` means that it must not be
   * repeated.
   */
  async function attempt<T>(
    use: (client: pg.PoolClient, settling: () => void) => Promise<T>,
    patience = patienceMs,
  ): Promise<T> {
    const until = performance.now() + patience;
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      let settled = false;
      try {
        const client = await pool.connect();
        let broken = false;
        try {
          return await use(client, () => {
            settled = true;
          });
        } catch (error) {
          broken = isUnusable(error);
          throw error;
        } finally {
          client.release(broken);
        }
      } catch (error) {
        const consequence = consequenceOf(error);
        const repeatable = !settled && (consequence === 'lost' || consequence === 'again');
        if (!repeatable || performance.now() + pause > until) throw faultOf(error);
        // Random jitter, so that calls that waited together do not come back together.
        await wait(pause * (0.5 + Math.random() / 2));
      }
    }
  }

  function inTransaction<T>(
    begin: string,
    use: (client: pg.PoolClient, settling: () => void) => Promise<T>,
  ): Promise<T> {
    return attempt(async (client, settling) => {
      try {
        await client.query(begin);
        const result = await use(client, settling);
        settling();
        await client.query('COMMIT');
        return result;
      } catch (error) {
        if (!isUnusable(error)) await client.query('ROLLBACK');
        throw error;
      }
    });
  }

  const transaction = <T>(begin: string, script: () => Script<T>) =>
    inTransaction(begin, (client) => play(client, script()));
  const alone = <T>(script: () => Script<T>) => attempt((client) => play(client, script()));
  const snapshot = <T>(script: () => Script<T>) =>
    transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', script);

  /**
   * Keeps a transaction of a leader open, by a statement now and then, while its work runs on other connections. When this
   * process or the connection is gone, without a word to the server, the server ends the transaction and frees its lock.
   */
  async function keepOpen<T>(
    client: pg.PoolClient,
    work: () => Promise<T>,
  ): Promise<PromiseSettledResult<T>> {
    const everyMs = (limits.idleInTransactionMs ?? usualIdleInTransactionMs) / 3;
    // A broken connection fails the COMMIT, too, and is told of there.
    const sign = () => client.query('SELECT 1').catch(() => undefined);
    let last: Promise<unknown> = Promise.resolve();
    const signs = setInterval(() => {
      last = last.then(sign);
    }, everyMs);
    const [result] = await Promise.allSettled([work()]);
    clearInterval(signs);
    await last;
    return result;
  }

  return {
    pool,
    read: alone,
    amend: alone,
    snapshot,
    write: (locks, script) => transaction(beginWith(locks), script),
    async asLeader(task, work) {
      // The lock of a transaction, not of a session: behind a pooler the next statement may be another session's.
      const outcome = await inTransaction(beginWith([]), async (client, settling) => {
        const { rows } = await client.query<{ free: boolean }>(
          'SELECT pg_try_advisory_xact_lock($1) AS free',
          [lockKey(task)],
        );
        settling();
        return rows[0]?.free ? keepOpen(client, work) : null;
      });
      // An error of the script itself is not a database fault.
      if (outcome?.status === 'rejected') throw outcome.reason;
      return outcome !== null;
    },
    ping: (patience = 0) => attempt(async (client) => void (await client.query('SELECT 1')), patience),
    tryRoom: () => inTransaction(littleMemory, async (client) => void (await client.query(muchAtOnce))),
    backup: backupElsewhere,
    inspect: () => snapshot(inspectDatabase),
    close: () => pool.end(),
  };
}

// 420 kB for a query that may use 64 kB of memory, PostgreSQL's least: the server puts them into a temporary file, for which the
// disk must have room. A table that is written needs a new block only now and then, and one that is emptied, for which the next
// block is always new, would have to wait for every backup.
const littleMemory = `${beginWith([])}; SET LOCAL work_mem = '64kB'`;
const muchAtOnce = 'SELECT count(*) FROM generate_series(1, 30000)';

/** Runs a script: awaits the result of each query before the next. */
async function play<T>(client: pg.ClientBase, script: Script<T>): Promise<T> {
  let step = script.next();
  while (!step.done) step = script.next(await answer(client, step.value));
  return step.value;
}

async function answer(client: pg.ClientBase, { statement, values, as }: Question): Promise<unknown> {
  const { rows, rowCount } = await client.query<object>({
    ...preparedAs(statement),
    values: values.map(bind),
  });
  if (as === 'run') return rowCount ?? 0;
  return as === 'get' ? rows[0] : rows;
}

/** The driver wants a `Buffer` for bytes, over the same memory; it converts everything else itself. */
function bind(value: Value): unknown {
  if (typeof value === 'string') return withoutNul(value);
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

const prepared: { name: string; text: string }[] = [];

/** A statement in PostgreSQL's dialect: its parameters are numbered. */
export function dialect(sql: string): string {
  let place = 0;
  return sql.replaceAll('?', () => {
    place += 1;
    return `$${place}`;
  });
}

/** A statement in PostgreSQL's dialect, and the name under which each connection prepares it once. */
function preparedAs({ number, sql }: Statement): { name: string; text: string } {
  const known = prepared[number];
  if (known) return known;
  const text = dialect(sql);
  // The name is a hash of the text, so that behind a connection pooler no two processes use one name for different
  // statements.
  const made = { name: hash('sha256', text).slice(0, 32), text };
  prepared[number] = made;
  return made;
}

/**
 * Makes a new connection ready. Times come in the style that the driver reads, whichever the role or the server is set to: by
 * a statement, because it gets through a pooler that takes no start-up parameters.
 * @param hasOthers whether there are other hosts: during a failover a standby may answer before it is promoted
 */
async function prepare(client: pg.PoolClient, hasOthers: boolean): Promise<void> {
  const { rows } = await client.query<{ in_hot_standby: string }>(
    `SELECT set_config('DateStyle', 'ISO', false), current_setting('in_hot_standby') AS in_hot_standby`,
  );
  if (!hasOthers || rows[0]?.in_hot_standby === 'off') return;
  (client as pg.ClientBase as RotatingClient).moveOn();
  throw Object.assign(new Error('The server is a standby'), { code: 'ECONNREFUSED' });
}

/** Time-outs for a statement and for a lock, for visitors and for operators at the command line, in milliseconds. */
const usualLimits = {
  site: { statementMs: 10_000, lockMs: 5000 },
  operator: { statementMs: 10 * 60_000, lockMs: 30_000 },
} as const;

/** How long the start waits for a database server that is starting too, and after how long it says so, in milliseconds. */
const startPatienceMs = 30_000;
const silentMs = 2000;

interface PostgresOptions {
  clock: Clock;
  log: Log;
  user: keyof typeof usualLimits;
  /** Time-outs instead of the user's; for tests. */
  limits?: SessionLimits;
  /** What may be done to its schema; everything when left out. */
  may?: SchemaChanges;
}

/**
 * The first query, which tests the connection.
 * @param patienceMs how long to wait for a server that does not answer, in milliseconds
 * @throws {DatabaseFault} when the server does not answer
 * @throws {SetUpFault} when it answers but refuses: a wrong password, a database that does not exist
 */
export async function meetServer(ledger: PostgresLedger, patienceMs = 0): Promise<void> {
  await ledger.ping(patienceMs).catch((error: unknown) => {
    throw firstFaultOf(error);
  });
}

/** Run by two connections, one after the other: a pooler that does not know of it gives both the same session of the server. */
const ofPooler = { name: 'pooler', text: 'SELECT 1' };

/**
 * Looks whether a database, and a pooler in front of it, can do what the shop needs. What they cannot would be found when something
 * is sold.
 * @throws {SetUpFault} when it does not hold every character
 * @throws {DatabaseFault} when prepared statements do not get through the pooler, or the server does not answer
 */
export async function assertFit({ pool }: Pick<PostgresLedger, 'pool'>): Promise<void> {
  const clients: pg.PoolClient[] = [];
  try {
    const first = await pool.connect();
    clients.push(first);
    clients.push(await pool.connect());
    for (const client of clients) await client.query(ofPooler);
    const { rows } = await first.query<{ server_encoding: string }>('SHOW server_encoding');
    const encoding = rows[0]?.server_encoding;
    if (encoding === 'UTF8') return;
    throw new SetUpFault(
      `The PostgreSQL database has the encoding ${encoding}, and no order could be recorded in it. Make one with "createdb --encoding=UTF8 --template=template0", and name that.`,
    );
  } catch (error) {
    throw faultOf(error);
  } finally {
    for (const client of clients) client.release();
  }
}

/**
 * Opens a database in PostgreSQL for an operator, without migrating it or looking which version it is of.
 * @throws as {@link meetServer}
 */
export async function openUnmigratedPostgres(url: string): Promise<Ledger> {
  const ledger = connectPostgres({ url, limits: usualLimits.operator, onLost: () => undefined });
  try {
    await meetServer(ledger);
  } catch (error) {
    await ledger.close();
    throw error;
  }
  return ledger;
}

/**
 * Opens the ledger in PostgreSQL: pool, migrations.
 * @param url as {@link clientConfigsOf} reads it
 * @param migrationsDirectory where the `NNNN_title.sql` files for PostgreSQL are
 * @throws {MigrationError} when database and migrations do not match
 * @throws as {@link meetServer} and {@link assertFit}
 */
export async function openPostgresLedger(
  url: string,
  migrationsDirectory: string,
  { clock, log, user, may = everyChange, limits = usualLimits[user] }: PostgresOptions,
): Promise<{ ledger: PostgresLedger; counts: NewRequestCounts }> {
  const onLost = (error: Error) => log.warn({ err: error }, 'a connection to the database broke');
  const ledger = connectPostgres({ url, limits, onLost });
  const onHeld = () =>
    log.warn({}, 'a migration waits for a table that is in use, by a backup perhaps; it goes on trying');
  const waiting = setTimeout(() => {
    log.warn({}, `PostgreSQL does not answer; it is tried for ${startPatienceMs / 1000} s`);
  }, silentMs);
  try {
    await meetServer(ledger, startPatienceMs).finally(() => clearTimeout(waiting));
    await assertFit(ledger);
    await migrate(ledger.pool, readMigrations(migrationsDirectory), clock, { may, onHeld });
  } catch (error) {
    await ledger.close();
    throw error;
  }
  return { ledger, counts: countsIn(ledger.pool) };
}
