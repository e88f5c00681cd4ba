// Web Vitals of visitors since this process started, in memory, for the operator's page. Prometheus has the same by
// route, and across restarts.

import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { Spread } from '#shared/api/operator.ts';
import { deviceKinds, type WebVitals } from '#shared/api/web-vitals.ts';

export type WebVitalsFigures = ReturnType<typeof collectWebVitals>;

/** Times of up to a minute in buckets, in constant memory: figures are at most a hundredth too large. */
const newTimes = () => createHistogram({ lowest: 1, highest: 60_000, figures: 2 });

function spreadOf(times: RecordableHistogram): Spread | null {
  if (times.count === 0) return null;
  return { visits: times.count, half: times.percentile(50), nineOfTen: times.percentile(90) };
}

/** @param since now, when this process started counting */
export function collectWebVitals(since: Date) {
  const devices = new Map(deviceKinds.map((kind) => [kind, { answers: newTimes(), shows: newTimes() }]));
  return {
    since,
    record({ device, pages }: WebVitals): void {
      const times = devices.get(device);
      for (const { inp, lcp } of pages) {
        if (inp) times?.answers.record(Math.max(1, inp.ms));
        if (lcp) times?.shows.record(Math.max(1, lcp.ms));
      }
    },
    /**
     * The kinds of device with reports, in the order of the schema: the times from an interaction to the next frame
     * (INP), and from the navigation until the largest picture or text is shown (LCP); `null` before the first.
     */
    figures: () =>
      [...devices]
        .map(([device, { answers, shows }]) => ({
          device,
          answers: spreadOf(answers),
          shows: spreadOf(shows),
        }))
        .filter(({ answers, shows }) => answers || shows),
  };
}
