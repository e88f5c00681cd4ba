import { createFilter } from './filter.ts';
import type { Studio } from './loop.ts';

/** A resonance (formant) of a throat or a horn. */
interface Formant {
  /** Its frequency at a position (0 to 1) of the sound, in Hz. */
  hz(place: number): number;
  q: number;
  gain: number;
}

/** Parameters of a call from a throat, or lips on a horn. Positions run from 0 to 1. */
interface Call {
  seconds: number;
  hz(place: number): number;
  level(place: number): number;
  /** 0 to 1: how abruptly each pulse ends, and so the brightness. */
  effort(place: number): number;
  /** Jitter and shimmer: irregularity of each pulse in time and strength; 0.01 is a trained voice. */
  jitter: number;
  /** Breath noise while the pulse is open. */
  breath: number;
  formants: readonly Formant[];
}

const controlStep = 64;

/**
 * A voice: glottal pulses with small irregularities and breath noise, through moving formants.
 * Source of the pulse: A. E. Rosenberg, "Effect of glottal pulse shape on the quality of natural vowels" (JASA, 1971).
 */
export function call({ rate, random }: Studio, shape: Call): Float32Array {
  const sound = new Float32Array(Math.round(shape.seconds * rate));
  const throat = shape.formants.map(() => createFilter(rate));
  const mouth = createFilter(rate, Math.min(9000, rate * 0.4), 0.6);
  let [turn, stray, strength, flow] = [0, 1, 1, 0];
  let [perSample, level, opening, closing] = [0, 0, 0.4, 0.2];
  for (let i = 0; i < sound.length; i++) {
    if (i % controlStep === 0) {
      const place = i / sound.length;
      perSample = shape.hz(place) / rate;
      level = shape.level(place);
      const effort = shape.effort(place);
      opening = 0.46 - 0.1 * effort;
      closing = 0.34 - 0.26 * effort;
      shape.formants.forEach(({ hz, q }, n) => {
        throat[n]?.tune(hz(place), q);
      });
    }
    turn += perSample * stray;
    if (turn >= 1) {
      turn -= 1;
      stray = 1 + shape.jitter * random.noise();
      strength = 1 + 4 * shape.jitter * random.noise();
    }
    const before = flow;
    if (turn < opening) flow = 0.5 - 0.5 * Math.cos((Math.PI * turn) / opening);
    else if (turn < opening + closing) flow = Math.cos(((turn - opening) / closing) * (Math.PI / 2));
    else flow = 0;
    // Lips radiate changes of pressure: the derivative, normalised for pitch.
    const pulse = ((flow - before) / perSample) * 0.1 * strength + random.noise() * shape.breath * flow;
    let sum = 0;
    for (let n = 0; n < throat.length; n++) {
      const formant = shape.formants[n] as Formant;
      sum += (throat[n] as (typeof throat)[0]).band(pulse) * formant.gain;
    }
    sound[i] = mouth.low(sum) * level;
  }
  return sound;
}
