/** The three ways out of a filter for one sample. */
export interface Filter {
  /** @param hz centre or edge; @param q sharpness, 0.7 is neutral. Cheap enough to call every few samples. */
  tune(hz: number, q: number): void;
  low(sample: number): number;
  /** Unity gain at the centre, whatever the sharpness. */
  band(sample: number): number;
  high(sample: number): number;
}

/**
 * A state-variable filter with trapezoidal integrators: it can be swept without clicks, which a wind needs.
 * Source: A. Simper, "Linear trapezoidal integrated SVF" (Cytomic technical papers, 2013).
 * @param rate samples a second
 */
export function createFilter(rate: number, hz = 1000, q = 0.7): Filter {
  let damping = 0;
  let a1 = 0;
  let a2 = 0;
  let a3 = 0;
  let first = 0;
  let second = 0;
  let lowOut = 0;
  let bandOut = 0;
  const tune = (toHz: number, toQ: number) => {
    const warped = Math.tan((Math.PI * Math.min(Math.max(toHz, 10), rate * 0.46)) / rate);
    damping = 1 / toQ;
    a1 = 1 / (1 + warped * (warped + damping));
    a2 = warped * a1;
    a3 = warped * a2;
  };
  const step = (sample: number) => {
    const input = sample - second;
    bandOut = a1 * first + a2 * input;
    lowOut = second + a2 * first + a3 * input;
    first = 2 * bandOut - first;
    second = 2 * lowOut - second;
  };
  tune(hz, q);
  return {
    tune,
    low(sample) {
      step(sample);
      return lowOut;
    },
    band(sample) {
      step(sample);
      return damping * bandOut;
    },
    high(sample) {
      step(sample);
      return sample - damping * bandOut - lowOut;
    },
  };
}
