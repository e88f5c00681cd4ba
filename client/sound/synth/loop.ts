import type { Random } from './random.ts';

/** The environment of a source's synthesis. */
export interface Studio {
  /** Samples a second. */
  rate: number;
  random: Random;
}

/** A value that drifts, 0 to 1. Time in seconds; periodic over the loop's length. */
type Drift = (seconds: number) => number;

/** A rendered source, ready to loop. */
export interface Loop {
  samples: Float32Array<ArrayBuffer>;
  /** Left and right of a wide source, as long as its middle. */
  sides?: readonly [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>];
  /** Samples a second. */
  rate: number;
  /** Times of caption cues, in seconds from the start, in order. */
  cues: number[];
}

/** An empty loop. */
export function emptyLoop({ rate }: Studio, seconds: number): Loop {
  return { samples: new Float32Array(Math.round(seconds * rate)), rate, cues: [] };
}

/** Adds a sound to a loop; what exceeds the end wraps round to the beginning, so the seam is inaudible. */
export function lay(loop: Loop, sound: Float32Array, startSample: number, gain = 1): void {
  const { samples } = loop;
  let at = ((Math.round(startSample) % samples.length) + samples.length) % samples.length;
  for (let i = 0; i < sound.length; i++) {
    samples[at] = (samples[at] as number) + (sound[i] as number) * gain;
    at = at + 1 === samples.length ? 0 : at + 1;
  }
}

const seamSeconds = 2;

/**
 * A continuous sound without a seam. It is rendered two seconds too long, and its tail is cross-faded into its head at
 * equal power.
 * @param sample called once for each sample in order, with the time in seconds
 */
export function endless(
  { rate }: Studio,
  seconds: number,
  sample: (seconds: number, index: number) => number,
): Loop {
  const length = Math.round(seconds * rate);
  const seam = Math.round(seamSeconds * rate);
  const samples = new Float32Array(length);
  for (let i = 0; i < length; i++) samples[i] = sample(i / rate, i);
  for (let i = 0; i < seam; i++) {
    const turn = ((i / seam) * Math.PI) / 2;
    samples[i] =
      (samples[i] as number) * Math.sin(turn) + sample((length + i) / rate, length + i) * Math.cos(turn);
  }
  return { samples, rate, cues: [] };
}

/**
 * A smooth, periodic drift through random values.
 * @param seconds the loop's length; @param perSecond how many values per second (fewer is slower)
 */
export function drift(random: Random, seconds: number, perSecond: number): Drift {
  const count = Math.max(3, Math.round(seconds * perSecond));
  const heights = Array.from({ length: count }, () => random.next());
  return (at) => {
    const place = ((((at / seconds) % 1) + 1) % 1) * count;
    const index = Math.floor(place);
    const from = heights[index % count] as number;
    const to = heights[(index + 1) % count] as number;
    const part = place - index;
    return from + (to - from) * part * part * (3 - 2 * part);
  };
}

/**
 * Times of events in a loop, in seconds: about `every` seconds apart, with a random deviation of up to `loose` (0 to 1)
 * of that.
 */
export function times(random: Random, seconds: number, every: number, loose: number): number[] {
  const count = Math.max(1, Math.round(seconds / every));
  const step = seconds / count;
  return Array.from({ length: count }, (_, i) => (i + 0.5 + random.between(-0.5, 0.5) * loose) * step);
}

/** Normalises the peak to 1, so that a scene's levels mean the same for every source. */
export function normalised(loop: Loop): Loop {
  const channels = [loop.samples, ...(loop.sides ?? [])];
  let peak = 0;
  for (const samples of channels)
    for (let i = 0; i < samples.length; i++) peak = Math.max(peak, Math.abs(samples[i] as number));
  const gain = 1 / peak;
  if (peak > 0)
    for (const samples of channels)
      for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] as number) * gain;
  loop.cues.sort((a, b) => a - b);
  return loop;
}

/** A part of a loop, in seconds. */
export type Stretch = readonly [from: number, to: number];

/** Quieter than this relative to a loop's peak counts as silence: in a scene it is 20 dB or more below the room tone. */
const nothing = 3e-4;

const isHeard = (sample: number) => sample >= nothing || sample <= -nothing;

/** The last audible sample from one index and before another; -1 when there is none. */
function lastHeard(samples: Float32Array, from: number, before: number): number {
  for (let i = before - 1; i >= from; i--) if (isHeard(samples[i] as number)) return i;
  return -1;
}

/** The first audible sample from an index, or the length. */
function firstHeard(samples: Float32Array, from: number): number {
  for (let i = from; i < samples.length; i++) if (isHeard(samples[i] as number)) return i;
  return samples.length;
}

/** Silent stretches of a loop of at least a second. */
export function quietStretches({ samples, sides, rate }: Loop): Stretch[] {
  const channels = [samples, ...(sides ?? [])];
  const found: Stretch[] = [];
  let from = 0;
  while (from + rate <= samples.length) {
    // Backwards from the end of a second: an audible sample there makes it unnecessary to check those before it.
    const last = Math.max(...channels.map((channel) => lastHeard(channel, from, from + rate)));
    if (last >= 0) {
      from = last + 1;
      continue;
    }
    const to = Math.min(...channels.map((channel) => firstHeard(channel, from + rate)));
    found.push([from / rate, to / rate]);
    from = to + 1;
  }
  return found;
}
