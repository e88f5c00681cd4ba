import type { Head } from '../heads.ts';
import { onStage, type Place } from '../places.ts';
import type { Scene, SceneSource } from '../scenes/scene.ts';
import type { Stretch } from '../synth/loop.ts';
import { type Chain, createChain } from './chain.ts';
import { gainOf, glide, glideSeconds } from './params.ts';
import { connectTelephone } from './telephone.ts';
import { createWalls } from './walls.ts';

/** A loop with what stands beside it, where a source is wide: a shore has a left and a right. */
export interface LoopBuffers {
  middle: AudioBuffer;
  sides?: readonly [left: AudioBuffer, right: AudioBuffer] | undefined;
  /** Where nothing is heard of it. */
  quiet?: readonly Stretch[];
}

/** A source that is sounding. */
export interface PlacedSource {
  /** Goes to a place within a few hundredths of a second, so that nothing clicks. */
  place(place: Place): void;
  /** Louder or softer than the scene has it, in dB. */
  setGain(gainDb: number, seconds: number): void;
  /** Starts the loop anew at this second of it. */
  playFrom(second: number): void;
  /**
   * Stops it while nothing is heard of it, and sets the clock for its next sound: a browser works on what is silent as hard as
   * on what is loud, but not on what does not play. To be called again and again.
   */
  rest(): void;
  /** Which second of its loop is heard now, and how long the loop is. */
  position(): { second: number; length: number };
  /** How loud it is at this moment, before its way to the ears: 0 for silence, 1 for its loudest. */
  loudness(): number;
}

/** The nodes between the sources and the ears. */
export interface SoundGraph {
  /** @param from second of the loop with which it begins, the first when left out */
  addSource(source: SceneSource, loop: LoopBuffers, fadeSeconds: number, from?: number): PlacedSource;
  /** The room's answer to a clap, and the sound of it when nothing happens. Both have two channels. */
  setRoom(response: AudioBuffer, tone: AudioBuffer): void;
  /** Plays a whisper at the ear that the scene has for it, a voice in front. */
  speak(voice: AudioBuffer, whispered: boolean): AudioBufferSourceNode;
  /** Plays a sound once somewhere. @param level from a metre away, as a factor; @param at seconds of the context's clock */
  playOnce(sound: AudioBuffer, place: Place, level: number, at: number): AudioBufferSourceNode;
  /** Degrees clockwise that the listener has turned. */
  turn(heading: number): void;
  setHead(head: Head): void;
  /** 0 to 1, as the person set it. */
  setVolume(volume: number): void;
  /** Makes the scene softer by so many dB, for a voice. */
  duck(byDb: number): void;
}

/** What the end stage never exceeds: a hair under -1 dBFS, however close somebody pulls everything. */
const ceiling = 0.885;
/** How loud the empty room is, in dBFS: a place, and not a file that has stopped. */
const roomToneDb = -60;
/** Brings a voice of -20 LUFS that stands in front to -16 LUFS, in dB. */
const inFrontDb = 4;
/** Where an actor stands. */
const inFront: Place = { azimuth: 0, distance: 1 };

/**
 * Keeps the browser's measured heads (HRTF) loaded. Chromium lets them go with the last panner; when the next one comes at that
 * very moment, every panner of the page waits for them for ever: silence after the second press, a rendering without an end.
 */
const kept: { heads?: PannerNode } = {};

/** Builds a scene's graph into a context, a live one or one that renders to a buffer. */
export function createGraph(context: BaseAudioContext, scene: Scene, head: Head = 'middle'): SoundGraph {
  kept.heads ??= new PannerNode(new OfflineAudioContext(1, 1, context.sampleRate), { panningModel: 'HRTF' });
  const step = new GainNode(context);
  const master = new GainNode(context, { gain: gainOf(scene.trimDb) });
  // What is loud is held, so that what is soft may be as loud as it is outside, where nobody sits beside a road.
  const holding = new DynamicsCompressorNode(context, {
    threshold: -34,
    knee: 18,
    ratio: 2.5,
    attack: 0.008,
    release: 0.3,
  });
  const volume = new GainNode(context);
  // Straight up to half, then bent: only what would be too loud is touched.
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
  // A voice passes by what makes the scene step back for it, and what holds the scene together.
  const aside = { ...inScene, dry: earsOf(volume) };

  let facing = 0;
  /** Everything that stands somewhere, by how it is put there again. */
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

  function playOnce(
    sound: AudioBuffer,
    place: Place,
    level: number,
    at = context.currentTime,
    telephone = false,
  ) {
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
      const { elevation = 0, room: answer = 1 } = source;
      const half = (source.width ?? 0) / 2;
      let gain = 1;
      const parts = [
        { buffer: loop.middle, aside: 0 },
        ...(loop.sides ?? []).map((buffer, side) => ({ buffer, aside: side === 0 ? -half : half })),
      ].map(({ buffer, aside }) => {
        // Only the middle of what is wide has ways by the walls: its sides would add nothing to them but work.
        const to = aside === 0 ? inScene : { ...inScene, walls: [] };
        const chain = createChain(context, to, { level, room: answer, elevation });
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
        loudness: () => loudnessOf(gain * rmsAt(loop.middle, players.position().second)),
      };
    },
    setRoom(response, tone) {
      room.buffer = response;
      const player = new AudioBufferSourceNode(context, { buffer: tone, loop: true });
      const level = new GainNode(context, { gain: 0 });
      player.connect(level).connect(volume);
      level.gain.setTargetAtTime(gainOf(roomToneDb), context.currentTime, 0.2);
      player.start();
    },
    speak(voice, whispered) {
      const atEar = whispered || scene.telephone;
      const place = atEar ? scene.whisper : inFront;
      const level = gainOf(atEar ? scene.voiceDb : inFrontDb) * place.distance;
      return playOnce(voice, place, level, context.currentTime, scene.telephone);
    },
    playOnce: (sound, place, level, at) => playOnce(sound, place, level, at),
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

/** What is softer is shown as silence, in dBFS; and how far above that the loudest lies, in dB. */
const softestDb = -54;
const rangeDb = 42;
const loudnessOf = (rms: number) =>
  Math.min(1, Math.max(0, (20 * Math.log10(rms + 1e-9) - softestDb) / rangeDb));

/** Of the twentieth of a second from there on, taken from the samples themselves: the graph has no more work with it. */
function rmsAt(buffer: AudioBuffer, second: number): number {
  const from = Math.floor(second * buffer.sampleRate);
  const heard = buffer.getChannelData(0).subarray(from, from + buffer.sampleRate / 20);
  return Math.sqrt(heard.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, heard.length));
}

const turned = (place: Place, by: number): Place => ({ ...place, azimuth: place.azimuth + by });

/** A rest that is shorter, in seconds, is not worth its two nodes. */
const shortestRest = 0.5;

/** Plays loops in a circle, all from the same second. */
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
  const position = () => ({ second: (context.currentTime - started) % length, length });
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
      const { second } = position();
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
    // The shaper takes -1 to 1; what is louder ends at the last point.
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
