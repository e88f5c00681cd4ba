import { loudness, type Measured, measure } from '#client/sound/lab/loudness.ts';
import { type Rendering, labRate as rate, render, type Stereo } from '#client/sound/lab/render.ts';
import { scenes } from '#client/sound/scenes/index.ts';
import type { World } from '#client/sound/world.ts';

/** What the tests call in the page. */
export interface SoundLab {
  worlds: World[];
  sourcesOf(world: World): string[];
  measure(rendering: Rendering): Promise<Measured>;
  /** RMS of the difference of two renderings and of the first, in dBFS: how unlike they are. */
  difference(first: Rendering, second: Rendering): Promise<{ differenceDb: number; firstDb: number }>;
  /** The rendering as 16-bit samples, left and right in turn, in base64: for a look at it with other tools. */
  pcm(rendering: Rendering): Promise<string>;
  /** Seconds of work for each second of sound, when nothing else is done. */
  work(rendering: Rendering): Promise<number>;
  /** Loudness of a full-scale sine of 997 Hz in one channel. */
  referenceLoudness(): number;
}

const heard = async (rendering: Rendering): Promise<Stereo> => (await render(rendering)).ears;

const lab: SoundLab = {
  worlds: Object.keys(scenes) as World[],
  sourcesOf: (world) => scenes[world].sources.map(({ id }) => id),
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
