import { loadRecording, recordingOf } from '#client/sound/engine/voice.ts';
import { loudness, type Measured, measure } from '#client/sound/lab/loudness.ts';
import { type Rendering as Heard, render, renderVoice, type Stereo } from '#client/sound/lab/render.ts';
import { powerBetween, spectrum } from '#client/sound/lab/spectrum.ts';
import type { Place } from '#client/sound/places.ts';
import { sampleRate as rate } from '#client/sound/sample-rate.ts';
import { sceneOf, scenes } from '#client/sound/scenes/index.ts';
import type { LineName } from '#client/sound/scenes/scene.ts';
import { wayByWall } from '#client/sound/space.ts';
import { createRandom } from '#client/sound/synth/random.ts';
import type { World } from '#client/sound/world.ts';

/** What to render; instead of their own sound, sources may have one that is easy to measure. */
export interface Rendering extends Omit<Heard, 'sound'> {
  signal?: 'tone' | 'noise' | 'click';
}

/** The tone's pitch in Hz, and the click's second in its loop of one second. */
export const toneHz = 3000;
export const clickSecond = 0.1;

/** What the tests call in the page. */
export interface SoundLab {
  worlds: World[];
  sourcesOf(world: World): string[];
  measure(rendering: Rendering): Promise<Measured>;
  /**
   * Everything about a scene, from one rendering. `lostOnPhone`: how many LU a phone loses that has one loudspeaker and
   * nothing below 400 Hz, of all that one loudspeaker could give.
   */
  scene(world: World, seconds: number): Promise<Measured & { lostOnPhone: number }>;
  /** RMS of the difference of two renderings and of the first, in dBFS: how unlike they are. */
  difference(first: Rendering, second: Rendering): Promise<{ differenceDb: number; firstDb: number }>;
  /** The rendering as 16-bit samples, left and right in turn, in base64: for a look at it with other tools. */
  pcm(rendering: Rendering): Promise<string>;
  /** Seconds of work for each second of sound, when nothing else is done. */
  work(rendering: Rendering): Promise<number>;
  /** RMS of each ear in each whole second, in dBFS. */
  levels(rendering: Rendering): Promise<{ leftDb: number; rightDb: number }[]>;
  /** Levels of both ears between two frequencies in Hz, in dB. */
  between(rendering: Rendering, low: number, high: number): Promise<{ leftDb: number; rightDb: number }>;
  /** The strongest frequency in the second half, in Hz. */
  pitch(rendering: Rendering): Promise<number>;
  /** How many samples later the left ear gets it than the right. */
  lateness(rendering: Rendering): Promise<number>;
  /** Both ears together, sample by sample. */
  together(rendering: Rendering): Promise<number[]>;
  /** What is heard of a room when nothing sounds in it. */
  emptyRoom(world: World): Promise<Measured>;
  /** Metres from a place by way of each wall that the place lies before. */
  waysByWalls(world: World, place: Place): number[];
  /** A line of the guided scene as it arrives, with nothing else; null when nobody has spoken it. */
  voice(world: World, line: LineName): Promise<Measured | null>;
  /** Loudness of a full-scale sine of 997 Hz in one channel. */
  referenceLoudness(): number;
}

const signals = {
  tone: () => Float32Array.from({ length: rate }, (_, i) => Math.sin((2 * Math.PI * toneHz * i) / rate)),
  noise() {
    const random = createRandom('lab');
    return Float32Array.from({ length: 2 * rate }, () => random.noise());
  },
  click() {
    const samples = new Float32Array(rate);
    samples[clickSecond * rate] = 1;
    return samples;
  },
};

async function heard({ signal, ...rendering }: Rendering): Promise<Stereo> {
  return (await render(signal ? { ...rendering, sound: signals[signal]() } : rendering)).ears;
}

/** A fourth-order high-pass: the steepness of a small closed box. */
async function throughPhone(mono: Float32Array<ArrayBuffer>): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, mono.length, rate);
  const buffer = context.createBuffer(1, mono.length, rate);
  buffer.copyToChannel(mono, 0);
  const player = new AudioBufferSourceNode(context, { buffer });
  // Web Audio counts the sharpness of a high-pass in dB; these two make a Butterworth filter.
  const [first, second] = [0.5412, 1.3066].map(
    (q) => new BiquadFilterNode(context, { type: 'highpass', frequency: 400, Q: 20 * Math.log10(q) }),
  ) as [BiquadFilterNode, BiquadFilterNode];
  player.connect(first).connect(second).connect(context.destination);
  player.start();
  return (await context.startRendering()).getChannelData(0);
}

