import { createFilter } from './filter.ts';
import type { Studio } from './loop.ts';

/** One vibration mode of a struck object. */
export interface Mode {
  hz: number;
  /** Decay time in seconds (60 dB). */
  seconds: number;
  gain: number;
}

const silence = Math.log(1000);

/**
 * A struck object: its modes ring and decay (modal synthesis).
 * @param softness seconds of onset; a soft mallet does not excite the high modes
 */
export function struck({ rate, random }: Studio, modes: readonly Mode[], softness = 0.0005): Float32Array {
  const longest = Math.max(...modes.map((mode) => mode.seconds));
  const sound = new Float32Array(Math.ceil(longest * 1.1 * rate));
  for (const { hz, seconds, gain } of modes) {
    if (hz > rate * 0.45) continue;
    // Each sample is computed from the two before it: two multiplications instead of a sine.
    const shrink = Math.exp(-silence / (seconds * rate));
    const turn = (2 * Math.PI * hz) / rate;
    const once = 2 * shrink * Math.cos(turn);
    const twice = shrink * shrink;
    const phase = random.between(0, 2 * Math.PI);
    const level = gain / (1 + hz * softness * 2);
    let now = Math.sin(phase) * level;
    let next = Math.sin(phase + turn) * level * shrink;
    const length = Math.min(sound.length, Math.ceil(seconds * 1.1 * rate));
    for (let i = 0; i < length; i++) {
      sound[i] = (sound[i] as number) + now;
      const after = once * next - twice * now;
      now = next;
      next = after;
    }
  }
  const onset = Math.max(8, Math.round(softness * rate));
  for (let i = 0; i < Math.min(onset, sound.length); i++) sound[i] = (sound[i] as number) * (i / onset);
  return sound;
}

/** A short burst of filtered noise: a click, a tap, a breath. */
export function burst(
  { rate, random }: Studio,
  shape: { hz: number; q?: number; attack: number; decay: number },
): Float32Array {
  const { hz, q = 0.9, attack, decay } = shape;
  const rise = Math.max(1, Math.round(attack * rate));
  const sound = new Float32Array(rise + Math.ceil(decay * 1.2 * rate));
  const filter = createFilter(rate, hz, q);
  const fall = Math.exp(-silence / (decay * rate));
  let level = 1;
  for (let i = 0; i < sound.length; i++) {
    if (i >= rise) level *= fall;
    const edge = i < rise ? Math.sin(((i / rise) * Math.PI) / 2) : level;
    sound[i] = filter.band(random.noise()) * edge * Math.sqrt(q + 1) * 2;
  }
  return sound;
}

/** The course of a tone; positions run from 0 to 1. */
interface ToneShape {
  seconds: number;
  hz(place: number): number;
  level(place: number): number;
  /** Strength of the n-th harmonic (1 is the fundamental); it may change over time. */
  harmonic(n: number, place: number): number;
  harmonics: number;
}

const controlStep = 32;

/** A harmonic tone with its own timbre: a horn, a howl, a cry. */
export function tone({ rate, random }: Studio, shape: ToneShape): Float32Array {
  const length = Math.round(shape.seconds * rate);
  const sound = new Float32Array(length);
  const phases = Array.from({ length: shape.harmonics }, () => random.between(0, 2 * Math.PI));
  let turn = 0;
  let hz = shape.hz(0);
  let level = shape.level(0);
  let strengths = phases.map((_, n) => shape.harmonic(n + 1, 0));
  for (let start = 0; start < length; start += controlStep) {
    const place = Math.min(1, (start + controlStep) / length);
    const nextHz = shape.hz(place);
    const nextLevel = shape.level(place);
    const nextStrengths = phases.map((_, n) => shape.harmonic(n + 1, place));
    const end = Math.min(length, start + controlStep);
    for (let i = start; i < end; i++) {
      const part = (i - start) / controlStep;
      turn += (2 * Math.PI * (hz + (nextHz - hz) * part)) / rate;
      let sum = 0;
      for (let n = 0; n < phases.length; n++) {
        if ((n + 1) * hz > rate * 0.45) break;
        const strength = strengths[n] as number;
        sum +=
          (strength + ((nextStrengths[n] as number) - strength) * part) *
          Math.sin(turn * (n + 1) + (phases[n] as number));
      }
      sound[i] = sum * (level + (nextLevel - level) * part);
    }
    hz = nextHz;
    level = nextLevel;
    strengths = nextStrengths;
  }
  return sound;
}

/**
 * Stick-slip sounds: a hinge, a rope, a beam. Each slip is a small knock on a resonating body.
 * @param slips slips per second at a position (0 to 1); @param push force, 0 to 1, there
 */
export function creak(
  { rate, random }: Studio,
  shape: {
    seconds: number;
    slips(place: number): number;
    push(place: number): number;
    body: readonly { hz: number; q: number; gain: number }[];
  },
): Float32Array {
  const length = Math.round(shape.seconds * rate);
  const sound = new Float32Array(length + Math.round(0.2 * rate));
  const filters = shape.body.map(({ hz, q }) => createFilter(rate, hz, q));
  let until = 0;
  let knock = 0;
  for (let i = 0; i < sound.length; i++) {
    const place = Math.min(1, i / length);
    if (i < length && --until <= 0) {
      until = (rate / Math.max(4, shape.slips(place))) * random.between(0.82, 1.18);
      knock = shape.push(place) * random.between(0.6, 1);
    }
    const input = knock * random.between(0.3, 1);
    knock *= 0.86;
    let sum = 0;
    for (let b = 0; b < filters.length; b++) {
      sum += (filters[b] as (typeof filters)[number]).band(input) * (shape.body[b] as { gain: number }).gain;
    }
    sound[i] = sum;
  }
  return sound;
}

/** A half-sine envelope, 0 at both ends. `lean` below 1 puts the peak early, above 1 late. */
export function swell(place: number, lean = 1): number {
  return place <= 0 || place >= 1 ? 0 : Math.sin(Math.PI * place ** lean);
}

/** Smooth interpolation through evenly spaced values. @param place 0 to 1 */
export function through(heights: readonly number[], place: number): number {
  const at = Math.min(Math.max(place, 0), 1) * (heights.length - 1);
  const index = Math.min(Math.floor(at), heights.length - 2);
  const from = heights[index] as number;
  const to = heights[index + 1] as number;
  const part = at - index;
  return from + (to - from) * part * part * (3 - 2 * part);
}
