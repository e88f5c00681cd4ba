// Transactions of PostgreSQL that are open at the same time, with the seed deciding after each statement who goes on.

import pg from 'pg';
import { clientConfigsOf } from '#server/engines/postgres/connection.ts';
import { connectPostgres } from '#server/engines/postgres/ledger.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Pause, Surroundings } from './surroundings.ts';
import type { Owner } from './virtual-time.ts';

/** How much transactions had to do with each other in a story. */
export interface Meetings {
  transactions: number;
  /** Those that were open while another one was. */
  overlapped: number;
  /** Statements that waited for a lock of another transaction. */
  blocked: number;
  deadlocks: number;
}
export const noMeetings = (): Meetings => ({ transactions: 0, overlapped: 0, blocked: 0, deadlocks: 0 });

/** Whose ledger it is, and how time passes for them. */
export interface Opener {
  owner: Owner;
  pause: Pause;
}

/** Connections for one story after the other. */
export interface OpenTransactions {
  /** A process's ledger: the real one, over connections that pause before each statement. */
  open(opener: Opener, around: Surroundings): Ledger;
  /** Waits until every statement is answered, or waits for a lock of a transaction that cannot go on before others do. */
  rest(around: Surroundings): Promise<void>;
  /** Ends what a story has left open. @returns the figures of the next one */
  begin(): Promise<Meetings>;
  close(): Promise<void>;
}

/** A statement on its way. */
interface Asked {
  question: string | pg.QueryConfig;
  resolve(result: pg.QueryResult): void;
  reject(error: unknown): void;
  /** Settled when the server has answered; `null` until it is sent. */
  answered: Promise<void> | null;
  /** Tells whoever asked; `null` until there is an answer. */
  tell: (() => void) | null;
  /** The backends it waits for, as long as it cannot go on. */
  parkedBehind: readonly number[] | null;
  wasBlocked: boolean;
  isVictim: boolean;
}

/** What the ledger has of the pool, from `connect` to `release`: one transaction, or statements without one. */
interface Seat {
  owner: Owner;
  line: { client: pg.Client; pid: number } | null;
  asked: Asked | null;
  isTransaction: boolean;
  hasMet: boolean;
}

/** How long an answer is waited for before the server is asked whether the statement is blocked, in milliseconds. */
const quickMs = 3;
/** So many times the server is asked before a simulation that does not come to rest is given up. */
const mostRounds = 5000;
// Time that really passes must not decide anything: only the simulator ends deadlocks, and nothing ends by itself.
const noLimits = { statementMs: 0, lockMs: 0 };
const sessionOptions = { idle_in_transaction_session_timeout: 0, options: '-c deadlock_timeout=1h' };

const waits = `SELECT pid, waitstart::text AS since, pg_blocking_pids(pid) AS by FROM pg_locks
  WHERE NOT granted AND waitstart IS NOT NULL AND pid = ANY($1)`;
interface Wait {
  pid: number;
  since: string;
  by: number[];
}

