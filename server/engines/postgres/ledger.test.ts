import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { integer, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { SetUpFault } from '#server/set-up-fault.ts';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import { askPostgres, newPostgresDatabase } from '#tests/support/postgres.ts';
import { connectPostgres, openPostgresLedger, type PostgresLedger } from './ledger.ts';
import { lockKey } from './locks.ts';

const limits = { statementMs: 20_000, lockMs: 5000 };
let url: string;
let onLost: ReturnType<typeof vi.fn<(error: Error) => void>>;
let ledger: PostgresLedger;
const connect = (over: Partial<Parameters<typeof connectPostgres>[0]> = {}) => {
  const connected = connectPostgres({ url, limits, onLost, ...over });
  onTestFinished(() => connected.close());
  return connected;
};
beforeEach(async () => {
  url = await newPostgresDatabase('empty');
  await askPostgres(url, 'CREATE TABLE shelf (books integer NOT NULL)');
  await askPostgres(url, 'INSERT INTO shelf VALUES (0)');
  onLost = vi.fn();
  ledger = connectPostgres({ url, limits, onLost });
});
afterEach(() => ledger.close());

const books = query('SELECT books FROM shelf', { books: integer });
const setBooks = command('UPDATE shelf SET books = ?');
function* addOne(): Script<void> {
  const { books: before } = yield* books.one();
  yield* setBooks.run(before + 1);
}
const onTheShelf = async () => (await ledger.read(() => books.one())).books;

/** Takes a lock as another process would. @returns a function that lets go of it */
async function hold(name: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('SELECT pg_advisory_lock($1)', [lockKey(name)]);
  return () => client.end();
}
/** Waits until so many transactions of the database wait for a lock. */
const untilWaiting = (most: number) => {
  const waiting =
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'";
  return expect.poll(() => askPostgres(url, waiting)).toHaveLength(most);
};
/** Cuts every connection but the one that asks. */
const cut = () =>
  askPostgres(
    url,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );

describe('transactions of one lock', () => {
  it('are one after the other, each after what the one before has committed', async () => {
    await Promise.all(Array.from({ length: 10 }, () => ledger.write(['shelf'], addOne)));
    expect(await onTheShelf()).toBe(10);
  });

  it('see what the one before has committed, also in a database that is set to REPEATABLE READ', async () => {
    await askPostgres(
      url,
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_isolation = 'repeatable read'`,
    );
    const strict = connect();
    const letGo = await hold('shelf');
    // The second inserts nothing that collides with the first: only reading tells it.
    const ifAlone = command('INSERT INTO shelf SELECT 1 WHERE (SELECT count(*) FROM shelf) < 2');
    const both = [1, 2].map(() => strict.write(['shelf'], () => ifAlone.run()));
    await untilWaiting(2);
    await letGo();
    expect((await Promise.all(both)).toSorted()).toEqual([0, 1]);
  });

  it('that name their locks in another order do not wait for each other in a circle', async () => {
    // The server would end the circle after a second, by breaking one of them off.
    await askPostgres(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET deadlock_timeout = '60s'`);
    for (const first of ['a', 'b']) {
      const letGo = await hold(first);
      const both = [ledger.write(['a', 'b'], addOne), ledger.write(['b', 'a'], addOne)];
      await untilWaiting(2);
      await letGo();
      await Promise.all(both);
    }
    expect(await onTheShelf()).toBe(4);
  });

  it('that the server breaks off in favour of another one are made anew', async () => {
    await askPostgres(
      url,
      `CREATE SEQUENCE tries;
       CREATE FUNCTION clash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF nextval('tries') < 3 THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF;
         RETURN NEW; END $$;
       CREATE TRIGGER clash BEFORE UPDATE ON shelf FOR EACH ROW EXECUTE FUNCTION clash()`,
    );
    await ledger.write([], addOne);
    expect(await onTheShelf()).toBe(1);
  });
});

it('Room on the disk is tried with a file, because a row that is changed in its place needs none', async () => {
  await ledger.tryRoom();
  await askPostgres(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET temp_file_limit = 0`);
  const crowded = connect();
  await crowded.write([], addOne);
  await expect(crowded.tryRoom()).rejects.toMatchObject({ code: 'POSTGRES_53400', passing: false });
});

it('A snapshot sees one moment, whatever is committed between its queries', async () => {
  const wait = query('SELECT 1 AS done FROM (SELECT pg_advisory_xact_lock(?::bigint)) AS locked', {
    done: integer,
  });
  const letGo = await hold('reading');
  const seen = ledger.snapshot(function* () {
    const before = yield* books.one();
    yield* wait.one(lockKey('reading'));
    return [before, yield* books.one()];
  });
  await untilWaiting(1);
  await connect().write([], addOne);
  await letGo();
  expect(await seen).toEqual([{ books: 0 }, { books: 0 }]);
});

describe('a connection that breaks', () => {
  it('between two calls is told, and the next call has another one', async () => {
    await ledger.ping();
    await cut();
    await expect.poll(() => onLost.mock.calls).toHaveLength(1);
    expect(await onTheShelf()).toBe(0);
  });

  it('before the commit has the transaction made anew', async () => {
    let runs = 0;
    const suicide = query('SELECT 1 AS done FROM (SELECT pg_terminate_backend(pg_backend_pid())) AS gone', {
      done: integer,
    });
    await ledger.write([], function* () {
      yield* addOne();
      runs += 1;
      if (runs === 1) yield* suicide.one();
    });
    expect([runs, await onTheShelf()]).toEqual([2, 1]);
  });

  it('during the commit does not: nobody knows whether it was made', async () => {
    await askPostgres(
      url,
      `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
       CREATE CONSTRAINT TRIGGER die AFTER UPDATE ON shelf DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION die()`,
    );
    let runs = 0;
    const lost = ledger.write([], function* () {
      runs += 1;
      yield* addOne();
    });
    await expect(lost).rejects.toMatchObject({ name: 'DatabaseFault', passing: true });
    expect(runs).toBe(1);
  });
});

it('A connection whose server is silent is left, and nobody waits behind its statement', async () => {
  // The driver waits two seconds longer than the server's own limit, which this statement has lifted.
  const impatient = connect({ limits: { statementMs: 100, lockMs: 100 } });
  const unlimited = command('SET statement_timeout = 0');
  const sleep = query('SELECT 1 AS done FROM (SELECT pg_sleep(10)) AS slept', { done: integer });
  const stuck = impatient.amend(function* () {
    yield* unlimited.run();
    yield* sleep.one();
  });
  await expect(stuck).rejects.toMatchObject({ name: 'DatabaseFault', passing: true });
  await impatient.ping();
});

describe('the work of the leader', () => {
  const nothing = async () => undefined;

  it('is done by one process at a time, and then by any', async () => {
    const other = connect();
    const inside = await ledger.asLeader('reconciler', async () => {
      expect(await other.asLeader('reconciler', nothing)).toBe(false);
      expect(await other.asLeader('housekeeping', nothing)).toBe(true);
    });
    expect(inside).toBe(true);
    expect(await other.asLeader('reconciler', nothing)).toBe(true);
  });

  it('whose lock could not be asked for leaves no connection behind that takes no statement', async () => {
    // The first statement of the leader's transaction finds a function of this name before the system's.
    await askPostgres(
      url,
      `CREATE FUNCTION pg_try_advisory_xact_lock(bigint) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_sleep(10); RETURN true; END $$`,
    );
    await askPostgres(
      url,
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = public, pg_catalog`,
    );
    const slow = connect({ limits: { ...limits, statementMs: 300 } });
    await expect(slow.asLeader('reconciler', nothing)).rejects.toThrow();
    expect(await slow.read(() => books.one())).toEqual({ books: 0 });
  });

  it('is not done twice when the connection with its lock breaks, and another process may do it', async () => {
    const other = connect();
    let ran = 0;
    const broken = ledger.asLeader('reconciler', async () => {
      ran += 1;
      await cut();
      expect(await other.asLeader('reconciler', nothing)).toBe(true);
    });
    await expect(broken).rejects.toMatchObject({ name: 'DatabaseFault', passing: true });
    expect(ran).toBe(1);
  });
});

