import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BoundedCounts, countsInMemory } from './bounded-counts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('counts each client for a window, and then anew', () => {
  const counts = new BoundedCounts(60_000, 10);
  const resetsAt = new Date(Date.now() + 60_000);
  expect(counts.increment('a').count).toEqual({ hits: 1, resetsAt });
  vi.advanceTimersByTime(59_999);
  expect(counts.increment('a').count).toEqual({ hits: 2, resetsAt });
  expect(counts.get('b')).toBeUndefined();
  counts.decrement('a');
  counts.decrement('b');
  expect(counts.get('a')).toEqual({ hits: 1, resetsAt });
  vi.advanceTimersByTime(1);
  expect(counts.get('a')).toBeUndefined();
  expect(counts.increment('a').count.hits).toBe(1);
});

it('when it is full forgets the smallest count, and of several the oldest; nobody shares a count', () => {
  const counts = new BoundedCounts(60_000, 3);
  for (const key of ['often', 'often', 'twice', 'once', 'twice']) counts.increment(key);
  expect(counts.increment('stranger')).toMatchObject({
    count: { hits: 1 },
    forgotten: { key: 'once', hits: 1 },
  });
  expect(counts.increment('another')).toMatchObject({
    count: { hits: 1 },
    forgotten: { key: 'stranger', hits: 1 },
  });
  expect(counts.increment('another')).toMatchObject({ count: { hits: 2 }, forgotten: undefined });
  expect(counts.increment('third')).toMatchObject({
    count: { hits: 1 },
    forgotten: { key: 'often', hits: 2 },
  });
  expect(counts.size).toBe(3);
});

it('keeps whoever was counted often through any number of strangers, and lets go of what is over', () => {
  const counts = new BoundedCounts(60_000, 100);
  for (let hit = 0; hit < 500; hit += 1) counts.increment('attacker');
  for (let stranger = 0; stranger < 5000; stranger += 1)
    expect(counts.increment(`stranger ${stranger}`).count.hits).toBe(1);
  expect(counts.size).toBe(100);
  expect(counts.get('attacker')?.hits).toBe(500);
  vi.advanceTimersByTime(59_000);
  counts.forget('stranger 4999');
  counts.increment('late');
  vi.advanceTimersByTime(1000);
  counts.increment('new');
  expect(counts.size).toBe(2);
  expect(counts.get('late')?.hits).toBe(1);
});

it('counts no client below nothing', () => {
  const counts = new BoundedCounts(60_000, 10);
  counts.increment('a');
  for (let times = 0; times < 3; times += 1) counts.decrement('a');
  expect(counts.increment('a').count.hits).toBe(1);
});

it('when the clock was set back, lets nobody wait for longer than a window, and goes on letting go', () => {
  const counts = new BoundedCounts(60_000, 10);
  for (const key of ['a', 'a', 'b']) counts.increment(key);
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(counts.get('a')).toBeUndefined();
  const resetsAt = new Date(Date.now() + 60_000);
  expect(counts.increment('a').count).toEqual({ hits: 1, resetsAt });
  expect(counts.size).toBe(1);
});

it('counts each kind of requests by itself in the memory of a process', async () => {
  const counts = countsInMemory('checkout', 600);
  expect(await counts.get('a')).toBeUndefined();
  await counts.increment('a');
  const counted = { hits: 2, resetsAt: new Date(Date.now() + 600_000) };
  expect(await counts.increment('a')).toEqual(counted);
  expect(await countsInMemory('claims', 600).get('a')).toBeUndefined();
  await counts.decrement('a');
  expect(await counts.get('a')).toEqual({ ...counted, hits: 1 });
});
