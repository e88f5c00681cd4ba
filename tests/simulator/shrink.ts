import type { Plan } from './plan.ts';
import type { Ending } from './simulate.ts';

/** A shortened plan, and its result. */
export interface Shrunk {
  plan: Plan;
  ending: Pick<Ending, 'breach' | 'story'>;
  /** How many simulations it took. */
  runs: number;
}

/** The limit of simulations for shortening one story. */
const mostRuns = 400;

/**
 * Removes steps and storms from a failing plan as long as the same invariant is still violated: halves first, then
 * smaller parts, down to single ones (delta debugging).
 * @param play simulates a plan on an empty shop
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
