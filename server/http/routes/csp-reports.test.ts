import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { reportCspViolations } from '#shared/endpoints.ts';
import type { Services } from '../services.ts';
import { cspReportCalls } from './csp-reports.ts';

const counted = vi.fn();
const logged = vi.fn();
beforeEach(() => void [counted, logged].map((told) => told.mockClear()));

/** Takes in what browsers report. */
function reporter() {
  const services = { log: { warn: logged }, metrics: { cspReport: counted } } as unknown as Services;
  const handler = cspReportCalls(services)[reportCspViolations];
  return (body: unknown) => handler({ body } as Parameters<typeof handler>[0]);
}
const violation = (effectiveDirective: string) => ({ type: 'csp-violation', body: { effectiveDirective } });

it('Only words of the policy are counted and logged: what anybody writes instead of one is “other”', () => {
  const report = reporter();
  report({ 'csp-report': { 'violated-directive': 'img-src https://shop.example.com' } });
  report([
    violation('script-src-elem'),
    violation('anna@example.com'),
    violation(''),
    { type: 'csp-violation' },
  ]);
  expect(counted.mock.calls).toEqual([
    ['img-src'],
    ['script-src-elem'],
    ['(other)'],
    ['(other)'],
    ['(other)'],
  ]);
  expect(logged.mock.calls.map(([fields]) => (fields as { directive: string }).directive)).toEqual(
    counted.mock.calls.flat(),
  );
});

it('Of one delivery ten reports are looked at', () => {
  reporter()(Array.from({ length: 80 }, () => violation('img-src')));
  expect(counted).toHaveBeenCalledTimes(10);
});

it('Twenty lines a minute are logged, all are counted, and the next minute has twenty of its own', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const report = reporter();
  const many = () => {
    for (let sent = 0; sent < 30; sent += 1) report([violation('img-src')]);
    return logged.mock.calls.length;
  };
  expect(many()).toBe(20);
  vi.advanceTimersByTime(59_000);
  expect(many()).toBe(20);
  vi.advanceTimersByTime(1000);
  expect(many()).toBe(40);
  expect(counted).toHaveBeenCalledTimes(90);
});
