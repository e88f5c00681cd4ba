import { type Point, speedOfSound } from './space.ts';

/** The head size that the sound is rendered for: the browser has one HRTF set, and ears differ. */
export type Head = 'small' | 'middle' | 'large';

/** All head sizes, smallest first. */
export const heads: readonly Head[] = ['small', 'middle', 'large'];

/** Width relative to the browser's own head. */
const width: Readonly<Record<Head, number>> = { small: 0.88, middle: 1, large: 1.12 };

/** Half the distance between the ears, in metres. */
const radius = 0.0875;

/** What must be added at an ear to the browser's HRTF. */
export interface EarChange {
  /** Overall level, in dB. */
  gainDb: number;
  /** Level of the high frequencies that the head shadows, in dB. */
  shadeDb: number;
  /** Seconds. */
  delay: number;
}

/** Loudness is the best cue for nearness, so it is exaggerated by a quarter. */
const emphasis = 1.25;

/**
 * How much louder the low frequencies of a near source are at an ear than those of a far one with the same level at the
 * middle of the head, in dB: the limit at 0 Hz of the sphere's series, summed. Browsers' HRTF panners only model far
 * sources.
 * Source: R. O. Duda, W. L. Martens, "Range dependence of the response of a spherical head model" (JASA, 1998).
 * @param metres from the middle of the head; @param towards the cosine of the angle between ear and source
 */
export function nearnessDb(metres: number, towards: number): number {
  const part = Math.min(radius / metres, 0.9);
  const cos = Math.min(Math.max(towards, -1), 0.9999);
  const way = Math.sqrt(1 - 2 * part * cos + part * part);
  const pressure = 2 / way - Math.log((part - cos + way) / (1 - cos)) / part;
  return emphasis * 20 * Math.log10(pressure);
}

/**
 * How much near sources lose above 1 kHz relative to their lows, in dB: nearly the same at both ears. @param metres as
 * above
 */
export const nearShelfDb = (metres: number) => -0.3 * nearnessDb(metres, 1);

/**
 * Corrections for the two ears: nearness, and a head of another size than the browser's. Delays are whole samples,
 * because a fractional one would dull the highs.
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
    // A wider head delays the far ear, a narrower one the near.
    const waits = towards < 0 ? Math.max(0, later) : Math.max(0, -later);
    return {
      gainDb: nearnessDb(metres, towards),
      shadeDb: towards < 0 ? more * 30 * towards : 0,
      delay: Math.round(waits * rate) / rate,
    };
  };
  return [change(-1), change(1)];
}

/** The effect of a spherical head on a sound at an ear: a delay, and another level of the highs, in dB. */
interface EarShade {
  seconds: number;
  shadeDb: number;
}

/** The centre of the head's shadowing, in Hz. */
export const shadeHz = 1800;

/**
 * The effect of a spherical head on a far sound at each ear: delayed by the way round it, and brighter or duller.
 * Source: C. P. Brown, R. O. Duda, "A structural model for binaural sound synthesis" (IEEE, 1998), equations 3 and 4.
 * @param side how far to the right the sound comes from, -1 to 1
 * @returns left, right; the seconds are at least 0
 */
export function sphereEars(side: number): [EarShade, EarShade] {
  const at = (ear: number): EarShade => {
    const angle = Math.acos(Math.min(Math.max(side * ear, -1), 1));
    const way = angle < Math.PI / 2 ? 1 - Math.cos(angle) : 1 + angle - Math.PI / 2;
    // The darkest point is not directly behind the head, because the waves that go round it on all sides add up there.
    const highs = 1.05 + 0.95 * Math.cos((angle * 6) / 5);
    return { seconds: (radius / speedOfSound) * way, shadeDb: 20 * Math.log10(highs) };
  };
  return [at(-1), at(1)];
}
