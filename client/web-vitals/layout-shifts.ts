import { type ScreenName, screenAt } from '#client/routes.tsx';
import { vitalsLimits } from '#shared/web-vitals-limits.ts';
import type { Observe } from './observe.ts';

/** Not in TypeScript's types (wicg.github.io/layout-instability). */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Shifts within a second of each other form a group of at most five seconds, in milliseconds (web.dev/articles/cls). */
const longestPause = 1000;
const longestWindow = 5000;

/**
 * Cumulative Layout Shift (CLS) by route: the worst group of shifts that no press had caused.
 * @returns a function that returns the figures since its last call
 */
export function followLayoutShifts(observe: Observe): () => [ScreenName, number][] {
  const worst = new Map<ScreenName, number>();
  let group = { route: screenAt(location.pathname), sum: 0, first: 0, last: Number.NEGATIVE_INFINITY };
  // In browsers that report shifts, a first page without any has 0.
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) worst.set(group.route, 0);
  observe<LayoutShift>('layout-shift', (entries) => {
    const route = screenAt(location.pathname);
    for (const { startTime, value, hadRecentInput } of entries) {
      if (hadRecentInput) continue;
      const goesOn =
        group.route === route &&
        startTime - group.last < longestPause &&
        startTime - group.first < longestWindow;
      if (!goesOn) group = { route, sum: 0, first: startTime, last: startTime };
      group.sum += value;
      group.last = startTime;
      worst.set(route, Math.max(worst.get(route) ?? 0, group.sum));
    }
  });
  return () => {
    const figures = [...worst].map(([route, sum]): [ScreenName, number] => [
      route,
      Math.min(vitalsLimits.cls, Math.round(sum * 10_000) / 10_000),
    ]);
    worst.clear();
    return figures;
  };
}
