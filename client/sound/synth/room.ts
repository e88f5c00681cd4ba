import { createFilter } from './filter.ts';
import { endless } from './loop.ts';
import { createRandom } from './random.ts';

/** How a room answers when its first walls have spoken. */
export interface RoomSound {
  /** Seconds until lows (below 350 Hz), middle and highs (above 2.5 kHz) have fallen by 60 dB. */
  seconds: readonly [low: number, middle: number, high: number];
  /** Seconds until the answers are too many to tell apart. */
  delay: number;
  /** Where the sound of the empty room lies, in Hz. */
  hum: number;
}

/** Two channels. */
export type Ears = readonly [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>];

const silence = Math.log(1000);
/** Answers a second when the first come, and how many more each second. */
const firstAnswers = 700;
const thickening = 40_000;

/**
 * The answer of a room to a clap, for a convolver: single answers that soon become too many to count and die away, the
 * highs first. The ears share their lows and nothing else, as they do in a room, so it is around the listener and not in the
 * head. Its energy is 1 in each ear.
 * @param name the same name gives the same room
 */
export function roomResponse(name: string, { seconds, delay }: RoomSound, rate: number): Ears {
  // Its last third, 40 dB down and less, would be a third of the work and is covered by the sound of the empty room.
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

/** Claps that come back, more and more of them, each second with the same energy. */
function answers(name: string, length: number, rate: number): Float32Array {
  const random = createRandom(name);
  const samples = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const chance = Math.min(1, (firstAnswers + (thickening * i) / rate) / rate);
    if (random.next() < chance) samples[i] = random.noise() / Math.sqrt(chance);
  }
  return samples;
}

/** What is heard in a room when nothing happens: its air, a loop of eleven seconds without a seam. Its mean level is 1. */
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
