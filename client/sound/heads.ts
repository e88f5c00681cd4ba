import { type Point, speedOfSound } from './space.ts';

/** Whose head the sound is made for: the browser knows one, and ears differ. */
export type Head = 'small' | 'middle' | 'large';

/** Every head, the smallest first. */
export const heads: readonly Head[] = ['small', 'middle', 'large'];

/** How much wider or narrower than the browser's own head. */
const width: Readonly<Record<Head, number>> = { small: 0.88, middle: 1, large: 1.12 };

/** Half the way between the ears, in metres. */
const radius = 0.0875;

/** What must be added at an ear to what the browser does. */
export interface EarChange {
  /** Level of everything, in dB. */
  gainDb: number;
  /** Level of the highs that the head keeps off, in dB. */
  shadeDb: number;
  /** Seconds. */
  delay: number;
}

/** The nearness of a thing is what the ears tell best from its loudness, so it is leant upon by a quarter. */
const emphasis = 1.25;

/**
 * How much louder the lowest tones of a near thing are at an ear than those of a far one that is as loud in the middle of
 * the head, in dB: the limit at 0 Hz of the sphere's series, summed. Browsers' HRTF panners know far things only.
 * Source: R. O. Duda, W. L. Martens, "Range dependence of the response of a spherical head model" (JASA, 1998).
 * @param metres from the middle of the head; @param towards the cosine of the angle between the ear and the thing
 */
export function nearnessDb(metres: number, towards: number): number {
  const part = Math.min(radius / metres, 0.9);
  const cos = Math.min(Math.max(towards, -1), 0.9999);
  const way = Math.sqrt(1 - 2 * part * cos + part * part);
  const pressure = 2 / way - Math.log((part - cos + way) / (1 - cos)) / part;
  return emphasis * 20 * Math.log10(pressure);
}

/** What near things lose above 1 kHz against their lows, in dB: nearly the same at both ears. @param metres as above */
export const nearShelfDb = (metres: number) => -0.3 * nearnessDb(metres, 1);

/**
 * What the two ears get besides: nearness, and a head that is not the browser's. Delays are whole samples, because a
 * fraction of one would dull the highs.
 * Source for the delay: R. S. Woodworth, "Experimental Psychology" (1938): radius / speed * (angle + sine).
 * @returns left, right
 */
export function earChanges(point: Point, head: Head, rate: number): readonly [EarChange, EarChange] {
  const metres = Math.max(Math.hypot(point.x, point.y, point.z), 0.1);
  const side = Math.min(Math.max(point.x / metres, -1), 1);
  const more = width[head] - 1;
  const later = more * (radius / speedOfSound) * (Math.asin(Math.abs(side)) + Math.abs(side));
  const change = (ear: number): EarChange => {
    const towards = side * ear;
    // A wider head keeps the far ear waiting, a narrower one the near.
    const waits = towards < 0 ? Math.max(0, later) : Math.max(0, -later);
    return {
      gainDb: nearnessDb(metres, towards),
      shadeDb: towards < 0 ? more * 30 * towards : 0,
      delay: Math.round(waits * rate) / rate,
    };
  };
  return [change(-1), change(1)];
}

/** What a round head does to a sound at an ear: it comes later, and its highs have another level, in dB. */
export interface EarShade {
  seconds: number;
  shadeDb: number;
}

/** The middle of what the head shades, in Hz. */
export const shadeHz = 1800;

/**
 * What a round head does to a far sound at each ear: later by the way round it, and brighter or duller.
 * Source: C. P. Brown, R. O. Duda, "A structural model for binaural sound synthesis" (IEEE, 1998), equations 3 and 4.
 * @param side how far to the right the sound comes from, -1 to 1
 * @returns left, right; the seconds are at least 0
 */
export function sphereEars(side: number): [EarShade, EarShade] {
  const at = (ear: number): EarShade => {
    const angle = Math.acos(Math.min(Math.max(side * ear, -1), 1));
    const way = angle < Math.PI / 2 ? 1 - Math.cos(angle) : 1 + angle - Math.PI / 2;
    // The darkest place is not straight behind the head: there what comes round it on all sides meets.
    const highs = 1.05 + 0.95 * Math.cos((angle * 6) / 5);
    return { seconds: (radius / speedOfSound) * way, shadeDb: 20 * Math.log10(highs) };
  };
  return [at(-1), at(1)];
}
