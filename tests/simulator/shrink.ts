import type { Plan } from './plan.ts';
import type { Ending } from './simulate.ts';

/** A plan that is as short as it can be made, and what comes of it. */
export interface Shrunk {
  plan: Plan;
  ending: Pick<Ending, 'breach' | 'story'>;
  /** How many simulations it took. */
  runs: number;
}

/** Most simulations that are spent on making one story shorter. */
const mostRuns = 400;

/**
 * Takes steps and storms out of a plan that breaks a rule, as long as the same rule is broken without them: halves first, then
 * smaller pieces, down to single ones.
 * @param play plays a plan on an empty shop
 */
export async function shrink(
  plan: Plan,
  ending: Pick<Ending, 'breach' | 'story'>,
  play: (plan: Plan) => Promise<Pick<Ending, 'breach' | 'story'>>,
): Promise<Shrunk> {
  const best: Shrunk = { plan, ending, runs: 0 };

  async function stillBreaks(candidate: Plan): Promise<boolean> {
    best.runs += 1;
    const outcome = await play(candidate);
    if (outcome.breach?.rule !== ending.breach?.rule) return false;
    best.plan = candidate;
    best.ending = outcome;
    return true;
  }
  async function thin<K extends 'steps' | 'storms'>(key: K): Promise<boolean> {
    let isShorter = false;
    for (
      let size = Math.ceil(best.plan[key].length / 2);
      size >= 1;
      size = size === 1 ? 0 : Math.ceil(size / 2)
    ) {
      for (let from = 0; from < best.plan[key].length && best.runs < mostRuns; ) {
        const rest = best.plan[key].filter((_, index) => index < from || index >= from + size);
        if (await stillBreaks({ ...best.plan, [key]: rest })) isShorter = true;
        else from += size;
      }
    }
    return isShorter;
  }
  while ((await thin('storms')) || (await thin('steps'))) if (best.runs >= mostRuns) break;
  return best;
}
