/** A filter's three outputs for one sample. */
interface Filter {
  /** @param hz centre or edge; @param q sharpness, 0.7 is neutral. Cheap enough to call every few samples. */
  tune(hz: number, q: number): void;
  low(sample: number): number;
  /** Unity gain at the centre, whatever the sharpness. */
  band(sample: number): number;
  high(sample: number): number;
}

/** Indices of a filter's numbers in its array. */
const damping = 0;
const a1 = 1;
const a2 = 2;
const a3 = 3;
const first = 4;
const second = 5;
const bandOut = 6;
const lowOut = 7;

/**
 * A state-variable filter with trapezoidal integrators: it can be swept without clicks, which a wind needs.
 * Source: A. Simper, "Linear trapezoidal integrated SVF" (Cytomic technical papers, 2013).
 * @param rate samples a second
 */
export function createFilter(rate: number, hz = 1000, q = 0.7): Filter {
  // Number variables that a closure changes are boxed anew at every change; in an array of numbers nothing is allocated,
  // which halves the time for a wind.
  const memory = new Float64Array(8);
  const tune = (toHz: number, toQ: number) => {
    const warped = Math.tan((Math.PI * Math.min(Math.max(toHz, 10), rate * 0.46)) / rate);
    memory[damping] = 1 / toQ;
    memory[a1] = 1 / (1 + warped * (warped + 1 / toQ));
    memory[a2] = warped * (memory[a1] as number);
    memory[a3] = warped * (memory[a2] as number);
  };
  const step = (sample: number) => {
    const held = memory[first] as number;
    const kept = memory[second] as number;
    const input = sample - kept;
    const band = (memory[a1] as number) * held + (memory[a2] as number) * input;
    const low = kept + (memory[a2] as number) * held + (memory[a3] as number) * input;
    memory[first] = 2 * band - held;
    memory[second] = 2 * low - kept;
    memory[bandOut] = band;
    memory[lowOut] = low;
  };
  tune(hz, q);
  return {
    tune,
    low(sample) {
      step(sample);
      return memory[lowOut] as number;
    },
    band(sample) {
      step(sample);
      return (memory[damping] as number) * (memory[bandOut] as number);
    },
    high(sample) {
      step(sample);
      return sample - (memory[damping] as number) * (memory[bandOut] as number) - (memory[lowOut] as number);
    },
  };
}
