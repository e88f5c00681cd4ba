// Web Vitals as Prometheus histograms: by route and kind of device, with their longest parts.

import { Counter, Histogram, type Registry } from 'prom-client';
import type { WebVitals } from '#shared/api/web-vitals.ts';
import { routes, type SiteRoute } from '#shared/routes.ts';

/**
 * Seconds; includes the limits of good and poor for TTFB (0.8, 1.8), LCP (2.5, 4) and INP (0.2, 0.5)
 * (web.dev/articles/vitals).
 */
const timeBuckets = [0.025, 0.05, 0.1, 0.2, 0.35, 0.5, 0.8, 1.2, 1.8, 2.5, 4, 10];
/** Good is up to 0.1, poor from 0.25. */
const shiftBuckets = [0, 0.01, 0.05, 0.1, 0.25, 0.5, 1];

const patterns: Readonly<Record<string, SiteRoute>> = routes;
/** A route's name, as in the other metrics. */
const patternOf = (route: string) => patterns[route]?.path ?? '(not found)';

/** Creates the metrics. @returns a function that counts one report */
export function countWebVitals(registers: Registry[]): (vitals: WebVitals) => void {
  const times = new Histogram({
    name: 'shop_web_vitals_seconds',
    help: 'What visitors waited for (ttfb, lcp, inp), by route and kind of device',
    labelNames: ['vital', 'route', 'device'],
    buckets: timeBuckets,
    registers,
  });
  const shifts = new Histogram({
    name: 'shop_web_vitals_cls',
    help: 'How much of a page moved by itself while it was read, by route and kind of device',
    labelNames: ['route', 'device'],
    buckets: shiftBuckets,
    registers,
  });
  const parts = new Counter({
    name: 'shop_web_vitals_longest_part_total',
    help: 'What took the longest of a wait (lcp, inp), by kind of device',
    labelNames: ['vital', 'part', 'device'],
    registers,
  });
  return ({ device, pages }) => {
    for (const { route: name, ttfb, lcp, inp, cls } of pages) {
      const where = { route: patternOf(name), device };
      if (ttfb !== undefined) times.observe({ vital: 'ttfb', ...where }, ttfb / 1000);
      for (const [vital, wait] of Object.entries({ lcp, inp })) {
        if (!wait) continue;
        times.observe({ vital, ...where }, wait.ms / 1000);
        parts.inc({ vital, part: wait.part, device });
      }
      if (cls !== undefined) shifts.observe(where, cls);
    }
  };
}
