import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeat, unlessFired } from './repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Rounds that end when they are told to. */
function rounds() {
  const ends: (() => void)[] = [];
  const round = () => new Promise<void>((resolve) => ends.push(resolve));
  return { ends, round };
}

it('A round is begun at once and a pause after each, and never beside another', async () => {
  const { ends, round } = rounds();
  const task = repeat(round, 1000);
  expect(ends).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(999);
  expect(ends).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await task.stop();
});

it('Who asks for a round gets it now, or joins the one under way, and the pause begins after it', async () => {
  const { ends, round } = rounds();
  const pauses = [1000, 50];
  const task = repeat(round, () => pauses.shift() ?? 9999);
  const joined = task.run();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await joined;
  await vi.advanceTimersByTimeAsync(900);
  const asked = task.run();
  expect(ends).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(900);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await asked;
  await vi.advanceTimersByTimeAsync(50);
  expect(ends).toHaveLength(3);
  ends[2]?.();
  await task.stop();
});

it('What is stopped begins no other round, tells the one under way, and waits for it', async () => {
  const { ends, round } = rounds();
  const signals: AbortSignal[] = [];
  const task = repeat((stopping) => {
    signals.push(stopping);
    return round();
  }, 1000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  let stopped = false;
  const stopping = task.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect({ stopped, begun: ends.length }).toEqual({ stopped: false, begun: 1 });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  ends[0]?.();
  await stopping;
  await vi.advanceTimersByTimeAsync(5000);
  expect(ends).toHaveLength(1);
});

it('Nothing is awaited for a signal that has fired before', async () => {
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(unlessFired(new Promise(() => undefined), stopped)).rejects.toThrow('stopped');
});
