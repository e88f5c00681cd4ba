import { AsyncLocalStorage } from 'node:async_hooks';
import { EventQueue } from './event-queue.ts';

/** An actor of the simulation: a process of the shop, a person, an outside service. Scheduled events of a dead one never happen. */
export class Owner {
  readonly name: string;
  alive = true;
  /** How far its clock is ahead of the true time, in milliseconds. */
  skewMs = 0;
  constructor(name: string) {
    this.name = name;
  }
}

const realImmediate = setImmediate;
/** Runs all microtasks, until everything waits for scheduled events. */
const settle = () => new Promise<void>((resolve) => void realImmediate(resolve));

/**
 * The simulation's own event loop. Time stands still while an actor runs, and jumps to the next scheduled event; of the events
 * of the same millisecond, the seed decides which comes first. So everything that awaits is interleaved with the other actors,
 * and the same seed gives the same run.
 */
export class VirtualTime {
  /** Milliseconds since 1970. */
  now: number;
  /** The number of events so far. */
  events = 0;
  /** Awaited after each event, outside the simulation: something real that has to settle. */
  rest: (() => Promise<void>) | null = null;
  readonly #queue = new EventQueue();
  readonly #dice: () => number;
  readonly #running = new AsyncLocalStorage<Owner | null>();
  #external: Promise<unknown> | null = null;

  /** @param dice returns the next number, from 0 to 1, of one random stream */
  constructor(now: number, dice: () => number) {
    this.now = now;
    this.#dice = dice;
  }

  /**
   * The actor whose code this is; `null` outside the simulation, and for something real that is awaited. It follows the code
   * that the actor started, not the moment: while an actor runs, sockets and timers of the machine may call other code.
   */
  get current(): Owner | null {
    return this.#running.getStore() ?? null;
  }

  /** The clock of the running actor, in milliseconds since 1970. */
  get clock(): number {
    return this.now + (this.current?.skewMs ?? 0);
  }

  /** Schedules an event of an actor. @param ms from now @returns a function that cancels it */
  after(ms: number, run: () => void, owner: Owner | null = this.current): () => void {
    if (owner === null) throw new Error('Nobody is running who could plan something');
    const event = { at: this.now + Math.max(0, ms), tie: this.#dice(), owner, run, isOff: false };
    this.#queue.push(event);
    return () => {
      event.isOff = true;
    };
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve));
  }

  /** Starts a task of an actor without waiting for it; an exception in it ends the simulation. */
  begin(owner: Owner, work: () => Promise<unknown>): void {
    this.after(0, () => void work().catch((error: unknown) => this.#fail(error)), owner);
  }

  #failure: { error: unknown } | null = null;
  #fail(error: unknown): void {
    this.#failure ??= { error };
  }

  /**
   * Awaits something real, such as the answer of a database behind a socket: nothing else runs meanwhile, and timers are
   * the machine's own.
   */
  async external<T>(work: () => Promise<T>): Promise<T> {
    const working = this.#running.run(null, work);
    this.#external = working.catch(() => undefined);
    try {
      return await working;
    } finally {
      this.#external = null;
    }
  }

  /** Runs the scheduled events up to a time, in milliseconds since 1970. @param mayStop called after each event */
  async runUntil(end: number, mayStop: () => boolean): Promise<void> {
    for (;;) {
      const event = this.#queue.next(end);
      if (!event) break;
      if (event.isOff || !event.owner.alive) continue;
      this.now = Math.max(this.now, event.at);
      this.events += 1;
      this.#running.run(event.owner, event.run);
      await settle();
      while (this.#external) {
        await this.#external;
        await settle();
      }
      await this.rest?.();
      if (this.#failure) throw this.#failure.error;
      if (mayStop()) return;
    }
    this.now = Math.max(this.now, end);
  }

  /** Advances the time without running anything, as when a machine is suspended: events that were due meanwhile are late. */
  leap(ms: number): void {
    this.now += ms;
  }
}
