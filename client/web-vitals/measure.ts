/**
 * How fast the pages are for who looks at them (web vitals, real user monitoring), told to the site when the page is hidden or left:
 * by route and kind of device, without any id. What each figure is stands at its schema (shared/api/web-vitals.ts). Google's
 * `web-vitals` would weigh 3.2 kB without saying what took the time, and 5.3 kB with it; tests/e2e/web-vitals.thorough.spec.ts compares the two.
 */

import { screenAt } from '#client/routes.tsx';
import type { DeviceKind, PageVitals, WebVitals } from '#shared/api/web-vitals.ts';
import { followInteractions } from './interactions.ts';
import { followLargestPaint } from './largest-paint.ts';
import { followLayoutShifts } from './layout-shifts.ts';
import type { Observe } from './observe.ts';

/** As the schema has it, which stays on the server. */
const mostPages = 8;

/** Begins to measure what was and what comes: browsers keep the entries of before. @param reportTo path of the site's call */
export function measureWebVitals(reportTo: string): void {
  const flushes: (() => void)[] = [];
  // A browser that does not know a kind of entry ignores it.
  const observe: Observe = <E extends PerformanceEntry>(
    type: string,
    take: (entries: E[]) => void,
    options?: { durationThreshold: number },
  ) => {
    const observer = new PerformanceObserver((list) => take(list.getEntries() as E[]));
    observer.observe({ type, buffered: true, ...options });
    flushes.push(() => take(observer.takeRecords() as E[]));
  };
  const largestPaint = followLargestPaint(observe);
  const interactions = followInteractions(observe);
  const shifts = followLayoutShifts(observe);
  let isFirst = true;

  function report(): void {
    for (const flush of flushes) flush();
    const pages = new Map<string, PageVitals>();
    const page = (route: string) => {
      const known = pages.get(route) ?? { route };
      pages.set(route, known);
      return known;
    };
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (isFirst && navigation)
      Object.assign(page(screenAt(new URL(navigation.name).pathname)), largestPaint(navigation));
    isFirst = false;
    for (const [route, inp] of interactions()) page(route).inp = inp;
    for (const [route, cls] of shifts()) page(route).cls = cls;
    if (pages.size === 0) return;
    const vitals: WebVitals = { device: deviceKind(), pages: [...pages.values()].slice(0, mostPages) };
    // As `navigator.sendBeacon`, which cannot leave the cookies out: the browser sends it though the page is gone.
    fetch(reportTo, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(vitals),
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }).catch(() => {
      // Without a line there is nobody to tell: the figures of this look are lost, as those of a browser that was killed.
    });
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') report();
  });
}

/** Large screens under a finger are tablets; whatever has a mouse is a desktop, however narrow its window. */
function deviceKind(): DeviceKind {
  if (!matchMedia('(pointer: coarse)').matches) return 'desktop';
  return Math.min(innerWidth, innerHeight) < 600 ? 'phone' : 'tablet';
}
