import { type ScreenName, screenAt } from '#client/routes.tsx';
import type { PageVitals } from '#shared/api/web-vitals.ts';
import { longest, type Observe, wholeMs } from './observe.ts';

type Inp = NonNullable<PageVitals['inp']>;

/** One in so many interactions may be worse than the figure (web.dev/articles/inp), so that a long visit is not judged by one slip. */
const forgivenOf = 50;

/**
 * Interaction to Next Paint by the route on which the press was made, also when it led to another one.
 * @returns asks for the figures of the time since it was last asked
 */
export function followInteractions(observe: Observe): () => [ScreenName, Inp][] {
  /** By route and by the browser's id of the interaction its longest event: a press makes several, the slowest counts. */
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
  // Below 16 ms no browser tells; the first press it tells of however fast it was.
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
