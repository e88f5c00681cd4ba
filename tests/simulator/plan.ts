import { releaseCalendar } from '#shared/release-days.ts';
import { startOfShopDay } from '#shared/shop-days.ts';
import { rowOf, seedOf } from './chance.ts';
import { names } from './people.ts';
import { type StepName, stepWeights } from './steps.ts';
import { type Storm, troubles } from './weather.ts';

/** One planned action of a person. */
export interface Step {
  /** Milliseconds since 1970. */
  at: number;
  what: StepName;
  /** The index of the person. */
  who: number;
  /** The seed of everything else about it: product, order, pauses. */
  pick: number;
}

/** The input of one simulation, which determines everything else. */
export interface Plan {
  seed: number;
  /** Milliseconds since 1970. */
  start: number;
  /** How long people act and faults occur, in milliseconds; after it there are no more faults. */
  lengthMs: number;
  people: number;
  steps: readonly Step[];
  storms: readonly Storm[];
  /** How far the clock of a process may be off, in milliseconds; 0 when all clocks are right. */
  mostSkewMs: number;
  /** Whether buyers have to consent to delivery at once, which ends their right of withdrawal. */
  asksConsent: boolean;
}

/** Past two minutes the doctor calls a clock wrong; signatures and tokens bear five. */
const usualSkewMs = 2 * 60_000;

const ordinaryDay = Date.parse('2026-03-02T08:00:00Z');
const releaseDays = [...new Set(Object.values(releaseCalendar))].toSorted();
const minuteMs = 60_000;

/** Options that do not follow from the seed. */
export interface PlanOptions {
  /** How long people act and faults occur. */
  minutes: number;
  /** Whether the clocks of processes may be off, as in two of three stories. */
  clocks?: 'any' | 'right' | undefined;
  /** Whether it may be about midnight before a release, and consent be asked for, as in half of the stories each. */
  days?: 'any' | 'ordinary' | undefined;
}

export function planOf(seed: number, { minutes, clocks = 'any', days = 'any' }: PlanOptions): Plan {
  const row = rowOf(seedOf(seed, 'plan'));
  const upTo = (most: number) => Math.floor(row() * (most + 1));
  const lengthMs = minutes * minuteMs;
  const { start, asksConsent } =
    days === 'any' ? occasionOf(seed, lengthMs) : { start: ordinaryDay, asksConsent: false };
  const people = 2 + upTo(names.length - 2);
  const bag = Object.entries(stepWeights).flatMap(([what, weight]) =>
    Array<StepName>(weight).fill(what as StepName),
  );
  const steps: Step[] = [];
  // Actions come in bursts, because isolated ones conflict with nothing.
  const bursts = 4 + upTo(Math.ceil(minutes / 6));
  for (let burst = 0; burst < bursts; burst += 1) {
    const at = start + upTo(lengthMs);
    const spreadMs = row() < 0.5 ? 500 : 120_000;
    const crowd = 1 + upTo(5);
    for (let number = 0; number < crowd; number += 1) {
      const what = bag[upTo(bag.length - 1)] ?? 'buys';
      steps.push({ at: at + upTo(spreadMs), what, who: upTo(people - 1), pick: upTo(2 ** 30) });
    }
  }
  const storms: Storm[] = [];
  for (let count = upTo(4); count > 0; count -= 1) {
    const from = start + upTo(lengthMs);
    const what = troubles[upTo(troubles.length - 1)] ?? 'line';
    storms.push({ what, from, to: from + minuteMs * (1 + upTo(40)) });
  }
  steps.sort((one, other) => one.at - other.at);
  const mayBeOff = clocks === 'any' && rowOf(seedOf(seed, 'clocks'))() < 2 / 3;
  return {
    seed,
    start,
    lengthMs,
    people,
    steps,
    storms,
    mostSkewMs: mayBeOff ? usualSkewMs : 0,
    asksConsent,
  };
}

/** When a story begins: on an ordinary day, or so that a release falls into it. */
function occasionOf(seed: number, lengthMs: number) {
  const row = rowOf(seedOf(seed, 'the occasion'));
  const isRelease = row() < 0.5;
  const day = releaseDays[Math.floor(row() * releaseDays.length)];
  const start = isRelease && day !== undefined ? startOfShopDay(day).getTime() - lengthMs / 2 : ordinaryDay;
  return { start, asksConsent: row() < 0.5 };
}
