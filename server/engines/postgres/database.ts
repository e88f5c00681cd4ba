import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { clientConfigsOf, type RotatingClient, rotatingClient, type SessionLimits } from './connection.ts';
import { consequenceOf, faultOf, isUnusable } from './faults.ts';

/** Statements with `$1`, `$2`, …; each text is prepared once a connection, under a name made of it. */
export interface Queries {
  all<Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]>;
  get<Row extends object>(sql: string, ...values: unknown[]): Promise<Row | undefined>;
  /** Outside of a transaction it may run twice when the line breaks, so there it must be idempotent. @returns how many rows it wrote */
  run(sql: string, ...values: unknown[]): Promise<number>;
}

export interface PostgresDatabase extends Queries {
  /** Several questions about one and the same state of the database. */
  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * A transaction. It begins when nobody else is in one with any of the same names; `work` may run several times, so
   * it must do nothing but ask the database.
   */
  write<T>(names: readonly string[], work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Runs work that one process at a time should do. @returns false when another one is at it */
  alone(task: string, work: () => Promise<void>): Promise<boolean>;
  /** @param patience how long to go on asking a server that is away, in milliseconds; at first no longer than once */
  ping(patience?: number): Promise<void>;
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  limits: SessionLimits;
  /** Told when a connection that nobody uses breaks; the next call makes another one. */
  onLost: (error: Error) => void;
}

/** Most connections of one process. A shop of four processes stays well below PostgreSQL's usual hundred. */
const mostConnections = 10;
/** How long a call goes on trying while the server is away or transactions stand in each other's way. */
const patienceMs = 5000;
const firstPauseMs = 25;
const longestPauseMs = 500;

/**
 * Opens a pool of connections.
 *
 * Transactions run at READ COMMITTED and take their locks before they look: advisory locks by name for what may have no
 * row yet (a payment, an account, an address), and `FOR NO KEY UPDATE` for a row that is there. Whoever comes second
 * waits, and every statement after that sees all that the first has committed. SERIALIZABLE would need no locks, but
 * it answers a rush on one code, or a storm on tables that are still small, with aborted transactions that have to be
 * tried again and again; a queue gets each of them done once. Two that took row locks in different orders are parted by
 * PostgreSQL (40P01), and the loser is done again here.
 */
export function openPostgres({ url, limits, onLost }: DatabaseOptions): PostgresDatabase {
  const configs = clientConfigsOf(url, limits);
  const pool = new pg.Pool({
    Client: rotatingClient(configs),
    max: mostConnections,
    idleTimeoutMillis: 30_000,
    // Connections are made anew now and then, so that they spread again over servers that came back.
    maxLifetimeSeconds: 3600,
    connectionTimeoutMillis: configs[0]?.connectionTimeoutMillis,
    ...(configs.length > 1 && { verify: refuseStandby }),
  });
  pool.on('error', onLost);
  // A connection may also break between two statements of a transaction: the next statement says so.
  pool.on('connect', (client) => void client.on('error', () => undefined));

  /** Runs an attempt until it succeeds, fails for good, or patience ends. `settled` tells that it cannot be repeated. */
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
        // By chance shorter, so that those who waited together do not come back together.
        await wait(pause * (0.5 + Math.random() / 2));
      }
    }
  }

  const single = <T>(ask: (queries: Queries) => Promise<T>) => attempt((client) => ask(queriesOn(client)));

  function transaction<T>(begin: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    return attempt(async (client, settling) => {
      try {
        await client.query(begin);
        const result = await work(queriesOn(client));
        settling();
        await client.query('COMMIT');
        return result;
      } catch (error) {
        if (!isUnusable(error)) await client.query('ROLLBACK');
        throw error;
      }
    });
  }

  return {
    pool,
    all: (sql, ...values) => single((queries) => queries.all(sql, ...values)),
    get: (sql, ...values) => single((queries) => queries.get(sql, ...values)),
    run: (sql, ...values) => single((queries) => queries.run(sql, ...values)),
    snapshot: (work) => transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work),
    write: (names, work) => transaction(beginWith(names), work),
    async alone(task, work) {
      const outcome = await attempt(async (client, settling) => {
        const key = [lockKey(task)];
        const { rows } = await client.query<{ free: boolean }>(
          'SELECT pg_try_advisory_lock($1) AS free',
          key,
        );
        if (!rows[0]?.free) return null;
        settling();
        const [result] = await Promise.allSettled([work()]);
        await client.query('SELECT pg_advisory_unlock($1)', key);
        return result;
      });
      // What the work itself says is no fault of the database.
      if (outcome?.status === 'rejected') throw outcome.reason;
      return outcome !== null;
    },
    ping: (patience = 0) => attempt(async (client) => void (await client.query('SELECT 1')), patience),
    close: () => pool.end(),
  };
}

/** The statements of a transaction that somebody else began. */
function queriesOn(client: pg.ClientBase): Queries {
  const ask = (sql: string, values: unknown[]) =>
    client.query<object>({ name: statementName(sql), text: sql, values });
  return {
    all: async <Row>(sql: string, ...values: unknown[]) => (await ask(sql, values)).rows as Row[],
    get: async <Row>(sql: string, ...values: unknown[]) =>
      (await ask(sql, values)).rows[0] as Row | undefined,
    run: async (sql, ...values) => (await ask(sql, values)).rowCount ?? 0,
  };
}

const statementNames = new Map<string, string>();

/** PostgreSQL cuts names off at 63 bytes. There are as many as statements in this folder, so they need no bound. */
function statementName(sql: string): string {
  let name = statementNames.get(sql);
  if (name === undefined) {
    name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
    statementNames.set(sql, name);
  }
  return name;
}

/** Begins and takes the locks in one round trip, in an order that is the same for all, so that none waits in a circle. */
function beginWith(names: readonly string[]): string {
  const keys = [...new Set(names)].map(lockKey).toSorted();
  if (keys.length === 0) return 'BEGIN';
  return `BEGIN; SELECT ${keys.map((key) => `pg_advisory_xact_lock(${key})`).join(', ')}`;
}

/** A name as PostgreSQL's advisory locks want it, a signed number of 64 bits. */
export function lockKey(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}

/** During a failover a standby may answer before it is promoted. */
function refuseStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
  client.query<{ in_hot_standby: string }>('SHOW in_hot_standby').then(({ rows }) => {
    if (rows[0]?.in_hot_standby === 'off') return done();
    (client as pg.ClientBase as RotatingClient).moveOn();
    const standby = new Error('The server is a standby');
    done(Object.assign(standby, { code: 'ECONNREFUSED' }));
  }, done);
}