/** @param monitor what the server is asked with about the others */
export function openTransactions(url: string, monitor: pg.Pool): OpenTransactions {
  const seats = new Set<Seat>();
  const free: NonNullable<Seat['line']>[] = [];
  let meetings = noMeetings();
  let fault: Error | null = null;

  function sit({ owner, pause }: Opener, { dice }: Surroundings) {
    const seat: Seat = { owner, line: null, asked: null, isTransaction: false, hasMet: false };
    seats.add(seat);
    const ask = async (question: Asked['question']): Promise<pg.QueryResult> => {
      await pause(dice.between('statement', 0, 2));
      const state = { answered: null, tell: null, parkedBehind: null, wasBlocked: false, isVictim: false };
      return new Promise((resolve, reject) => {
        seat.asked = { question, resolve, reject, ...state };
      });
    };
    return {
      async query(question: Asked['question']) {
        const [first = question, ...others] = typeof question === 'string' ? oneLockEach(question) : [];
        let result = await ask(first);
        for (const other of others) result = await ask(other);
        return result;
      },
      release() {
        seats.delete(seat);
        if (seat.line) free.push(seat.line);
      },
    };
  }

  async function connect(): Promise<NonNullable<Seat['line']>> {
    const client = new pg.Client({ ...clientConfigsOf(url, noLimits)[0], ...sessionOptions });
    // It is ended under the hands of a process that was killed.
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return { client, pid: rows[0]?.pid ?? 0 };
  }

  async function send(seat: Seat, asked: Asked): Promise<void> {
    seat.line ??= free.pop() ?? (await connect());
    const { line } = seat;
    const came = (tell: () => void, isError: boolean) => {
      // Whoever lets go of its lock may hear of it later.
      const isAlone = unanswered().every((one) => one.asked?.parkedBehind);
      if (isAlone && asked.parkedBehind)
        fault ??= new Error('A statement went on that was thought to be blocked');
      asked.tell = tell;
      noteMeetings(seat);
      // Locks are let go at the end of a transaction, or of a statement without one, and by an error.
      if (isError || line.client.getTransactionStatus() !== 'T') unpark();
    };
    asked.answered = line.client.query(asked.question).then(
      (result) => came(() => asked.resolve(result), false),
      async (error: unknown) => {
        // The server tells of an error before it lets go of the locks; its next answer comes after both.
        await line.client.query('').catch(() => undefined);
        const deadlock = { code: '40P01', message: 'deadlock detected' };
        came(() => asked.reject(asked.isVictim ? Object.assign(error as Error, deadlock) : error), true);
      },
    );
  }

  const isOpen = ({ line }: Seat) => line?.client.getTransactionStatus() === 'T';
  function noteMeetings(seat: Seat): void {
    if (!isOpen(seat)) return;
    if (!seat.isTransaction) meetings.transactions += 1;
    seat.isTransaction = true;
    const open = [...seats].filter(isOpen);
    for (const one of open.length > 1 ? open : []) {
      if (!one.hasMet) meetings.overlapped += 1;
      one.hasMet = true;
    }
  }

  function unpark(): void {
    for (const { asked } of seats) if (asked) asked.parkedBehind = null;
  }

  /** Ends a connection as its process's death does; the server has taken the transaction back when this is over. */
  async function cut(seat: Seat): Promise<void> {
    unpark();
    seats.delete(seat);
    if (seat.line) await monitor.query('SELECT pg_terminate_backend($1, 5000)', [seat.line.pid]);
  }

  const unanswered = () => [...seats].filter(({ asked }) => asked?.answered && !asked.tell);

  /**
   * Waits until every statement is answered or blocked. One is blocked when the server has said twice in a row that all that
   * are unanswered are in the very same waits for each other and for transactions that nobody goes on with: that lies in the
   * order of the statements alone, however long the server takes.
   */
  async function answers(): Promise<void> {
    let before = new Map<number, string>();
    for (let round = 0; unanswered().some(({ asked }) => !asked?.parkedBehind); round += 1) {
      if (round > mostRounds) throw new Error('The database does not come to rest');
      const quick = Promise.withResolvers<void>();
      const timer = setTimeout(quick.resolve, quickMs);
      await Promise.race([Promise.all(unanswered().map(({ asked }) => asked?.answered)), quick.promise]);
      clearTimeout(timer);
      const left = unanswered();
      if (left.length === 0) return;
      const pids = left.map(({ line }) => line?.pid ?? 0);
      const { rows } = await monitor.query<Wait>(waits, [pids]);
      const ours = new Set([...seats].map(({ line }) => line?.pid));
      const isAsBefore = ({ pid, since, by }: Wait) =>
        before.get(pid) === since && by.length > 0 && by.every((one) => ours.has(one));
      const isAtRest = rows.length === left.length && rows.every(isAsBefore);
      before = new Map(rows.map(({ pid, since }) => [pid, since]));
      if (isAtRest) park(left, rows);
    }
  }

  function park(left: readonly Seat[], rows: readonly Wait[]): void {
    for (const { asked, line } of left) {
      // It may have been answered while the server was asked.
      if (!asked || asked.tell) continue;
      asked.parkedBehind = rows.find(({ pid }) => pid === line?.pid)?.by ?? [];
      if (!asked.wasBlocked) meetings.blocked += 1;
      asked.wasBlocked = true;
    }
  }

  /** Who waits for each other in a circle, beginning with this one. */
  function circleFrom(seat: Seat, path: readonly Seat[] = []): readonly Seat[] | null {
    if (path.includes(seat)) return path.slice(path.indexOf(seat));
    for (const other of seats) {
      const isWaitedFor = other.line && seat.asked?.parkedBehind?.includes(other.line.pid);
      const circle = isWaitedFor ? circleFrom(other, [...path, seat]) : null;
      if (circle) return circle;
    }
    return null;
  }

  /**
   * Gives up one transaction of each circle. PostgreSQL would do so, after a second, and which one depends on who has waited
   * how long; here it is chance, so that every one of them is it in some story.
   */
  async function partCircles({ dice }: Surroundings): Promise<void> {
    for (;;) {
      const circle = [...seats].map((seat) => circleFrom(seat)).find((found) => found !== null);
      const victim = circle?.[dice.between('deadlock', 0, circle.length - 1)];
      if (!victim?.asked) return;
      meetings.deadlocks += 1;
      victim.asked.isVictim = true;
      victim.asked.parkedBehind = null;
      await monitor.query('SELECT pg_cancel_backend($1)', [victim.line?.pid]);
      await victim.asked.answered;
      await answers();
    }
  }

  return {
    open(opener, around) {
      const ledger = connectPostgres({ url, limits: noLimits, onLost: () => undefined });
      Object.assign(ledger.pool, { connect: async () => sit(opener, around) });
      return ledger;
    },
    async rest(around) {
      for (const seat of seats) if (!seat.owner.alive) await cut(seat);
      await answers();
      for (const seat of seats) {
        if (!seat.asked || seat.asked.answered) continue;
        await send(seat, seat.asked);
        await answers();
      }
      await partCircles(around);
      if (fault) throw fault;
      for (const seat of seats) {
        const tell = seat.asked?.tell;
        if (!tell) continue;
        seat.asked = null;
        around.time.after(0, tell, seat.owner);
      }
    },
    async begin() {
      for (const seat of seats) await cut(seat);
      fault = null;
      meetings = noMeetings();
      return meetings;
    },
    async close() {
      for (const seat of seats) await cut(seat);
      for (const { client } of free) await client.end();
    },
  };
}

/**
 * A transaction begins and takes its locks in one message; here each is a statement of its own, in the same order, because
 * others may come between them, and because the next lock must wait for its turn as well.
 */
function oneLockEach(question: string): string[] {
  const [begin = question, locks] = question.split('; SELECT ');
  return locks === undefined ? [question] : [begin, ...locks.split(', ').map((lock) => `SELECT ${lock}`)];
}
