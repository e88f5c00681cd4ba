import type { PageVitals } from '#shared/api/web-vitals.ts';
import { longest, type Observe, wholeMs } from './observe.ts';

/** When a prerendered document was shown, in milliseconds; not in TypeScript's types. */
type Navigation = PerformanceNavigationTiming & { activationStart?: number };

/**
 * Time to First Byte (TTFB) and Largest Contentful Paint (LCP) of the document, once each: browsers stop reporting larger
 * paints at the first press. A page that was hidden before has no LCP, because nobody saw its paints.
 * @returns a function that returns both
 */
export function followLargestPaint(
  observe: Observe,
): (navigation: Navigation) => Pick<PageVitals, 'ttfb' | 'lcp'> {
  const wasHidden = document.visibilityState === 'hidden';
  let last: LargestContentfulPaint | undefined;
  observe<LargestContentfulPaint>('largest-contentful-paint', (entries) => {
    last = entries.at(-1) ?? last;
  });
  return ({ responseStart, activationStart: shown = 0 }) => {
    const after = (time: number) => Math.max(0, time - shown);
    const ttfb = after(responseStart);
    const hidden = performance
      .getEntriesByType('visibility-state')
      .some(
        ({ name, startTime }) => name === 'hidden' && startTime > shown && startTime < (last?.startTime ?? 0),
      );
    if (!last || wasHidden || hidden) return { ttfb: wholeMs(ttfb) };
    const { url, startTime } = last;
    const [file] = url ? (performance.getEntriesByName(url, 'resource') as PerformanceResourceTiming[]) : [];
    const lcp = after(startTime);
    // Text has no file: all of its time after the first byte is rendering.
    const asked = Math.max(ttfb, file ? after(file.requestStart || file.startTime) : 0);
    const loaded = Math.min(lcp, Math.max(asked, file ? after(file.responseEnd) : 0));
    const parts = { ttfb, 'load-delay': asked - ttfb, load: loaded - asked, render: lcp - loaded };
    return { ttfb: wholeMs(ttfb), lcp: { ms: wholeMs(lcp), part: longest(parts) } };
  };
}
