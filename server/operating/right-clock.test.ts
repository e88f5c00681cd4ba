import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { PaymentProviderUnavailable } from '#server/buying/payment-provider.ts';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import { minutes, noon } from '#tests/support/small-shop.ts';
import { watchClock } from './right-clock.ts';

const { signal } = new AbortController();
/** The payment provider's time; `null` while it does not answer. */
let theirs: Date | null;
let asked: number;
let warned: unknown[];
beforeEach(() => {
  [theirs, asked, warned] = [noon, 0, []];
});
const watch = (clock: Date) =>
  watchClock({
    books: {
      async now() {
        asked += 1;
        if (theirs === null) throw new PaymentProviderUnavailable('down');
        return theirs;
      },
    },
    clock: () => clock,
    log: { ...silentLog, warn: ({ seconds }) => warned.push(seconds) },
  });

it('A clock is ahead when it is so by more than an hour, which is told once; one that is behind is right', async () => {
  for (const [clock, state] of [
    [minutes(60), 'right'],
    [minutes(61), 'ahead'],
    [minutes(-1000), 'right'],
  ] as const) {
    const { ask, isAhead } = watch(clock);
    expect([await ask(signal), await ask(signal), await isAhead(signal)]).toEqual([
      ...[state, state, state === 'ahead'],
    ]);
  }
  expect(warned).toEqual([61 * 60]);
});

it('Without an answer nothing is known of a clock, unless it was ahead before', async () => {
  theirs = null;
  const { ask, isAhead } = watch(minutes(61));
  expect([await ask(signal), await isAhead(signal)]).toEqual(['unknown', false]);
  theirs = noon;
  expect(await ask(signal)).toBe('ahead');
  theirs = null;
  expect([await ask(signal), await isAhead(signal)]).toEqual(['ahead', true]);
});

it('An answer serves for a minute, also one that did not come', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const answer of [noon, null]) {
    [theirs, asked] = [answer, 0];
    const { isAhead } = watch(minutes(61));
    await isAhead(signal);
    vi.advanceTimersByTime(60_000 - 1);
    expect([await isAhead(signal), asked]).toEqual([answer !== null, 1]);
    vi.advanceTimersByTime(1);
    expect([await isAhead(signal), asked]).toEqual([answer !== null, 2]);
  }
});
