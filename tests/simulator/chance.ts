/** Deterministic pseudo-random numbers: they depend on the seed alone. */

/** A generator of numbers from 0 up to 1 (mulberry32). */
export function rowOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed derived from a seed and words (FNV-1a). */
export function seedOf(seed: number, words: string): number {
  let hash = (0x81_1c_9d_c5 ^ seed) >>> 0;
  for (let index = 0; index < words.length; index += 1) {
    hash = Math.imul(hash ^ words.charCodeAt(index), 0x01_00_01_93) >>> 0;
  }
  return hash;
}

/** Random numbers in separate streams, by purpose. */
export interface Dice {
  /** A number from 0 up to 1. */
  throw(what: string): number;
  /** True with this probability, in percent. */
  percent(what: string, percent: number): boolean;
  /** A whole number from `least` to `most`. */
  between(what: string, least: number, most: number): number;
}

/**
 * Random numbers that depend on purpose and time only, not on what other actors draw: a story from which a step is
 * removed continues as before where possible.
 */
export function diceOf(seed: number, now: () => number): Dice {
  let at = Number.NaN;
  const times = new Map<string, number>();
  const toss = (what: string): number => {
    if (now() !== at) {
      at = now();
      times.clear();
    }
    const time = times.get(what) ?? 0;
    times.set(what, time + 1);
    return rowOf(seedOf(seed, `${what} ${at} ${time}`))();
  };
  return {
    throw: toss,
    percent: (what, percent) => toss(what) * 100 < percent,
    between: (what, least, most) => least + Math.floor(toss(what) * (most - least + 1)),
  };
}
