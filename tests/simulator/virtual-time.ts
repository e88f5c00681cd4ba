import { EventQueue } from './event-queue.ts';

/** Whoever runs in the simulation: a process of the shop, a person, an outside service. What a dead one had planned never happens. */
export class Owner {
  readonly name: string;
  alive = true;
  /** How far its clock is ahead of the right one, in milliseconds. */
  skewMs = 0;
  constructor(name: string) {
    this.name = name;
  }
}

const realImmediate = setImmediate;
/** Lets every promise that can go on go on, until all of them wait for something that is planned. */
const settle = () => new Promise<void>((resolve) => void realImmediate(resolve));

/**
 * The simulation's own event loop. Time stands still while somebody runs, and leaps to what is planned next; of what is planned
 * for the same millisecond, chance decides which comes first. So everything that awaits is interleaved with everybody else,
 * and the same dice make the same course.
 */
export class VirtualTime {
  /** Milliseconds since 1970. */
  now: number;
  /** Who runs at this moment; `null` outside the simulation, and while something real is waited for. */
  current: Owner | null = null;
  /** How many events there have been. */
  events = 0;
  /** Waited for after each event, outside the simulation: something real that has to come to rest. */
  rest: (() => Promise<void>) | null = null;
  readonly #queue = new EventQueue();
  readonly #dice: () => number;
  #external: Promise<unknown> | null = null;

  /** @param dice a number from 0 to 1, always the next of the same row */
  constructor(now: number, dice: () => number) {
    this.now = now;
    this.#dice = dice;
  }

  /** What the clock of whoever runs now says, in milliseconds since 1970. */
  get clock(): number {
    return this.now + (this.current?.skewMs ?? 0);
  }

  /** Plans something for its owner. @param ms from now @returns what takes it back */
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

  /** Has an owner begin something on its own; what it throws ends the simulation. */
  begin(owner: Owner, work: () => Promise<unknown>): void {
    this.after(0, () => void work().catch((error: unknown) => this.#fail(error)), owner);
  }

  #failure: { error: unknown } | null = null;
  #fail(error: unknown): void {
    this.#failure ??= { error };
  }

  /**
   * Waits for something real, such as an answer of a database behind a socket: nothing else happens meanwhile, and timers are
   * the machine's own.
   */
  async external<T>(work: () => Promise<T>): Promise<T> {
    const owner = this.current;
    this.current = null;
    const working = work();
    this.#external = working.catch(() => undefined);
    try {
      return await working;
    } finally {
      this.current = owner;
      this.#external = null;
    }
  }

  /** Runs what is planned up to a moment, in milliseconds since 1970. @param mayStop asked after each event */
  async runUntil(end: number, mayStop: () => boolean): Promise<void> {
    for (;;) {
      const event = this.#queue.next(end);
      if (!event) break;
      if (event.isOff || !event.owner.alive) continue;
      this.now = Math.max(this.now, event.at);
      this.current = event.owner;
      this.events += 1;
      event.run();
      await settle();
      while (this.#external) {
        await this.#external;
        await settle();
      }
      this.current = null;
      await this.rest?.();
      if (this.#failure) throw this.#failure.error;
      if (mayStop()) return;
    }
    this.now = Math.max(this.now, end);
  }

  /** Lets time pass in which nothing could run, as when a machine is suspended: what was due meanwhile is late. */
  leap(ms: number): void {
    this.now += ms;
  }
}
