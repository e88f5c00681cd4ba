// Web Vitals of visitors since this process started, in memory, for the operator's page. Prometheus has the same by
// route, and across restarts.

import type { Spread } from '#shared/api/operator.ts';
import { deviceKinds, type WebVitals } from '#shared/api/web-vitals.ts';

export type WebVitalsFigures = ReturnType<typeof collectWebVitals>;

/** Each bucket is this much wider than the one below it: figures are at most a tenth too large. */
const growth = 1.1;

/** A histogram of times in buckets: constant memory, some 120 numbers up to a minute. */
class Times {
  readonly #counts: number[] = [];
  #visits = 0;

  add(ms: number): void {
    const index = ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(growth));
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#visits += 1;
  }

  spread(): Spread | null {
    if (this.#visits === 0) return null;
    return { visits: this.#visits, half: this.#within(0.5), nineOfTen: this.#within(0.9) };
  }

  /** The upper bound of the bucket with this percentile, in whole milliseconds. */
  #within(share: number): number {
    let left = Math.ceil(this.#visits * share);
    const index = this.#counts.findIndex((count = 0) => {
      left -= count;
      return left <= 0;
    });
    return Math.round(growth ** index);
  }
}

/** @param since now, when this process started counting */
export function collectWebVitals(since: Date) {
  const devices = new Map(deviceKinds.map((kind) => [kind, { answers: new Times(), shows: new Times() }]));
  return {
    since,
    record({ device, pages }: WebVitals): void {
      const times = devices.get(device);
      for (const { inp, lcp } of pages) {
        if (inp) times?.answers.add(inp.ms);
        if (lcp) times?.shows.add(lcp.ms);
      }
    },
    /**
     * The kinds of device with reports, in the order of the schema: the times from an interaction to the next frame
     * (INP), and from the navigation until the largest picture or text is shown (LCP); `null` before the first.
     */
    figures: () =>
      [...devices]
        .map(([device, { answers, shows }]) => ({ device, answers: answers.spread(), shows: shows.spread() }))
        .filter(({ answers, shows }) => answers || shows),
  };
}
