import { createGraph } from '#client/sound/engine/graph.ts';
import type { Place } from '#client/sound/places.ts';
import { sceneOf, scenes } from '#client/sound/scenes/index.ts';
import { makeSource } from '#client/sound/synth/make-source.ts';
import type { World } from '#client/sound/world.ts';
import { loudness, type Measured, measure } from './loudness.ts';

const rate = 44_100;

/** What to render. */
export interface Rendering {
  world: World;
  seconds: number;
  /** These sources alone; all of them when left out. */
  only?: string[];
  /** Where they stand instead of where the scene has them. */
  at?: Place;
}

/** What the tests call in the page. */
export interface SoundLab {
  worlds: World[];
  sourcesOf(world: World): string[];
  measure(rendering: Rendering): Promise<Measured>;
  /** RMS of the difference of two renderings and of the first, in dBFS: how unlike they are. */
  difference(first: Rendering, second: Rendering): Promise<{ differenceDb: number; firstDb: number }>;
  /** The rendering as 16-bit samples, left and right in turn, in base64: for a look at it with other tools. */
  pcm(rendering: Rendering): Promise<string>;
  /** Loudness of a full-scale sine of 997 Hz in one channel. */
  referenceLoudness(): number;
}

/** Renders with the very graph of the player into a buffer instead of a loudspeaker. */
async function render({ world, seconds, only, at }: Rendering): Promise<[Float32Array, Float32Array]> {
  const context = new OfflineAudioContext(2, Math.round(seconds * rate), rate);
  const scene = sceneOf(world);
  const graph = createGraph(context, scene);
  for (const source of scene.sources) {
    if (only && !only.includes(source.id)) continue;
    const { samples, rate: own } = makeSource(world, source.id, rate);
    const buffer = context.createBuffer(1, samples.length, own);
    buffer.copyToChannel(samples, 0);
    graph.addSource(source, buffer, 0).place(at ?? source, 0);
  }
  const rendered = await context.startRendering();
  return [rendered.getChannelData(0), rendered.getChannelData(1)];
}

const lab: SoundLab = {
  worlds: Object.keys(scenes) as World[],
  sourcesOf: (world) => sceneOf(world).sources.map(({ id }) => id),
  async measure(rendering) {
    return measure(...(await render(rendering)), rate);
  },
  async difference(first, second) {
    const [a, b] = [await render(first), await render(second)];
    const apart = a.map((channel, ear) =>
      channel.map((sample, i) => sample - ((b[ear] as Float32Array)[i] as number)),
    );
    return {
      differenceDb: measure(apart[0] as Float32Array, apart[1] as Float32Array, rate).leftDb,
      firstDb: measure(...a, rate).leftDb,
    };
  },
  async pcm(rendering) {
    const [left, right] = await render(rendering);
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
