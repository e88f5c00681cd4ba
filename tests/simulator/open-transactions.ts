// Concurrent transactions on PostgreSQL: after each statement the seed decides which one continues.

import pg from 'pg';
import { clientConfigsOf } from '#server/engines/postgres/connection.ts';
import { connectPostgres } from '#server/engines/postgres/ledger.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Dice } from './chance.ts';
import type { Pause, Surroundings } from './surroundings.ts';
import type { Owner } from './virtual-time.ts';

/** How often transactions conflicted in a story. */
export interface Meetings {
  transactions: number;
  /** Transactions that were open at the same time as another one. */
  overlapped: number;
  /** Statements that waited for a lock of another transaction. */
  blocked: number;
  /** Transactions that were restarted to resolve a deadlock. */
  givenUp: number;
}
export const noMeetings = (): Meetings => ({ transactions: 0, overlapped: 0, blocked: 0, givenUp: 0 });

/** A pending statement. */
interface Asked {
  question: string | pg.QueryConfig;
  resolve(result: pg.QueryResult): void;
  reject(error: unknown): void;
  /** Settles with the server's answer; undefined until it is sent. */
  answered?: Promise<void>;
  /** Passes the answer to the caller; undefined until there is one. */
  tell?: () => void;
  /** What it waits for while it is blocked. */
  wait?: Wait | undefined;
  wasBlocked?: true;
  isVictim?: true;
}

/** A connection from `connect` to `release`: one transaction, or statements without one. */
interface Seat {
  owner: Owner;
  line?: { client: pg.Client; pid: number };
  asked?: Asked | undefined;
  /** What has already been counted of it. */
  counted?: 'open' | 'overlapped';
}

/** The share of slow statements, and their longest delay in milliseconds, so that transactions overlap. */
const slowPercent = 30;
const slowMs = 300;
/** How long an answer is waited for before the server is asked whether the statement is blocked, in milliseconds. */
const quickMs = 3;
/** How often the server is asked before a simulation that does not settle is aborted. */
const mostRounds = 5000;
// Real time must not decide anything: no statement times out, and deadlocks are resolved here.
const noLimits = { statementMs: 0, lockMs: 0 };
const sessionOptions = { idle_in_transaction_session_timeout: 0, options: '-c deadlock_timeout=1h' };

const waits = `SELECT pid, locktype, waitstart::text AS since, pg_blocking_pids(pid) AS by FROM pg_locks
  WHERE NOT granted AND waitstart IS NOT NULL AND pid = ANY($1)`;
/** A lock that a backend waits for, and the backends it waits behind. */
interface Wait {
  pid: number;
  locktype: string;
  since: string;
  by: number[];
}

/** The transactions of successive stories, with their connections. */
export class OpenTransactions {
  meetings = noMeetings();
  readonly #url: string;
  readonly #monitor: pg.Pool;
  readonly #seats = new Set<Seat>();
  readonly #free: NonNullable<Seat['line']>[] = [];
  #fault: Error | null = null;

  /** @param monitor the connection for asking the server about the others */
  constructor(url: string, monitor: pg.Pool) {
    this.#url = url;
    this.#monitor = monitor;
  }

