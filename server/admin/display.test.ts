import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { moment, progressOn, stepsOn } from './display.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('A moment is shown on the day and at the time of the books: what is sold at the turn of the year is not in two years', () => {
  expect(moment(new Date('2026-12-31T23:30:00Z'))).toBe('2027-01-01 00:30');
  expect(moment(new Date('2026-07-01T10:00:59Z'))).toBe('2026-07-01 12:00');
  expect(moment(null)).toBe('');
});

const terminalTo = (said: string[]) => ({
  ...{ out: () => undefined, interactive: false, columns: 80, ask: async () => '' },
  err: (text: string) => void said.push(text),
});

it('What takes longer than a second is named, and again every ten seconds; what is quick is not', () => {
  const said: string[] = [];
  const steps = stepsOn(terminalTo(said));
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

it('How far reading is, is shown from its second second on, and to its end', () => {
  const said: string[] = [];
  const quick = progressOn(terminalTo(said), 'Read days', true);
  vi.advanceTimersByTime(900);
  quick(3, 3);
  expect(said).toEqual([]);
  const slow = progressOn(terminalTo(said), 'Read days', true);
  slow(1, 30);
  vi.advanceTimersByTime(1000);
  slow(15, 30);
  slow(16, 30);
  slow(30, 30);
  expect(said).toEqual(['Read days 15 of 30 (50 %)\n', 'Read days 30 of 30 (100 %)\n']);
});
