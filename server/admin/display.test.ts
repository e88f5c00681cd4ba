import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stepsOn } from './display.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('What takes longer than a second is named, and again every ten seconds; what is quick is not', () => {
  const said: string[] = [];
  const steps = stepsOn({
    ...{ out: () => undefined, interactive: false, columns: 80, ask: async () => '' },
    err: (text) => void said.push(text),
  });
  steps.begin('payment key');
  vi.advanceTimersByTime(900);
  steps.begin('database');
  vi.advanceTimersByTime(900);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(said).toEqual(['Still at: database (1 s)\n']);
  vi.advanceTimersByTime(10_000);
  expect(said.at(-1)).toBe('Still at: database (11 s)\n');
  steps.end();
  vi.advanceTimersByTime(60_000);
  expect(said).toHaveLength(2);
});
