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

it.each([
  ['inline', 'inline'],
  ['wasm-eval', 'wasm-eval'],
  ['https://evil.example:8443/a?email=anna@example.com', 'https://evil.example:8443'],
  ['data:text/html,anna', 'data:'],
  ['anna@example.com', '(other)'],
  ['Anna', '(other)'],
  ['a'.repeat(31), '(other)'],
  [`https://${'a'.repeat(400)}.example`, `https://${'a'.repeat(192)}`],
  [`${'a'.repeat(400)}:x`, 'a'.repeat(200)],
  [undefined, '(other)'],
])('Of what was blocked no more is logged than a word or an origin: %s', (blocked, told) => {
  const report = reporter();
  const directive = 'img-src';
  report({ 'csp-report': { 'effective-directive': directive, 'blocked-uri': blocked } });
  report([{ type: 'csp-violation', body: { effectiveDirective: directive, blockedURL: blocked } }]);
  expect(logged.mock.calls.map(([fields]) => fields)).toEqual(
    Array(2).fill({ directive, page: '(other)', blocked: told }),
  );
});

it.each([
  ['https://shop.example/shop?email=anna@example.com#x', '/shop'],
  ['https://shop.example/open/a-secret-token', '(other)'],
  ['no address', '(other)'],
])('Of a page no more is logged than that it is one of the site’s own: %s', (document, page) => {
  const report = reporter();
  report({ 'csp-report': { 'document-uri': document } });
  report([{ type: 'csp-violation', body: { documentURL: document } }]);
  expect(logged.mock.calls.map(([fields]) => fields)).toMatchObject([{ page }, { page }]);
});

it.each([
  ['no report', {}],
  ['a list of something else', ['x']],
  ['reports of another kind', [{ type: 'deprecation', body: { effectiveDirective: 'img-src' } }]],
])('What is %s counts as nothing', (_what, body) => {
  reporter()(body);
  expect(counted).not.toHaveBeenCalled();
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
