import { createFilter } from '#client/sound/synth/filter.ts';
import { createRandom } from '#client/sound/synth/random.ts';
import type { Mono } from './wav.ts';

/** Seconds of a frame of speech, and from one to the next. */
const frameSeconds = 0.024;
const stepSeconds = 0.006;
/** Resonances are described by twice as many numbers as there are of them below half the rate, and two. */
const order = 18;
const emphasis = 0.97;
/** A whisper's loud sounds are less loud than a voice's, its soft ones no softer: levels to this power. */
const evenness = 0.78;

/**
 * Makes a whisper of a voice: what the throat and the mouth do to the sound is kept, the pulse from the throat is replaced
 * by noise. What the voice lacked above 8 kHz, where a whisper at the ear has much, is filled with breath.
 * Source: J. Makhoul, "Linear prediction: a tutorial review" (1975).
 * @param voice with 16 000 samples a second
 * @returns a whisper with 32 000 samples a second
 */
export function whisper({ samples, rate }: Mono): Mono {
  if (rate !== 16_000) throw new Error(`The voice has ${rate} samples a second; it must have 16000.`);
  const random = createRandom('whisper');
  const raised = samples.map((sample, i) => sample - emphasis * (samples[i - 1] ?? 0));
  const size = Math.round(frameSeconds * rate);
  const step = Math.round(stepSeconds * rate);
  const low = new Float32Array(samples.length + size);
  const window = Float32Array.from(
    { length: size },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size),
  );
  for (let start = 0; start + size <= raised.length; start += step) {
    const frame = Float32Array.from(window, (weight, i) => weight * (raised[start + i] as number));
    const { predictor, gain } = predict(frame);
    const memory = new Float32Array(order);
    const level = gain ** evenness * 0.12;
    for (let i = -order * 4; i < size; i++) {
      let sample = random.noise() * level;
      for (let k = 0; k < order; k++) sample -= (predictor[k] as number) * (memory[k] as number);
      memory.copyWithin(1, 0, order - 1);
      memory[0] = sample;
      if (i >= 0) low[start + i] = (low[start + i] as number) + sample * (window[i] as number);
    }
  }
  return brought(withBreath(low), rate * 2);
}

/** The resonances of a frame, and how strong what excites them is. */
function predict(frame: Float32Array): { predictor: Float64Array; gain: number } {
  const correlation = Float64Array.from({ length: order + 1 }, (_, lag) => {
    let sum = 0;
    for (let i = lag; i < frame.length; i++) sum += (frame[i] as number) * (frame[i - lag] as number);
    // A whisper's resonances are wider than a voice's.
    return sum * Math.exp(-0.5 * (0.035 * lag) ** 2);
  });
  const predictor = new Float64Array(order);
  let error = (correlation[0] as number) * 1.0001 + 1e-9;
  for (let i = 0; i < order; i++) {
    let sum = correlation[i + 1] as number;
    for (let k = 0; k < i; k++) sum += (predictor[k] as number) * (correlation[i - k] as number);
    const reflection = -sum / error;
    const before = predictor.slice(0, i);
    for (let k = 0; k < i; k++)
      predictor[k] = (before[k] as number) + reflection * (before[i - 1 - k] as number);
    predictor[i] = reflection;
    error *= 1 - reflection * reflection;
  }
  return { predictor, gain: Math.sqrt(error / frame.length) };
}

/** Twice as many samples; above 7.5 kHz breath that is as strong as what lies just below. */
function withBreath(low: Float32Array): Float32Array {
  const rate = 32_000;
  const random = createRandom('breath');
  const smooth = [createFilter(rate, 7300, 0.54), createFilter(rate, 7300, 1.31)] as const;
  const edge = createFilter(rate, 6000, 0.8);
  const breath = createFilter(rate, 10_000, 0.7);
  let strength = 0;
  return Float32Array.from({ length: low.length * 2 }, (_, i) => {
    const at = i >> 1;
    const held = i % 2 === 0 ? (low[at] as number) : ((low[at] as number) + (low[at + 1] ?? 0)) / 2;
    const sample = smooth[1].low(smooth[0].low(held));
    strength += (Math.abs(edge.band(sample)) - strength) * 0.004;
    return sample + breath.band(random.noise()) * strength * 1.6;
  });
}

/** At a level that leaves room for its peaks, without the rumble that a mouth at a microphone would make. */
function brought(samples: Float32Array, rate: number): Mono {
  const rumble = createFilter(rate, 160, 0.7);
  const cleaned = samples.map((sample) => rumble.high(sample));
  const peak = cleaned.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return { samples: cleaned.map((sample) => (sample / peak) * 0.8), rate };
}
