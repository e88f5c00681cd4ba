import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { VirtualTime } from './virtual-time.ts';

/** The platform's timer, as far as its methods are used. */
class VirtualTimer {
  cancel: () => void = () => undefined;
  unref(): this {
    return this;
  }
  ref(): this {
    return this;
  }
}

/**
 * Replaces the platform's clock, timers and random numbers for code inside the simulation by virtual time and seeded ones; other code,
 * such as the test runner and database drivers, keeps the real ones. So product code needs no changes.
 * @returns a function that restores the platform's own
 */
export function installGlobals(time: VirtualTime, row: () => number): () => void {
  const real = {
    ...{ setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate },
  };
  const { now: realNow } = Date;
  const { randomBytes, randomInt, randomUUID } = crypto;
  const { random } = Math;
  const { setTimeout: realWait } = timers;
  const isInside = () => time.current !== null;

  function start(run: () => void, ms: number): VirtualTimer {
    const timer = new VirtualTimer();
    timer.cancel = time.after(ms, run);
    return timer;
  }
  function repeat(run: () => void, everyMs: number): VirtualTimer {
    const timer = new VirtualTimer();
    // As on a machine that was suspended: missed ticks are skipped.
    const again = () => {
      timer.cancel = time.after(everyMs, again);
      run();
    };
    timer.cancel = time.after(everyMs, again);
    return timer;
  }
  type Run = (...values: unknown[]) => void;
  const clear = (original: (timer: never) => void) => (timer: unknown) => {
    if (timer instanceof VirtualTimer) timer.cancel();
    else original(timer as never);
  };
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => Math.floor(row() * 256)));
  const virtual = {
    setTimeout: (run: Run, ms = 0, ...values: unknown[]) =>
      isInside() ? start(() => run(...values), ms) : real.setTimeout(run, ms, ...values),
    setInterval: (run: Run, ms = 0, ...values: unknown[]) =>
      isInside() ? repeat(() => run(...values), ms) : real.setInterval(run, ms, ...values),
    // A turn of the event loop takes a moment, in which others may run first.
    setImmediate: (run: Run, ...values: unknown[]) =>
      isInside() ? start(() => run(...values), row() < 0.5 ? 0 : 1) : real.setImmediate(run, ...values),
    clearTimeout: clear(real.clearTimeout),
    clearInterval: clear(real.clearInterval),
    clearImmediate: clear(real.clearImmediate),
  };
  Object.assign(globalThis, virtual);
  Date.now = () => (isInside() ? time.clock : realNow());
  Math.random = () => (isInside() ? row() : random());
  timers.setTimeout = ((ms: number, value: unknown, options?: object) =>
    isInside() ? time.sleep(ms) : realWait(ms, value, options)) as typeof realWait;
  const realPerformanceNow = performance.now;
  performance.now = () => (isInside() ? time.now : realPerformanceNow.call(performance));
  const between = (least: number, most: number) => least + Math.floor(row() * (most - least));
  Object.assign(crypto, {
    randomBytes: (size: number) => (isInside() ? bytes(size) : randomBytes(size)),
    randomInt: (least: number, most?: number) => {
      if (!isInside()) return most === undefined ? randomInt(least) : randomInt(least, most);
      return most === undefined ? between(0, least) : between(least, most);
    },
    randomUUID: () => (isInside() ? uuidOf(bytes(16).toString('hex')) : randomUUID()),
  });
  syncBuiltinESMExports();
  return () => {
    Object.assign(globalThis, real);
    Date.now = realNow;
    Math.random = random;
    timers.setTimeout = realWait;
    // The real one is of its prototype.
    Reflect.deleteProperty(performance, 'now');
    Object.assign(crypto, { randomBytes, randomInt, randomUUID });
    syncBuiltinESMExports();
  };
}

const uuidOf = (hex: string): `${string}-${string}-${string}-${string}-${string}` =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
