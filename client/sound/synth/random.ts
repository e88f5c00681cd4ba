/** A source of chance that gives the same numbers for the same seed, so that a scene sounds the same everywhere. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  between(low: number, high: number): number;
  /** At least `low`, at most `high`, whole. */
  whole(low: number, high: number): number;
  /** -1 to 1, evenly: one sample of white noise. */
  noise(): number;
}

const increment = 0x9e3779b9;

/** @param seed any text; it is mixed into 32 bits */
export function createRandom(seed: string): Random {
  let state = 0x1f123bb5;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x5bd1e995) ^ (state >>> 13);
  // A counter whose bits are stirred twice: cheap, and even enough that no pattern is heard.
  const bits = () => {
    state = (state + increment) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const next = () => bits() / 0x1_0000_0000;
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor((high - low + 1) * next()),
    noise: () => bits() / 0x8000_0000 - 1,
  };
}
