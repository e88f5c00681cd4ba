/** The numbers of a second-order filter, divided by its first below the line. */
export type Coefficients = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

/** A second-order filter and what it still remembers. */
export interface Filter {
  coefficients: Coefficients;
  /** The last two samples that went in, and the last two that came out. */
  state: Float64Array;
}

export const createFilter = (coefficients: Coefficients): Filter => ({
  coefficients,
  state: new Float64Array(4),
});

/** Softer than this is nothing: numbers that shrink on for ever are slow to reckon with. */
const nothing = 1e-18;

/** Lets sound through. @param to may be where it comes from; @param add lays it over what is there */
export function through(
  { coefficients, state }: Filter,
  from: Float32Array,
  to: Float32Array,
  add = false,
): void {
  const [b0, b1, b2, a1, a2] = coefficients;
  let x1 = state[0] as number;
  let x2 = state[1] as number;
  let y1 = state[2] as number;
  let y2 = state[3] as number;
  for (let i = 0; i < from.length; i++) {
    const x = from[i] as number;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    to[i] = add ? (to[i] as number) + y : y;
  }
  if (Math.abs(y1) < nothing) y1 = 0;
  if (Math.abs(y2) < nothing) y2 = 0;
  state[0] = x1;
  state[1] = x2;
  state[2] = y1;
  state[3] = y2;
}

/** Source of both: W3C, "Web Audio API", filters' characteristics. @param q in dB, as Web Audio counts it there */
export function lowPass(hz: number, q: number, rate: number): Coefficients {
  const turn = (2 * Math.PI * hz) / rate;
  const cos = Math.cos(turn);
  const alpha = Math.sin(turn) / (2 * 10 ** (q / 20));
  return [(1 - cos) / 2, 1 - cos, (1 - cos) / 2, -2 * cos, 1 - alpha].map(
    (number) => number / (1 + alpha),
  ) as unknown as Coefficients;
}

/** @param db level above the middle, which lies at hz */
export function highShelf(hz: number, db: number, rate: number): Coefficients {
  const turn = (2 * Math.PI * hz) / rate;
  const cos = Math.cos(turn);
  const high = 10 ** (db / 40);
  const slope = Math.sin(turn) * Math.SQRT2 * Math.sqrt(high);
  const first = high + 1 - (high - 1) * cos + slope;
  return [
    high * (high + 1 + (high - 1) * cos + slope),
    -2 * high * (high - 1 + (high + 1) * cos),
    high * (high + 1 + (high - 1) * cos - slope),
    2 * (high - 1 - (high + 1) * cos),
    high + 1 - (high - 1) * cos - slope,
  ].map((number) => number / first) as unknown as Coefficients;
}
