import { createFilter } from './filter.ts';
import { endless } from './loop.ts';
import { createRandom } from './random.ts';

/** Parameters of a room's reverb. */
export interface RoomSound {
  /** Reverberation time (RT60) in seconds of lows (below 350 Hz), middle and highs (above 2.5 kHz). */
  seconds: readonly [low: number, middle: number, high: number];
  /** Seconds until single reflections merge into a tail. */
  delay: number;
  /** The centre frequency of the room tone, in Hz. */
  hum: number;
}

/** Two channels. */
export type Ears = readonly [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>];

const silence = Math.log(1000);
/** Reflections per second at the start, and by how many that grows each second. */
const firstAnswers = 700;
const thickening = 40_000;

/**
 * A room's impulse response for a convolver: single reflections that soon merge and decay, the highs first. The ears
 * share only their lows, as in a real room, so that the reverb is around the listener and not in the head. Its energy is
 * 1 in each ear.
 * @param name the same name gives the same room
 */
export function roomResponse(name: string, { seconds, delay }: RoomSound, rate: number): Ears {
  // Its last third, at -40 dB and less, would be a third of the work and is masked by the room tone.
  const length = Math.ceil((delay + Math.max(...seconds) * 0.68) * rate);
  const ending = 0.15 * rate;
  const shared = answers(`${name}/room`, length, rate);
  const [low, middle, high] = seconds.map((last) => Math.exp(-silence / (last * rate))) as [
    number,
    number,
    number,
  ];
  const ear = (side: number): Float32Array<ArrayBuffer> => {
    const own = answers(`${name}/room/${side}`, length, rate);
    const samples = new Float32Array(length);
    const lows = createFilter(rate, 350, 0.6);
    const below = createFilter(rate, 350, 0.6);
    const highs = createFilter(rate, 2500, 0.6);
    const rumble = createFilter(rate, 60, 0.6);
    let [lowLevel, middleLevel, highLevel] = [1, 1, 1];
    let energy = 0;
    for (let i = Math.round(delay * rate); i < length; i++) {
      const single = own[i] as number;
      const bright = highs.high(single);
      const dark = below.low(single);
      const sample =
        rumble.high(lows.low(shared[i] as number)) * lowLevel +
        (single - bright - dark) * middleLevel +
        bright * highLevel;
      lowLevel *= low;
      middleLevel *= middle;
      highLevel *= high;
      samples[i] = sample * Math.min(1, (length - i) / ending);
      energy += sample * sample;
    }
    const gain = 1 / Math.sqrt(energy);
    for (let i = 0; i < length; i++) samples[i] = (samples[i] as number) * gain;
    return samples;
  };
  return [ear(0), ear(1)];
}

/** Reflections, more and more of them, with constant energy per second. */
function answers(name: string, length: number, rate: number): Float32Array {
  const random = createRandom(name);
  const samples = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const chance = Math.min(1, (firstAnswers + (thickening * i) / rate) / rate);
    if (random.next() < chance) samples[i] = random.noise() / Math.sqrt(chance);
  }
  return samples;
}

/** Room tone: the air of an empty room, a seamless loop of eleven seconds. Its mean level is 1. */
export function roomTone(name: string, { hum }: RoomSound, rate: number): Ears {
  const ear = (side: number) => {
    const random = createRandom(`${name}/tone/${side}`);
    const air = createFilter(rate, hum, 0.8);
    const open = createFilter(rate, 1800, 0.5);
    const { samples } = endless({ rate, random }, 11, () => {
      const noise = random.noise();
      return air.low(noise) + 0.08 * open.band(noise);
    });
    let energy = 0;
    for (const sample of samples) energy += sample * sample;
    const gain = Math.sqrt(samples.length / energy);
    return samples.map((sample) => sample * gain);
  };
  return [ear(0), ear(1)];
}
