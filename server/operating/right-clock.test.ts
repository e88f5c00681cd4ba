import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { PaymentProviderUnavailable } from '#server/buying/payment-provider.ts';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import { minutes, noon } from '#tests/support/small-shop.ts';
import { watchClock } from './right-clock.ts';

const { signal } = new AbortController();
const hourMs = 60 * 60 * 1000;
/** The payment provider's time; `null` while it does not answer. */
let theirs: Date | null;
let ours: Date;
let asked: number;
let warned: unknown[];
beforeEach(() => {
  [theirs, ours, asked, warned] = [noon, noon, 0, []];
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
});
const watch = () =>
  watchClock({
    books: {
      async now() {
        asked += 1;
        if (theirs === null) throw new PaymentProviderUnavailable('down');
        return theirs;
      },
    },
    clock: () => ours,
    log: { ...silentLog, warn: ({ seconds }) => warned.push(seconds) },
  });

it('A clock is not trusted when it is ahead by more than an hour, which is told once; one that is behind is', async () => {
  for (const [clock, trusted] of [
    [minutes(60), true],
    [minutes(61), false],
    [minutes(-1000), true],
  ] as const) {
    ours = clock;
    const { ask, isTrusted } = watch();
    await ask(signal);
    expect([isTrusted(0), isTrusted(0)]).toEqual([trusted, trusted]);
  }
  expect(warned).toEqual([61 * 60]);
});

it('A clock that jumps is not trusted from then on, whether the payment provider answers or not', async () => {
  const { ask, isTrusted } = watch();
  await ask(signal);
  theirs = null;
  vi.advanceTimersByTime(24 * hourMs);
  ours = minutes(24 * 60);
  await ask(signal);
  expect(isTrusted(0)).toBe(true);
  ours = minutes(30 * 24 * 60);
  expect(isTrusted(0)).toBe(false);
  vi.advanceTimersByTime(24 * hourMs);
  await ask(signal);
  expect(isTrusted(hourMs)).toBe(false);
  ours = minutes(48 * 60);
  expect(isTrusted(0)).toBe(true);
});

it('Before the first answer a clock is not trusted for a while', async () => {
  theirs = null;
  const { ask, isTrusted } = watch();
  await ask(signal);
  vi.advanceTimersByTime(hourMs);
  expect([isTrusted(hourMs), isTrusted(hourMs - 1)]).toEqual([false, true]);
});

it('Who asks often does not wait, and the payment provider is asked every ten seconds until the clock is trusted', async () => {
  theirs = null;
  const { isTrustedSoon } = watch();
  const isTrusted = async () => {
    const trusted = isTrustedSoon(hourMs);
    await new Promise(setImmediate);
    return [trusted, asked];
  };
  expect([await isTrusted(), await isTrusted()]).toEqual([
    [false, 1],
    [false, 1],
  ]);
  vi.advanceTimersByTime(10_000);
  theirs = noon;
  expect([await isTrusted(), await isTrusted()]).toEqual([
    [false, 2],
    [true, 2],
  ]);
  vi.advanceTimersByTime(hourMs);
  expect(await isTrusted()).toEqual([true, 2]);
});
