import { vitalsLimits } from '#shared/web-vitals-limits.ts';

/** Observes entries of a type, including earlier ones (PerformanceObserver, `buffered`). */
export type Observe = <E extends PerformanceEntry>(
  type: string,
  take: (entries: E[]) => void,
  options?: { durationThreshold: number },
) => void;

/** Whole milliseconds, at most a minute, as the API accepts them. */
export const wholeMs = (ms: number): number => Math.min(vitalsLimits.ms, Math.max(0, Math.round(ms)));

/** The name of the longest of several times. */
export function longest<Part extends string>(parts: Readonly<Record<Part, number>>): Part {
  const names = Object.keys(parts) as Part[];
  return names.reduce((most, name) => (parts[name] > parts[most] ? name : most));
}
