import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from './log.ts';
import { createLineBudget, lineBudget } from './log-budget.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('A flood of lines of one kind is cut short and counted, and hides no other kind', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const flood = 13_000;
  for (let sent = 0; sent < flood; sent += 1)
    log.child({ requestId: String(sent) }).info({ method: 'GET', route: null, status: 404 }, 'request');
  log.info({ method: 'POST', route: '/api/create-checkout-session', status: 200 }, 'request');
  log.warn({}, 'a buyer withdrew from an order');
  expect(lines).toHaveLength(lineBudget.lines + 2);
  vi.advanceTimersByTime(lineBudget.windowMs);
  expect(lines.at(-1)).toMatchObject({
    ...{ level: 40, msg: 'lines of the log were left out', kind: 'request 404 null' },
    leftOut: flood - lineBudget.lines,
  });
  // The next while has a budget of its own, and nothing to tell when it was kept.
  for (let sent = 0; sent < lineBudget.lines; sent += 1) log.info({ route: null, status: 404 }, 'request');
  vi.advanceTimersByTime(lineBudget.windowMs);
  expect(lines).toHaveLength(lineBudget.lines * 2 + 3);
});

it('Past a thousand kinds all others count as one, so that the counts stay small', () => {
  const report = vi.fn();
  const mayWrite = createLineBudget(report, { lines: 1, windowMs: 1000 });
  for (let kind = 0; kind < 1000; kind += 1) expect(mayWrite(`kind ${kind}`)).toBe(true);
  expect(['one more', 'and another', 'kind 1'].map(mayWrite)).toEqual([true, false, false]);
  vi.advanceTimersByTime(1000);
  expect(report.mock.calls.toSorted()).toEqual([
    ['(others)', 1],
    ['kind 1', 1],
  ]);
});
