import type { Head } from '../heads.ts';
import { onStage, type Place } from '../places.ts';
import type { Scene, SceneSource } from '../scenes/scene.ts';
import type { Stretch } from '../synth/loop.ts';
import { type Chain, createChain } from './chain.ts';
import { gainOf, glide, glideSeconds } from './params.ts';
import { connectTelephone } from './telephone.ts';
import { createWalls } from './walls.ts';

/** A loop, with left and right channels if the source is wide, such as a shore. */
interface LoopBuffers {
  middle: AudioBuffer;
  sides?: readonly [left: AudioBuffer, right: AudioBuffer] | undefined;
  /** Its silent stretches. */
  quiet?: readonly Stretch[];
}

/** A source that is sounding. */
export interface PlacedSource {
  /** Moves to a place within a few hundredths of a second, without clicks. */
  place(place: Place): void;
  /** Changes its level relative to the scene's, in dB. */
  setGain(gainDb: number, seconds: number): void;
  /** Restarts the loop at this second. */
  playFrom(second: number): void;
  /**
   * Stops it during silence, and schedules its next start: a browser works on silence as hard as on sound, but not on a
   * stopped source. To be called again and again.
   */
  rest(): void;
  /** The present position in its loop, in seconds. */
  position(): number;
  /** Its present loudness before the spatial chain: 0 for silence, 1 for its loudest. */
  loudness(): number;
}

/** The audio graph between the sources and the ears. */
interface SoundGraph {
  /** @param from second of the loop at which it starts, the first when left out */
  addSource(source: SceneSource, loop: LoopBuffers, fadeSeconds: number, from?: number): PlacedSource;
  /** The reverb's impulse response, and the room tone. Both have two channels. */
  setRoom(response: AudioBuffer, tone: AudioBuffer): void;
  /** Plays a whisper at the ear that the scene defines for it, a voice in front. */
  speak(voice: AudioBuffer, whispered: boolean): AudioBufferSourceNode;
  /** Plays a sound once at a place, with a gain of 1 at one metre. @param at seconds of the context's clock */
  playOnce(sound: AudioBuffer, place: Place, at: number): AudioBufferSourceNode;
  /** The listener's heading, in degrees clockwise. */
  turn(heading: number): void;
  setHead(head: Head): void;
  /** The volume, 0 to 1. */
  setVolume(volume: number): void;
  /** Ducks the scene by so many dB, for a voice. */
  duck(byDb: number): void;
}

/** The limiter's ceiling: slightly under -1 dBFS, however close the sources are. */
const ceiling = 0.885;
/** The level of the room tone, in dBFS: without it, silence would sound like a stopped file. */
const roomToneDb = -60;
/** Brings a voice of -20 LUFS in front to -16 LUFS, in dB. */
const inFrontDb = 4;
/** The position of an actor's voice. */
const inFront: Place = { azimuth: 0, distance: 1 };

/**
 * Keeps the browser's HRTF data loaded. Chromium unloads it with the last panner; if the next one is created at that very
 * moment, every panner of the page waits for it forever: silence after the second press, a rendering without an end.
 */
const kept: { heads?: PannerNode } = {};

/** Builds a scene's audio graph in a context, live or offline. */
export function createGraph(context: BaseAudioContext, scene: Scene, head: Head = 'middle'): SoundGraph {
  kept.heads ??= new PannerNode(new OfflineAudioContext(1, 1, context.sampleRate), { panningModel: 'HRTF' });
  const step = new GainNode(context);
  const master = new GainNode(context, { gain: gainOf(scene.trimDb) });
  // Compressor: limits loud sounds, so that quiet ones can be as loud as outdoors, where nobody sits beside a road.
  const holding = new DynamicsCompressorNode(context, {
    threshold: -34,
    knee: 18,
    ratio: 2.5,
    attack: 0.008,
    release: 0.3,
  });
  const volume = new GainNode(context);
  // Linear up to half, then curved (soft clipping): only peaks are affected.
  const guard = new WaveShaperNode(context, { curve: softCeiling(), oversample: 'none' });
  step.connect(master).connect(holding).connect(volume).connect(guard).connect(context.destination);

  const room = new ConvolverNode(context, { disableNormalization: true });
  const roomLevel = new GainNode(context, { gain: scene.room.level });
  room.connect(roomLevel).connect(step);
  const earsOf = (to: AudioNode) => {
    const ears = new ChannelMergerNode(context, { numberOfInputs: 2 });
    ears.connect(to);
    return ears;
  };
  const inStep = earsOf(step);
  const walls = createWalls(context, scene.room.walls, inStep);
  const inScene = { dry: inStep, room, walls };
  // Voices bypass the ducking and the compressor.
  const aside = { ...inScene, dry: earsOf(volume) };

  let facing = 0;
  /** Every placed sound, with the function that updates its position. */
  const placed = new Set<() => void>();

  function stand(chain: Chain, at: Place) {
    let now = at;
    const again = () => chain.place(now, facing, head);
    placed.add(again);
    again();
    return {
      move(to: Place) {
        now = to;
        again();
      },
      leave() {
        placed.delete(again);
        chain.close();
      },
    };
  }

  function playOnce(sound: AudioBuffer, place: Place, level: number, at: number, telephone = false) {
    const chain = createChain(context, aside, { level, room: 0.4, elevation: 0 });
    const player = new AudioBufferSourceNode(context, { buffer: sound });
    if (telephone) connectTelephone(context, player, chain.input);
    else player.connect(chain.input);
    const { leave } = stand(chain, place);
    player.addEventListener('ended', leave);
    player.start(at);
    return player;
  }

  return {
    addSource(source, loop, fadeSeconds, from = 0) {
      const level = gainOf(source.peakDb) * source.distance;
      const { elevation = 0, room: reverbSend = 1 } = source;
      const half = (source.width ?? 0) / 2;
      let gain = 1;
      const parts = [
        { buffer: loop.middle, aside: 0 },
        ...(loop.sides ?? []).map((buffer, side) => ({ buffer, aside: side === 0 ? -half : half })),
      ].map(({ buffer, aside }) => {
        // Of a wide source only the middle gets wall reflections: its sides would cost work and add nothing.
        const to = aside === 0 ? inScene : { ...inScene, walls: [] };
        const chain = createChain(context, to, { level, room: reverbSend, elevation });
        return { buffer, aside, chain, standing: stand(chain, turned(source, aside)) };
      });
      const players = startLoops(
        context,
        parts.map(({ buffer, chain }) => ({ buffer, to: chain.input })),
        fadeSeconds,
        from,
        loop.quiet,
      );
      return {
        place(to) {
          for (const { standing, aside } of parts) standing.move(turned(onStage(to), aside));
        },
        setGain(gainDb, seconds) {
          gain = gainOf(gainDb);
          for (const { chain } of parts) chain.setLevel(level * gain, seconds);
        },
        ...players,
        loudness: () => loudnessOf(gain * rmsAt(loop.middle, players.position())),
      };
    },
    setRoom(response, tone) {
      room.buffer = response;
      const player = new AudioBufferSourceNode(context, { buffer: tone, loop: true });
      const level = new GainNode(context, { gain: 0 });
      player.connect(level).connect(volume);
      glide(level.gain, gainOf(roomToneDb), context, 0.5);
      player.start();
    },
    speak(voice, whispered) {
      const atEar = whispered || scene.telephone;
      const place = atEar ? scene.whisper : inFront;
      const level = gainOf(atEar ? scene.voiceDb : inFrontDb) * place.distance;
      return playOnce(voice, place, level, context.currentTime, scene.telephone);
    },
    playOnce: (sound, place, at) => playOnce(sound, place, 1, at),
    turn(heading) {
      facing = heading;
      for (const wall of walls) wall.turn(heading);
      for (const again of placed) again();
    },
    setHead(to) {
      head = to;
      for (const again of placed) again();
    },
    setVolume: (to) => glide(volume.gain, to * to, context),
    duck: (byDb) => glide(step.gain, gainOf(-byDb), context, 0.5),
  };
}

