/** A value on its way to another in a straight line. */
export interface Slide {
  now: number;
  to: number;
  /** In how many samples it is there. */
  left: number;
}

/** A value that stands. */
export const slide = (now: number): Slide => ({ now, to: now, left: 0 });

/** Sends it elsewhere, at once or in so many samples; what goes there already goes on. */
export function send(value: Slide, to: number, samples: number): void {
  if (value.to === to) return;
  value.to = to;
  value.left = Math.round(samples);
  if (value.left === 0) value.now = to;
}

/** Lets so many samples go by. */
export function advance(value: Slide, samples: number): void {
  if (value.left <= samples) {
    value.now = value.to;
    value.left = 0;
    return;
  }
  value.now += ((value.to - value.now) * samples) / value.left;
  value.left -= samples;
}

/** What has been heard lately, in a circle. */
export interface Memory {
  ring: Float32Array;
  /** Where the latest begins. */
  at: number;
  /** How long the latest is. */
  latest: number;
}

/** @param length in samples, a power of two */
export const createMemory = (length: number): Memory => ({
  ring: new Float32Array(length),
  at: 0,
  latest: 0,
});

/** Takes in what is heard now; the length of the memory is a multiple of it. */
export function remember(memory: Memory, samples: Float32Array): void {
  memory.at = (memory.at + memory.latest) & (memory.ring.length - 1);
  memory.latest = samples.length;
  memory.ring.set(samples, memory.at);
}

/** Adds what was heard a while ago, at a level. Between two samples it lies on the line from one to the other. */
export function addLate({ ring, at }: Memory, late: Slide, gain: Slide, to: Float32Array): void {
  const { length } = to;
  const mask = ring.length - 1;
  let level = gain.now;
  if (late.left === 0 && gain.left === 0) {
    const from = at - late.now;
    for (let i = 0; i < length; i++) to[i] = (to[i] as number) + (ring[(from + i) & mask] as number) * level;
    return;
  }
  const lateStep = late.left > 0 ? (late.to - late.now) / late.left : 0;
  const gainStep = gain.left > 0 ? (gain.to - gain.now) / gain.left : 0;
  let lateness = late.now;
  for (let i = 0; i < length; i++) {
    const place = at + i - lateness;
    const whole = Math.floor(place);
    const part = place - whole;
    const sample = (ring[whole & mask] as number) * (1 - part) + (ring[(whole + 1) & mask] as number) * part;
    to[i] = (to[i] as number) + sample * level;
    if (i < late.left) lateness += lateStep;
    if (i < gain.left) level += gainStep;
  }
}
