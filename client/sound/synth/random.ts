/** A seeded random number generator, so that a scene sounds the same everywhere. */
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
  // In an array, because a closure's number variable would be allocated anew at every sample of noise.
  const state = Int32Array.of(0x1f123bb5);
  for (const char of seed) {
    const before = state[0] as number;
    state[0] = Math.imul(before ^ (char.codePointAt(0) ?? 0), 0x5bd1e995) ^ (before >>> 13);
  }
  // A counter with its bits mixed twice: cheap, and even enough that no pattern is audible.
  const bits = () => {
    const next = ((state[0] as number) + increment) | 0;
    state[0] = next;
    let mixed = Math.imul(next ^ (next >>> 15), 0x2c1b3c6d);
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