/** Below this level, in dBFS, a source is shown as silent; and the range above it up to the loudest, in dB. */
const softestDb = -54;
const rangeDb = 42;
const loudnessOf = (rms: number) =>
  Math.min(1, Math.max(0, (20 * Math.log10(rms + 1e-9) - softestDb) / rangeDb));

/** The level of the next twentieth of a second, from the samples themselves, so that no analyser node is needed. */
function rmsAt(buffer: AudioBuffer, second: number): number {
  const from = Math.floor(second * buffer.sampleRate);
  const heard = buffer.getChannelData(0).subarray(from, from + buffer.sampleRate / 20);
  return Math.sqrt(heard.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, heard.length));
}

const turned = (place: Place, by: number): Place => ({ ...place, azimuth: place.azimuth + by });

/** A shorter silence, in seconds, is not worth the two nodes. */
const shortestRest = 0.5;

/** Plays loops, all starting at the same second. */
function startLoops(
  context: BaseAudioContext,
  loops: readonly { buffer: AudioBuffer; to: AudioNode }[],
  fadeSeconds: number,
  from: number,
  quiet: readonly Stretch[] = [],
): Pick<PlacedSource, 'playFrom' | 'position' | 'rest'> {
  const length = (loops[0] as (typeof loops)[0]).buffer.duration;
  let stop = () => {};
  let started = 0;
  const begin = (second: number, rise: number, at = context.currentTime) => {
    stop();
    const now = context.currentTime;
    const playing = loops.map(({ buffer, to }) => {
      const player = new AudioBufferSourceNode(context, { buffer, loop: true });
      const edge = new GainNode(context, { gain: rise > 0 ? 0 : 1 });
      if (rise > 0) edge.gain.setValueAtTime(0, now).linearRampToValueAtTime(1, now + rise);
      player.connect(edge).connect(to);
      player.start(at, second);
      return { player, edge };
    });
    started = at - second;
    stop = () => {
      for (const { player, edge } of playing) {
        glide(edge.gain, 0, context);
        player.addEventListener('ended', () => edge.disconnect());
        player.stop(context.currentTime + glideSeconds * 2);
      }
    };
  };
  begin(from, fadeSeconds);
  const position = () => (context.currentTime - started) % length;
  let wakes = 0;
  return {
    playFrom(second) {
      wakes = 0;
      begin(second, 0);
    },
    position,
    rest() {
      const now = context.currentTime;
      if (now < wakes) return;
      const second = position();
      const [, to] = quiet.find(([start, end]) => second > start && second < end - shortestRest) ?? [];
      if (to === undefined) return;
      wakes = now + to - second;
      begin(to % length, 0, wakes);
    },
  };
}

function softCeiling(): Float32Array<ArrayBuffer> {
  const knee = 0.5;
  const points = 4097;
  const curve = new Float32Array(points);
  for (let i = 0; i < points; i++) {
    // The shaper's input range is -1 to 1; louder samples map to its last point.
    const input = (i / (points - 1)) * 2 - 1;
    const size = Math.abs(input);
    const room = ceiling - knee;
    const bent =
      size <= knee
        ? size
        : knee + room * Math.sin((Math.PI / 2) * Math.min(1, (size - knee) / (room * (Math.PI / 2))));
    curve[i] = Math.sign(input) * bent;
  }
  return curve;
}
