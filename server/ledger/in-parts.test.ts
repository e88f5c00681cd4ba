import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listOf } from '#tests/support/code-desk.ts';
import { inParts, inRanges } from './in-parts.ts';

it.each([
  [[], 2, []],
  [[1], 2, [[1]]],
  [[1, 2], 2, [[1, 2]]],
  [[1, 2, 3, 4, 5], 2, [[1, 2], [3, 4], [5]]],
])('%j in parts of %i: each element once, in order', async (list, size, parts) => {
  expect(await listOf(inParts(list, size))).toEqual(parts);
});

it.each([
  [{ first: null, last: null }, []],
  [{ first: 3, last: 3 }, [{ after: 2, upTo: 3 }]],
  [
    { first: 3, last: 8 },
    [
      { after: 2, upTo: 5 },
      { after: 5, upTo: 8 },
    ],
  ],
])('The rows of %j in ranges of three', async (rows, ranges) => {
  expect(await listOf(inRanges(rows, 3))).toEqual(ranges);
});

describe('Between two parts', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** Starts the next part, after the work on the present one. @returns whether it has started */
  function begin(parts: AsyncGenerator): () => boolean {
    let isThere = false;
    void parts.next().then(() => {
      isThere = true;
    });
    return () => isThere;
  }

  it.each([
    ['the given time', { takesMs: 0, pauseMs: 10 }],
    ['half as long as a part took, where that is longer', { takesMs: 100, pauseMs: 50 }],
  ])('other writers have %s', async (_time, { takesMs, pauseMs }) => {
    const parts = inParts([1, 2, 3], 1, 10);
    await parts.next();
    vi.advanceTimersByTime(takesMs);
    const next = begin(parts);
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
    expect(next()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(next()).toBe(true);
  });

  it('without a pause the event loop has a turn, and waits for no timer', async () => {
    const parts = inParts([1, 2, 3], 1);
    await parts.next();
    vi.advanceTimersByTime(100);
    const next = begin(parts);
    await Promise.resolve();
    expect(next()).toBe(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(next()).toBe(true);
  });

  it('after the last one nothing waits', async () => {
    const parts = inParts([1, 2], 1, 10);
    await parts.next();
    const next = begin(parts);
    await vi.advanceTimersByTimeAsync(10);
    expect(next()).toBe(true);
    expect(await parts.next()).toEqual({ done: true, value: undefined });
    expect(vi.getTimerCount()).toBe(0);
  });
});