  /** Opens a process's ledger: the real one, over connections that pause before each statement. */
  open(owner: Owner, pause: Pause, { dice }: Surroundings): Ledger {
    const connect = async () => {
      const seat: Seat = { owner };
      this.#seats.add(seat);
      const ask = async (question: Asked['question']): Promise<pg.QueryResult> => {
        const isSlow = dice.percent('slow statement', slowPercent);
        await pause(dice.between('statement', 0, isSlow ? slowMs : 2));
        return new Promise((resolve, reject) => {
          seat.asked = { question, resolve, reject };
        });
      };
      return {
        async query(question: Asked['question']) {
          const [first = question, ...others] = typeof question === 'string' ? oneLockEach(question) : [];
          let result = await ask(first);
          for (const other of others) result = await ask(other);
          return result;
        },
        release: () => {
          this.#seats.delete(seat);
          if (seat.line) this.#free.push(seat.line);
        },
      };
    };
    const ledger = connectPostgres({ url: this.#url, limits: noLimits, onLost: () => undefined });
    Object.assign(ledger.pool, { connect });
    return ledger;
  }

  /**
   * Sends the pending statements, and waits until each is answered or waits for a transaction that must be continued
   * first. Answers are delivered in virtual time, so the seed decides their order.
   */
  async rest({ time, dice }: Surroundings): Promise<void> {
    for (const seat of this.#seats) if (!seat.owner.alive) await this.#cut(seat);
    await this.#calm(dice);
    for (const seat of this.#seats) {
      if (!seat.asked || seat.asked.answered) continue;
      await this.#send(seat, seat.asked);
      await this.#calm(dice);
    }
    if (this.#fault) throw this.#fault;
    for (const seat of this.#seats) {
      const tell = seat.asked?.tell;
      if (!tell) continue;
      seat.asked = undefined;
      time.after(0, tell, seat.owner);
    }
  }

  /** Closes what a story has left open. */
  async clear(): Promise<void> {
    for (const seat of this.#seats) await this.#cut(seat);
    this.#fault = null;
    this.meetings = noMeetings();
  }

  async close(): Promise<void> {
    await this.clear();
    for (const { client } of this.#free) await client.end();
  }

  /** Closes a connection as when its process is killed. Afterwards the server has rolled the transaction back. */
  async #cut(seat: Seat): Promise<void> {
    this.#unpark();
    this.#seats.delete(seat);
    if (seat.line) await this.#monitor.query('SELECT pg_terminate_backend($1, 5000)', [seat.line.pid]);
  }

  async #connect(): Promise<NonNullable<Seat['line']>> {
    const client = new pg.Client({ ...clientConfigsOf(this.#url, noLimits)[0], ...sessionOptions });
    // It is closed while the killed process still uses it.
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return { client, pid: rows[0]?.pid ?? 0 };
  }

  async #send(seat: Seat, asked: Asked): Promise<void> {
    seat.line ??= this.#free.pop() ?? (await this.#connect());
    const { client } = seat.line;
    const came = (tell: () => void, isError: boolean) => {
      // The answer to whoever released its lock may come later, but somebody must have released one.
      if (asked.wait && this.#unanswered().every((one) => one.asked?.wait))
        this.#fault ??= new Error('A statement went on that was thought to be blocked');
      asked.tell = tell;
      this.#count(seat);
      // Locks are released at the end of a transaction, or of a statement without one, and by an error.
      if (isError || !isOpen(seat)) this.#unpark();
    };
    asked.answered = client.query(asked.question).then(
      (result) => came(() => asked.resolve(result), false),
      async (error: unknown) => {
        // The server reports an error before it releases the locks; its next answer comes after both.
        await client.query('').catch(() => undefined);
        const deadlock = { code: '40P01', message: 'deadlock detected' };
        came(() => asked.reject(asked.isVictim ? Object.assign(error as Error, deadlock) : error), true);
      },
    );
  }

  #count(seat: Seat): void {
    if (!isOpen(seat)) return;
    if (!seat.counted) this.meetings.transactions += 1;
    seat.counted ??= 'open';
    const open = [...this.#seats].filter(isOpen);
    for (const one of open.length > 1 ? open : []) {
      if (one.counted !== 'overlapped') this.meetings.overlapped += 1;
      one.counted = 'overlapped';
    }
  }

  #unpark(): void {
    for (const { asked } of this.#seats) if (asked) asked.wait = undefined;
  }

  /** Waits until every statement is answered or waits for one that can continue. */
  async #calm(dice: Dice): Promise<void> {
    await this.#answers();
    for (let victim = this.#victim(dice); victim; victim = this.#victim(dice)) await this.#giveUp(victim);
  }

  readonly #unanswered = () => [...this.#seats].filter(({ asked }) => asked?.answered && !asked.tell);

  /**
   * Waits until every statement is answered or blocked. They are blocked when the server reports twice in a row that all of
   * them are in the same waits, for each other and for transactions that do not continue meanwhile: that depends on
   * the order of the statements alone, not on the server's speed.
   */
  async #answers(): Promise<void> {
    let before = new Map<number, string>();
    for (let round = 0; this.#unanswered().some(({ asked }) => !asked?.wait); round += 1) {
      if (round > mostRounds) throw new Error('The database does not come to rest');
      const quick = Promise.withResolvers<void>();
      const timer = setTimeout(quick.resolve, quickMs);
      await Promise.race([
        Promise.all(this.#unanswered().map(({ asked }) => asked?.answered)),
        quick.promise,
      ]);
      clearTimeout(timer);
      const left = this.#unanswered();
      if (left.length === 0) return;
      const { rows } = await this.#monitor.query<Wait>(waits, [left.map(({ line }) => line?.pid)]);
      const ours = new Set([...this.#seats].map(({ line }) => line?.pid));
      const isAtRest = ({ pid, since, by }: Wait) =>
        before.get(pid) === since && by.length > 0 && by.every((one) => ours.has(one));
      // One that was answered meanwhile may have unblocked others.
      const isAll = rows.length === left.length && left.every(({ asked }) => !asked?.tell);
      if (isAll && rows.every(isAtRest)) this.#park(left, rows);
      before = new Map(rows.map(({ pid, since }) => [pid, since]));
    }
  }

  #park(seats: readonly Seat[], rows: readonly Wait[]): void {
    for (const { asked, line } of seats) {
      if (!asked) continue;
      asked.wait = rows.find(({ pid }) => pid === line?.pid);
      if (!asked.wasBlocked) this.meetings.blocked += 1;
      asked.wasBlocked = true;
    }
  }

  /** A transaction to restart so that the others can continue, or continue in an order that the seed decides. */
  #victim(dice: Dice): Seat | undefined {
    const circle = this.#circle();
    // PostgreSQL aborts one of them after a second, depending on how long each has waited. Here it may be any.
    if (circle) return circle[dice.between('deadlock', 0, circle.length - 1)];
    // When a transaction ends, PostgreSQL wakes all that wait for its rows, and the quickest is next. So only one
    // may wait here. Advisory locks, which a purchase's transactions compete for, are granted in the order of the requests.
    const forRows = [...this.#seats]
      .filter(({ asked }) => asked?.wait && asked.wait.locktype !== 'advisory')
      .toSorted((a, b) => ((a.asked?.wait?.since ?? '') < (b.asked?.wait?.since ?? '') ? -1 : 1));
    return forRows.find(({ asked }, place) =>
      forRows
        .slice(0, place)
        .some(({ asked: first, line }) =>
          asked?.wait?.by.some((pid) => pid === line?.pid || first?.wait?.by.includes(pid)),
        ),
    );
  }

  /** Some transactions in a deadlock. */
  #circle(): readonly Seat[] | undefined {
    const from = (seat: Seat, path: readonly Seat[]): readonly Seat[] | undefined => {
      if (path.includes(seat)) return path.slice(path.indexOf(seat));
      const next = [...this.#seats].filter(({ line }) => line && seat.asked?.wait?.by.includes(line.pid));
      return next.map((one) => from(one, [...path, seat])).find((circle) => circle !== undefined);
    };
    return [...this.#seats].map((seat) => from(seat, [])).find((circle) => circle !== undefined);
  }

  async #giveUp({ asked, line }: Seat): Promise<void> {
    if (!asked) return;
    this.meetings.givenUp += 1;
    asked.isVictim = true;
    asked.wait = undefined;
    await this.#monitor.query('SELECT pg_cancel_backend($1)', [line?.pid]);
    await asked.answered;
    await this.#answers();
  }
}

const isOpen = ({ line }: Seat) => line?.client.getTransactionStatus() === 'T';

/**
 * A transaction begins and takes its locks in one message. Here each is a separate statement, in the same order: others may
 * run between them, and a transaction with its first lock must wait for the seed's decision before it requests the second.
 */
function oneLockEach(question: string): string[] {
  const [begin = question, locks] = question.split('; SELECT ');
  return locks === undefined ? [begin] : [begin, ...locks.split(', ').map((lock) => `SELECT ${lock}`)];
}
