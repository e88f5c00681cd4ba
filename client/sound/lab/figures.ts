import type { Loop } from '../synth/loop.ts';
import { loudness } from './loudness.ts';
import { shareBetween, spectrum } from './spectrum.ts';

/** Measurements of a source alone, before it is placed. */
export interface SourceFigures {
  /** The length of its loop, in seconds. */
  seconds: number;
  /** Loudness with its peak at 0 dBFS, in LUFS. */
  lufs: number;
  /** Crest factor: peak above the mean level, in dB. */
  crestDb: number;
  /** Share of the energy below 500 Hz, from there to 2 kHz, and above; 0 to 1. */
  low: number;
  middle: number;
  high: number;
  /** Share of the time that is at least 40 dB quieter than the loudest tenth of a second; 0 to 1. */
  quiet: number;
}

const blockSeconds = 0.1;

/** Levels of each tenth of a second, in dB. */
export function blockLevels(samples: Float32Array, rate: number): number[] {
  const size = Math.round(blockSeconds * rate);
  return Array.from({ length: Math.floor(samples.length / size) }, (_, block) => {
    let energy = 0;
    for (let i = block * size; i < (block + 1) * size; i++) energy += (samples[i] as number) ** 2;
    return 10 * Math.log10(energy / size + 1e-12);
  });
}

/** Measures a source alone. */
export function sourceFigures({ samples, rate }: Loop): SourceFigures {
  const levels = blockLevels(samples, rate);
  const loudest = levels.reduce((most, level) => Math.max(most, level));
  let energy = 0;
  let peak = 0;
  for (const sample of samples) {
    energy += sample * sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  const colours = spectrum(samples, rate);
  return {
    seconds: samples.length / rate,
    lufs: loudness([samples], rate),
    crestDb: 20 * Math.log10(peak) - 10 * Math.log10(energy / samples.length),
    low: shareBetween(colours, 0, 500),
    middle: shareBetween(colours, 500, 2000),
    high: shareBetween(colours, 2000, Number.POSITIVE_INFINITY),
    quiet: levels.filter((level) => level < loudest - 40).length / levels.length,
  };
}
