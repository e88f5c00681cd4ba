import { expect, it } from 'vitest';
import type { WebVitals } from '#shared/api/web-vitals.ts';
import { collectWebVitals } from './web-vitals.ts';

const phone = (ms: number): WebVitals => ({
  device: 'phone',
  pages: [{ route: 'shop', inp: { ms, part: 'processing' }, cls: 0 }],
});

it('What half of the visits stayed within, and nine of ten, is right to a tenth, from none to a minute', () => {
  const vitals = collectWebVitals(new Date());
  expect(vitals.figures()).toEqual([]);
  for (const ms of [0, 1, 8, 95, 96, 97, 98, 200, 210, 60_000]) vitals.record(phone(ms));
  const [figures, ...others] = vitals.figures();
  expect(others).toEqual([]);
  expect(figures).toMatchObject({ device: 'phone', shows: null, answers: { visits: 10 } });
  const { half = 0, nineOfTen = 0 } = figures?.answers ?? {};
  expect(half).toBeGreaterThanOrEqual(96);
  expect(half).toBeLessThanOrEqual(96 * 1.1);
  expect(nineOfTen).toBeGreaterThanOrEqual(210);
  expect(nineOfTen).toBeLessThanOrEqual(210 * 1.1);
});

it('The slowest that there can be is told, and kinds of device are kept apart, the smallest screens first', () => {
  const vitals = collectWebVitals(new Date());
  vitals.record({ device: 'desktop', pages: [{ route: 'home', lcp: { ms: 60_000, part: 'load' } }] });
  vitals.record(phone(0));
  const [first, second] = vitals.figures();
  expect(first).toEqual({ device: 'phone', shows: null, answers: { visits: 1, half: 1, nineOfTen: 1 } });
  expect(second).toMatchObject({ device: 'desktop', answers: null, shows: { visits: 1 } });
  expect(second?.shows?.half).toBeGreaterThanOrEqual(60_000);
});
