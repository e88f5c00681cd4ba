/**
 * Web Vitals (real user monitoring), reported to the site when the page is hidden or left: by route and kind of device,
 * without any id. The schema explains each figure (shared/api/web-vitals.ts). Google's `web-vitals` would add 3.2 kB, or
 * 5.3 kB with attribution; tests/e2e/web-vitals.thorough.spec.ts compares the two.
 */

import { screenAt } from '#client/routes.tsx';
import type { DeviceKind, PageVitals, WebVitals } from '#shared/api/web-vitals.ts';
import { vitalsLimits } from '#shared/web-vitals-limits.ts';
import { followInteractions } from './interactions.ts';
import { followLargestPaint } from './largest-paint.ts';
import { followLayoutShifts } from './layout-shifts.ts';
import type { Observe } from './observe.ts';

/** Starts measuring, including earlier entries that browsers have buffered. @param reportTo path of the site's call */
export function measureWebVitals(reportTo: string): void {
  const flushes: (() => void)[] = [];
  // A browser that does not know an entry type ignores it.
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
    const vitals: WebVitals = {
      device: deviceKind(),
      pages: [...pages.values()].slice(0, vitalsLimits.pages),
    };
    // Like `navigator.sendBeacon`, which cannot omit cookies: the browser sends it even after the page is gone.
    fetch(reportTo, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(vitals),
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }).catch(() => {
      // Offline the figures are lost, like those of a browser that was killed.
    });
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') report();
  });
}

/** Large touch screens are tablets; everything with a mouse is a desktop, however narrow its window. */
function deviceKind(): DeviceKind {
  if (!matchMedia('(pointer: coarse)').matches) return 'desktop';
  return Math.min(innerWidth, innerHeight) < 600 ? 'phone' : 'tablet';
}