it('Times are read as they were written, whatever style of dates the database or the role is set to', async () => {
  await askPostgres(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET datestyle = 'German'`);
  const echo = query('SELECT CAST(? AS timestamptz) AS at', { at: time });
  const at = new Date('2026-02-01T12:00:00.123Z');
  expect(await connect().read(() => echo.one(at))).toEqual({ at });
});

describe('what is refused at the start', () => {
  const openAt = (address: string) =>
    openPostgresLedger(address, 'migrations/postgres', {
      clock: () => new Date(),
      log: silentLog,
      user: 'site',
    });

  it('is a database that cannot hold every character: no order could be recorded in it', async () => {
    const name = `latin_${randomUUID().replaceAll('-', '')}`;
    await askPostgres(
      url,
      `CREATE DATABASE ${name} ENCODING LATIN1 TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    const opened = openAt(url.replace(/[^/]+$/, name));
    await expect(opened).rejects.toThrow(SetUpFault);
    await expect(opened).rejects.toThrow(/has the encoding LATIN1, .+"createdb --encoding=UTF8/);
  });

  it('is a pooler that gives many connections one session and loses what they have prepared', async () => {
    const { hostname, port } = new URL(url);
    const upstream = connectTo(Number(port), hostname);
    let asking: Socket | undefined;
    upstream.on('data', (answer) => asking?.write(answer));
    const pooler = createServer((socket) => {
      const isFirst = asking === undefined;
      asking ??= socket;
      socket.on('error', () => undefined);
      socket.on('data', (message) => {
        const isEnd = message[0] === 'X'.charCodeAt(0);
        if (isEnd) return;
        // Only the first signs in at the server.
        if (!isFirst && message[0] === 0) {
          socket.write(messages(['R', Buffer.alloc(4)], ['Z', Buffer.from('I')]));
          return;
        }
        asking = socket;
        upstream.write(message);
      });
    });
    await once(pooler.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      pooler.close();
      upstream.destroy();
    });
    const opened = openAt(url.replace(`:${port}/`, `:${(pooler.address() as AddressInfo).port}/`));
    await expect(opened).rejects.toMatchObject({ code: 'POSTGRES_42P05', passing: false });
  });
});