const mixed = ([left, right]: Stereo) => left.map((sample, i) => (sample + (right[i] as number)) / 2);

const lab: SoundLab = {
  worlds: Object.keys(scenes),
  sourcesOf: (world) => sceneOf(world).sources.map(({ id }) => id),
  measure: async (rendering) => measure(...(await heard(rendering)), rate),
  async difference(first, second) {
    const [a, b] = [await heard(first), await heard(second)];
    const apart = a.map((channel, ear) =>
      channel.map((sample, i) => sample - ((b[ear] as Float32Array)[i] as number)),
    );
    return {
      differenceDb: measure(apart[0] as Float32Array, apart[1] as Float32Array, rate).leftDb,
      firstDb: measure(...a, rate).leftDb,
    };
  },
  async pcm(rendering) {
    const [left, right] = await heard(rendering);
    const samples = new Int16Array(left.length * 2);
    for (let i = 0; i < left.length; i++) {
      samples[2 * i] = Math.round((left[i] as number) * 32767);
      samples[2 * i + 1] = Math.round((right[i] as number) * 32767);
    }
    const bytes = new Uint8Array(samples.buffer);
    let text = '';
    for (let i = 0; i < bytes.length; i += 0x8000)
      text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
    return btoa(text);
  },
  async work(rendering) {
    return (await render(rendering)).milliseconds / 1000 / rendering.seconds;
  },
  async levels(rendering) {
    const [left, right] = await heard(rendering);
    return Array.from({ length: Math.floor(left.length / rate) }, (_, second) => {
      const during = (ear: Float32Array) => ear.subarray(second * rate, (second + 1) * rate);
      const { leftDb, rightDb } = measure(during(left), during(right), rate);
      return { leftDb, rightDb };
    });
  },
  async between(rendering, low, high) {
    const [leftDb, rightDb] = (await heard(rendering)).map(
      (ear) => 10 * Math.log10(powerBetween(spectrum(ear, rate), low, high)),
    ) as [number, number];
    return { leftDb, rightDb };
  },
  async pitch(rendering) {
    const both = mixed(await heard(rendering));
    const { powers, binHz } = spectrum(both.subarray(both.length / 2), rate, 32_768);
    const top = powers.indexOf(powers.reduce((most, power) => Math.max(most, power)));
    // The top of the parabola through the strongest bin and its neighbours.
    const [before, at, after] = [top - 1, top, top + 1].map((bin) => Math.log(powers[bin] as number)) as [
      number,
      number,
      number,
    ];
    return (top + (before - after) / (2 * (before - 2 * at + after))) * binHz;
  },
  async lateness(rendering) {
    const [left, right] = await heard(rendering);
    const likeness = (shift: number) =>
      right.reduce((sum, sample, i) => sum + sample * (left[i + shift] ?? 0), 0);
    const shifts = Array.from({ length: 121 }, (_, i) => i - 60);
    const found = shifts.map(likeness);
    return shifts[found.indexOf(Math.max(...found))] as number;
  },
  async together(rendering) {
    const [left, right] = await heard(rendering);
    return Array.from(left, (sample, i) => Math.abs(sample) + Math.abs(right[i] as number));
  },
  async scene(world, seconds) {
    const ears = await heard({ world, seconds });
    const mono = new Float32Array(mixed(ears));
    const lostOnPhone = loudness([mono], rate) - loudness([await throughPhone(mono)], rate);
    return { ...measure(...ears, rate), lostOnPhone };
  },
  emptyRoom: async (world) => measure(...(await heard({ world, seconds: 3, only: [], tone: true })), rate),
  waysByWalls: (world, place) => sceneOf(world).room.walls.flatMap((wall) => wayByWall(place, 0, wall) ?? []),
  async voice(world, line) {
    const recording = recordingOf(world, line);
    if (!recording) return null;
    const voice = await loadRecording(new OfflineAudioContext(1, 1, rate), recording);
    return measure(...(await renderVoice(world, voice, recording.placeholder)), rate);
  },
  referenceLoudness() {
    const sine = Float32Array.from({ length: rate * 4 }, (_, i) => Math.sin((2 * Math.PI * 997 * i) / rate));
    return loudness([sine], rate);
  },
};

declare global {
  interface Window {
    soundLab: SoundLab;
  }
}

window.soundLab = lab;
document.title = 'Sound lab';
