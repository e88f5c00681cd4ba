import { type ScreenName, screenAt } from '#client/routes.tsx';
import type { PageVitals } from '#shared/api/web-vitals.ts';
import { longest, type Observe, wholeMs } from './observe.ts';

type Inp = NonNullable<PageVitals['inp']>;

/**
 * One interaction in so many may be worse than the figure (web.dev/articles/inp), so that one outlier does not decide a
 * long visit.
 */
const forgivenOf = 50;

/**
 * Interaction to Next Paint (INP) by the route on which the press was made, even if it led to another one.
 * @returns a function that returns the figures since its last call
 */
export function followInteractions(observe: Observe): () => [ScreenName, Inp][] {
  /** By route and by the browser's interaction id the longest event: a press causes several, the slowest counts. */
  const interactions = new Map<ScreenName, Map<number, PerformanceEventTiming>>();
  let route = screenAt(location.pathname);
  const noteRoute = () => {
    route = screenAt(location.pathname);
  };
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, noteRoute, { capture: true, passive: true });
  const take = (entries: PerformanceEventTiming[]) => {
    const ofRoute = interactions.get(route) ?? new Map<number, PerformanceEventTiming>();
    for (const entry of entries) {
      const { interactionId, duration } = entry;
      if (!interactionId || duration <= (ofRoute.get(interactionId)?.duration ?? 0)) continue;
      interactions.set(route, ofRoute.set(interactionId, entry));
    }
  };
  // Below 16 ms browsers report no event, except the first press.
  observe('event', take, { durationThreshold: 16 });
  observe('first-input', take);
  return () => {
    const figures = [...interactions].map(([name, ofRoute]): [ScreenName, Inp] => [
      name,
      inpOf([...ofRoute.values()]),
    ]);
    interactions.clear();
    return figures;
  };
}

function inpOf(entries: PerformanceEventTiming[]): Inp {
  const worst = entries.sort((a, b) => b.duration - a.duration)[Math.floor(entries.length / forgivenOf)];
  const { startTime, processingStart, processingEnd, duration } = worst as PerformanceEventTiming;
  const parts = {
    'input-delay': processingStart - startTime,
    processing: processingEnd - processingStart,
    presentation: startTime + duration - processingEnd,
  };
  return { ms: wholeMs(duration), part: longest(parts) };
}