describe('several hosts', () => {
  it('are tried until one answers, and a standby among them is none', async () => {
    const asked: string[] = [];
    const standby = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (message) => {
        // The start-up message has no type; everything after it is answered as the question for `in_hot_standby`.
        if (message[0] === 0) return socket.write(messages(['R', Buffer.alloc(4)], ['Z', Buffer.from('I')]));
        asked.push(message.toString('latin1'));
        const column = Buffer.concat([
          Buffer.from('in_hot_standby\0'),
          Buffer.from([0, 0, 0, 0, 0, 0]),
          int(25),
          Buffer.from([255, 255]),
          int(-1),
          Buffer.from([0, 0]),
        ]);
        const row = Buffer.concat([Buffer.from([0, 1]), int(2), Buffer.from('on')]);
        return socket.write(
          messages(
            ['T', Buffer.concat([Buffer.from([0, 1]), column])],
            ['D', row],
            ['C', Buffer.from('SHOW\0')],
            ['Z', Buffer.from('I')],
          ),
        );
      });
    });
    await once(standby.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void standby.close());
    const { port } = standby.address() as { port: number };
    const several = connect({ url: url.replace('@', `@127.0.0.1:${port},`) });
    expect(await several.read(() => books.one())).toEqual({ books: 0 });
    expect(asked.filter((message) => message.includes('in_hot_standby'))).not.toEqual([]);
    expect(asked.filter((message) => message.includes('shelf'))).toEqual([]);
  });
});

const int = (number: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(number);
  return bytes;
};
/** Messages of PostgreSQL's protocol: type, length, content. */
const messages = (...all: [type: string, content: Buffer][]) =>
  Buffer.concat(all.flatMap(([type, content]) => [Buffer.from(type), int(content.length + 4), content]));
