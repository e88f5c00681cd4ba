import type { Dice } from './chance.ts';

/** The faults that can be injected. */
export const troubles = [
  'stripe', // Stripe's API does not answer, or its answers are lost
  'webhooks', // events are not delivered at all
  'pool', // the user pool
  'post', // the mail service
  'disk', // the disk refuses writes, at any point of a transaction
  'database', // a commit is confirmed too late: nobody knows whether it happened
  'line', // customers' requests and answers are lost, and sent twice
] as const;
export type Trouble = (typeof troubles)[number];

/** A storm: a period of frequent faults, in milliseconds since 1970. */
export interface Storm {
  what: Trouble;
  from: number;
  to: number;
}

export interface Weather {
  /** Whether a fault occurs now: nearly always in a storm, seldom otherwise, never once it is calm. */
  strikes(what: Trouble, usualPercent: number): boolean;
  /** No more faults from now on. */
  calm(): void;
}

const stormyPercent = 60;

export function weatherOf(storms: readonly Storm[], dice: Dice, now: () => number): Weather {
  let isCalm = false;
  return {
    strikes(what, usualPercent) {
      if (isCalm) return false;
      const isStormy = storms.some((storm) => storm.what === what && storm.from <= now() && now() < storm.to);
      return dice.percent(`trouble ${what}`, isStormy ? stormyPercent : usualPercent);
    },
    calm() {
      isCalm = true;
    },
  };
}
