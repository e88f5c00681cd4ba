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
    ...{ level: 40, msg: 'lines of the log were left out', kind: 'failed requests' },
    leftOut: flood - lineBudget.lines,
  });
  // The next while has a budget of its own, and nothing to tell when it was kept.
  for (let sent = 0; sent < lineBudget.lines; sent += 1) log.info({ route: null, status: 404 }, 'request');
  vi.advanceTimersByTime(lineBudget.windowMs);
  expect(lines).toHaveLength(lineBudget.lines * 2 + 3);
});

it('Failed requests of all kinds share one budget, out of which the first of each kind is always written, and those of accounts another', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const fail = (status: number, route: string | null, more: object = {}) =>
    log.info({ route, status, completed: true, ...more }, 'request');
  const kinds = 60;
  const rounds = 200;
  for (let round = 0; round < rounds; round += 1)
    for (let kind = 0; kind < kinds; kind += 1) fail(401 + (kind % 3), `/api/${kind}`);
  expect(lines).toHaveLength(lineBudget.lines);
  // However many there were before, each new kind is seen: but pages and files are one, whether refused or broken off.
  for (let round = 0; round < 10; round += 1) {
    fail(500, '/api/0');
    fail(200, '/api/0', { completed: false });
    for (let page = 0; page < 5; page += 1) fail(405, `/page-${page}`);
  }
  expect(lines.slice(lineBudget.lines).map(({ status, route }) => [status, route])).toEqual([
    [500, '/api/0'],
    [200, '/api/0'],
    [405, '/page-0'],
  ]);
  fail(401, '/api/0', { account: 'sub' });
  fail(401, '/api/0', { account: 'sub' });
  log.info({ route: '/api/0', status: 200, completed: true }, 'request');
  expect(lines).toHaveLength(lineBudget.lines + 6);
  vi.advanceTimersByTime(lineBudget.windowMs);
  const leftOut = kinds * rounds - lineBudget.lines + 9 + 9 + 49;
  expect(lines.slice(lineBudget.lines + 6)).toMatchObject([{ kind: 'failed requests', leftOut }]);
});

it('Past a thousand kinds all others count as one, so that the counts stay small', () => {
  const report = vi.fn();
  const mayWrite = createLineBudget(report, { lines: 1, windowMs: 1000 });
  for (let kind = 0; kind < 1000; kind += 1) expect(mayWrite(`kind ${kind}`)).toBe(true);
  expect(['one more', 'and another', 'kind 1'].map((kind) => mayWrite(kind))).toEqual([true, false, false]);
  vi.advanceTimersByTime(1000);
  expect(report.mock.calls.toSorted()).toEqual([
    ['(others)', 1],
    ['kind 1', 1],
  ]);
});
