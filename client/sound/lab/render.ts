import { createGraph } from '../engine/graph.ts';
import type { Head } from '../heads.ts';
import { between, onRoad, type Place } from '../places.ts';
import { sampleRate } from '../sample-rate.ts';
import { sceneOf } from '../scenes/index.ts';
import type { SceneSource } from '../scenes/scene.ts';
import { quietStretches } from '../synth/loop.ts';
import { makeSource } from '../synth/make-source.ts';
import { type Ears, roomResponse, roomTone } from '../synth/room.ts';
import { seedOf } from '../synth/worlds/index.ts';
import type { World } from '../world.ts';

/** What to render: a scene as the player plays it, or a part of it. */
export interface Rendering {
  world: World;
  seconds: number;
  /** Only these sources; all of them, the music and the room tone when left out. */
  only?: readonly string[];
  /** Their places instead of the scene's. */
  at?: Place;
  /** They move there in a straight line, from the first second to the last. */
  to?: Place;
  /** Replaces a source's own sound. */
  sound?: Float32Array<ArrayBuffer>;
  /** Without walls and reverb. */
  bare?: boolean;
  /** With the room tone even if only some sources are rendered. */
  tone?: boolean;
  /** Sources stop during silence, as they do in the player. */
  rests?: boolean;
  head?: Head;
  /** Degrees clockwise. */
  heading?: number;
}

/** Left and right. */
export type Stereo = readonly [Float32Array, Float32Array];

const loops = new Map<string, ReturnType<typeof makeSource>>();
const rooms = new Map<World, { response: Ears; tone: Ears }>();

function loopOf(world: World, id: string) {
  const key = `${world}/${id}`;
  const loop = loops.get(key) ?? makeSource(world, id, sampleRate);
  loops.set(key, loop);
  return loop;
}

function roomOf(world: World) {
  const { room } = sceneOf(world);
  const seed = seedOf(world);
  const made = rooms.get(world) ?? {
    response: roomResponse(seed, room, sampleRate),
    tone: roomTone(seed, room, sampleRate / 2),
  };
  rooms.set(world, made);
  return made;
}

function bufferOf(context: BaseAudioContext, channels: readonly Float32Array[], rate: number): AudioBuffer {
  const buffer = context.createBuffer(channels.length, (channels[0] as Float32Array).length, rate);
  channels.forEach((samples, channel) => {
    buffer.copyToChannel(new Float32Array(samples), channel);
  });
  return buffer;
}

/** Renders with the player's own graph into a buffer, and measures how long that took. */
export async function render(rendering: Rendering): Promise<{ ears: Stereo; milliseconds: number }> {
  const { world, seconds, only, at, to, sound, bare = false, head, heading = 0 } = rendering;
  const context = new OfflineAudioContext(2, Math.round(seconds * sampleRate), sampleRate);
  const whole = sceneOf(world);
  const scene = bare ? { ...whole, room: { ...whole.room, walls: [], level: 0 } } : whole;
  const graph = createGraph(context, scene, head);
  graph.turn(heading);
  const { response, tone } = roomOf(world);
  if (!bare) {
    const quiet = only && !rendering.tone;
    graph.setRoom(
      bufferOf(context, response, sampleRate),
      bufferOf(context, quiet ? [new Float32Array(2)] : tone, sampleRate / 2),
    );
  }
  const ticks: ((part: number) => void)[] = [];
  const theme: SceneSource = { ...scene.theme, id: 'theme', name: '', caption: '' };
  for (const source of [...scene.sources, theme]) {
    if (only && !only.includes(source.id)) continue;
    const loop = sound ? { samples: sound, rate: sampleRate, sides: undefined } : loopOf(world, source.id);
    const [left, right] = loop.sides ?? [];
    const quiet = rendering.rests && !sound ? quietStretches(loopOf(world, source.id)) : [];
    const placed = graph.addSource(
      source,
      {
        middle: bufferOf(context, [loop.samples], loop.rate),
        sides:
          left && right
            ? [bufferOf(context, [left], loop.rate), bufferOf(context, [right], loop.rate)]
            : undefined,
        quiet,
      },
      0,
    );
    const from = at ?? source;
    placed.place(from);
    if (quiet.length > 0) ticks.push(() => placed.rest());
    const road = at ? undefined : source.road;
    if (road) ticks.push(() => placed.place(onRoad(road, placed.position())));
    if (to) ticks.push((part) => placed.place(between(from, to, part)));
  }
  if (ticks.length > 0) follow(context, (part) => ticks.forEach((tick) => void tick(part)));
  const started = performance.now();
  const rendered = await context.startRendering();
  return {
    ears: [rendered.getChannelData(0), rendered.getChannelData(1)],
    milliseconds: performance.now() - started,
  };
}

/** A voice as it arrives, with nothing else, in an empty room. */
export async function renderVoice(world: World, voice: AudioBuffer, whispered: boolean): Promise<Stereo> {
  const context = new OfflineAudioContext(2, Math.ceil((voice.duration + 0.3) * sampleRate), sampleRate);
  const graph = createGraph(context, sceneOf(world));
  const { response } = roomOf(world);
  graph.setRoom(
    bufferOf(context, response, sampleRate),
    bufferOf(context, [new Float32Array(2)], sampleRate),
  );
  graph.speak(voice, whispered);
  const rendered = await context.startRendering();
  return [rendered.getChannelData(0), rendered.getChannelData(1)];
}

/** Calls back as often as the player does, with the progress. */
function follow(context: OfflineAudioContext, onTick: (part: number) => void): void {
  const length = context.length / context.sampleRate;
  for (let at = 0.04; at < length; at += 0.04) {
    const part = at / length;
    void context.suspend(at).then(() => {
      onTick(part);
      return context.resume();
    });
  }
}
