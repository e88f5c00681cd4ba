import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from './log.ts';
import { lineBudget } from './log-budget.ts';

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
  log.info({ route: null, status: 404 }, 'request');
  vi.advanceTimersByTime(lineBudget.windowMs);
  expect(lines).toHaveLength(lineBudget.lines + 4);
});
