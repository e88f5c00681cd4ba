import type { Random } from './random.ts';

/** What a source is made with. */
export interface Studio {
  /** Samples a second. */
  rate: number;
  random: Random;
}

/** A value that drifts, 0 to 1. Time in seconds; it comes round after the loop's length. */
export type Drift = (seconds: number) => number;

/** One source, ready to be played in a circle. */
export interface Loop {
  samples: Float32Array<ArrayBuffer>;
  /** What a wide source has on its left and right, as long as its middle. */
  sides?: readonly [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>];
  /** Samples a second. */
  rate: number;
  /** When something begins that is worth a caption, in seconds from the start, in order. */
  cues: number[];
}

/** An empty loop. */
export function emptyLoop({ rate }: Studio, seconds: number): Loop {
  return { samples: new Float32Array(Math.round(seconds * rate)), rate, cues: [] };
}

/** Lays a sound into a loop; what hangs over the end sounds at the beginning, so the seam is never heard. */
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
 * A sound without beginning or end. It is made two seconds too long, and its tail is blended into its head at equal power.
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
 * A smooth wander through random heights, in a circle.
 * @param seconds the loop's length; @param perSecond how many heights a second (fewer is slower)
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

/** Times of events in a loop, in seconds: about `every` seconds apart, by up to `loose` (0 to 1) of that more or less. */
export function times(random: Random, seconds: number, every: number, loose: number): number[] {
  const count = Math.max(1, Math.round(seconds / every));
  const step = seconds / count;
  return Array.from({ length: count }, (_, i) => (i + 0.5 + random.between(-0.5, 0.5) * loose) * step);
}

/** Brings the loudest sample to 1, so that a scene's levels mean the same for every source. */
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

/** What is softer than this beside a loop's peak is nothing: in a scene it lies 20 dB and more below the empty room. */
const nothing = 3e-4;

const isHeard = (sample: number) => sample >= nothing || sample <= -nothing;

/** The last sample that is heard from one on and before another; -1 when there is none. */
function lastHeard(samples: Float32Array, from: number, before: number): number {
  for (let i = before - 1; i >= from; i--) if (isHeard(samples[i] as number)) return i;
  return -1;
}

/** The first sample from one on that is heard, or the length. */
function firstHeard(samples: Float32Array, from: number): number {
  for (let i = from; i < samples.length; i++) if (isHeard(samples[i] as number)) return i;
  return samples.length;
}

/** Where nothing is heard of a loop for a second and longer. */
export function quietStretches({ samples, sides, rate }: Loop): Stretch[] {
  const channels = [samples, ...(sides ?? [])];
  const found: Stretch[] = [];
  let from = 0;
  while (from + rate <= samples.length) {
    // Backwards from the end of a second: what is heard there spares a look at all that is before it.
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
