import { expect, it, vi } from 'vitest';
import { reportWebVitals } from '#shared/endpoints.ts';
import type { Services } from '../services.ts';
import { webVitalsCalls } from './web-vitals.ts';

it.each([
  ['a shop that collects them', true, {}, 1],
  ['one that does not', false, {}, 0],
  ['whoever sends Do Not Track', true, { dnt: '1' }, 0],
  ['whoever sends Global Privacy Control', true, { 'sec-gpc': '1' }, 0],
  ['whoever says by Do Not Track that they do not mind', true, { dnt: '0' }, 1],
])(
  'Of %s figures of pages are counted, or not',
  (_, collectsWebVitals, headers: Record<string, string>, times) => {
    const [webVitals, record] = [vi.fn(), vi.fn()];
    const services = { config: { collectsWebVitals }, metrics: { webVitals }, webVitals: { record } };
    const handler = webVitalsCalls(services as unknown as Services)[reportWebVitals];
    const locals: { quietRoute?: string } = {};
    const request = { get: (name: string) => headers[name] };
    handler({ request, response: { locals }, body: {} } as unknown as Parameters<typeof handler>[0]);
    expect([webVitals, record].map(({ mock }) => mock.calls.length)).toEqual([times, times]);
    expect(locals.quietRoute).toBe('/api/web-vitals');
  },
);
