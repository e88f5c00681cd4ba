// Transactions of PostgreSQL that are open at the same time: after each statement the seed decides who goes on.

import pg from 'pg';
import { clientConfigsOf } from '#server/engines/postgres/connection.ts';
import { connectPostgres } from '#server/engines/postgres/ledger.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Dice } from './chance.ts';
import type { Pause, Surroundings } from './surroundings.ts';
import type { Owner } from './virtual-time.ts';

/** How much transactions had to do with each other in a story. */
export interface Meetings {
  transactions: number;
  /** Those that were open while another one was. */
  overlapped: number;
  /** Statements that waited for a lock of another transaction. */
  blocked: number;
  /** Transactions that had to begin anew so that others could go on. */
  givenUp: number;
}
export const noMeetings = (): Meetings => ({ transactions: 0, overlapped: 0, blocked: 0, givenUp: 0 });

/** A statement on its way. */
interface Asked {
  question: string | pg.QueryConfig;
  resolve(result: pg.QueryResult): void;
  reject(error: unknown): void;
  /** Settled with the server's answer; missing until it is sent. */
  answered?: Promise<void>;
  /** Tells whoever asked; missing until there is an answer. */
  tell?: () => void;
  /** What it waits for, as long as it cannot go on. */
  wait?: Wait | undefined;
  wasBlocked?: true;
  isVictim?: true;
}

/** What the ledger holds from `connect` to `release`: one transaction, or statements without one. */
interface Seat {
  owner: Owner;
  line?: { client: pg.Client; pid: number };
  asked?: Asked | undefined;
  /** What of it is counted already. */
  counted?: 'open' | 'overlapped';
}

/** How many statements take their time, and how long at most, in milliseconds: so transactions stay open and meet. */
const slowPercent = 30;
const slowMs = 300;
/** How long an answer is waited for before the server is asked whether the statement is blocked, in milliseconds. */
const quickMs = 3;
/** So often the server is asked before a simulation that does not come to rest is given up. */
const mostRounds = 5000;
// Time that really passes must decide nothing: no statement is ended for being late, and deadlocks are ended here.
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

/** The transactions of one story after the other, with their connections. */
export class OpenTransactions {
  meetings = noMeetings();
  readonly #url: string;
  readonly #monitor: pg.Pool;
  readonly #seats = new Set<Seat>();
  readonly #free: NonNullable<Seat['line']>[] = [];
  #fault: Error | null = null;

  /** @param monitor what the server is asked with about the others */
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
   * Sends what is asked, and waits until every statement is answered or waits for a transaction that somebody must go on
   * with first. Answers are told in virtual time, so chance decides whose comes first.
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

  /** Ends what a story has left open, for the next one. */
  async clear(): Promise<void> {
    for (const seat of this.#seats) await this.#cut(seat);
    this.#fault = null;
    this.meetings = noMeetings();
  }

  async close(): Promise<void> {
    await this.clear();
    for (const { client } of this.#free) await client.end();
  }

  /** Ends a connection as its process's death does. The server has taken the transaction back when this is over. */
  async #cut(seat: Seat): Promise<void> {
    this.#unpark();
    this.#seats.delete(seat);
    if (seat.line) await this.#monitor.query('SELECT pg_terminate_backend($1, 5000)', [seat.line.pid]);
  }

  async #connect(): Promise<NonNullable<Seat['line']>> {
    const client = new pg.Client({ ...clientConfigsOf(this.#url, noLimits)[0], ...sessionOptions });
    // It is ended under the hands of a process that was killed.
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return { client, pid: rows[0]?.pid ?? 0 };
  }

  async #send(seat: Seat, asked: Asked): Promise<void> {
    seat.line ??= this.#free.pop() ?? (await this.#connect());
    const { client } = seat.line;
    const came = (tell: () => void, isError: boolean) => {
      // Whoever let go of its lock may hear of it later, but somebody must have.
      if (asked.wait && this.#unanswered().every((one) => one.asked?.wait))
        this.#fault ??= new Error('A statement went on that was thought to be blocked');
      asked.tell = tell;
      this.#count(seat);
      // Locks are let go at the end of a transaction, or of a statement without one, and by an error.
      if (isError || !isOpen(seat)) this.#unpark();
    };
    asked.answered = client.query(asked.question).then(
      (result) => came(() => asked.resolve(result), false),
      async (error: unknown) => {
        // The server tells of an error before it lets go of the locks; its next answer comes after both.
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

  /** Waits until every statement is answered or waits for one that can go on. */
  async #calm(dice: Dice): Promise<void> {
    await this.#answers();
    for (let victim = this.#victim(dice); victim; victim = this.#victim(dice)) await this.#giveUp(victim);
  }

  readonly #unanswered = () => [...this.#seats].filter(({ asked }) => asked?.answered && !asked.tell);

  /**
   * Waits until every statement is answered or blocked. They are blocked when the server has said twice in a row that all of
   * them are in the very same waits, for each other and for transactions that nobody goes on with meanwhile: that lies in
   * the order of the statements alone, however long the server takes.
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
      // One that was answered while the server was asked may have let others go on.
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

  /** Somebody who has to begin anew for the others to go on, or to go on in an order that the seed decides. */
  #victim(dice: Dice): Seat | undefined {
    const circle = this.#circle();
    // PostgreSQL gives one of them up after a second, by who has waited how long. Here each may be it.
    if (circle) return circle[dice.between('deadlock', 0, circle.length - 1)];
    // When a transaction ends, PostgreSQL wakes all who wait for its rows, and whoever is quickest is next. So only one
    // waits. Advisory locks, which a purchase's transactions meet at, are given in the order of asking.
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

  /** Some who wait for each other in a circle. */
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
 * A transaction begins and takes its locks in one message. Here each is a statement of its own, in the same order: others may
 * come between them, and whoever gets its first lock must wait for the seed's word before it asks for the second.
 */
function oneLockEach(question: string): string[] {
  const [begin = question, locks] = question.split('; SELECT ');
  return locks === undefined ? [begin] : [begin, ...locks.split(', ').map((lock) => `SELECT ${lock}`)];
}
