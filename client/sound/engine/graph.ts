import { onStage, type Place } from '../places.ts';
import type { Scene, SceneSource } from '../scenes/scene.ts';
import { roomResponse } from './room.ts';

/** A source that is sounding. */
export interface PlacedSource {
  /** Goes to a place within a few hundredths of a second, so that nothing clicks. */
  place(place: Place, heading: number): void;
  /** Louder or softer than the scene has it, in dB. */
  setGain(gainDb: number, seconds: number): void;
  /** Starts the loop anew at this second of it. */
  playFrom(second: number): void;
  /** Which second of its loop is heard now, and how long the loop is. */
  position(): { second: number; length: number };
}

/** The nodes between the sources and the ears. */
export interface SoundGraph {
  addSource(source: SceneSource, loop: AudioBuffer, fadeSeconds: number): PlacedSource;
  /** Plays a voice in front of the listener while the scene steps back. */
  speak(voice: AudioBuffer): AudioBufferSourceNode;
  /** 0 to 1, as the person set it. */
  setVolume(volume: number): void;
  /** Makes the scene softer by so many dB, for a voice. */
  duck(byDb: number): void;
}

const gainOf = (db: number) => 10 ** (db / 20);
const glideSeconds = 0.06;
/** What the end stage never exceeds: a hair under -1 dBFS, however close somebody pulls everything. */
const ceiling = 0.885;

/** Builds a scene's graph into a context, a live one or one that renders to a buffer. */
export function createGraph(context: BaseAudioContext, scene: Scene): SoundGraph {
  const master = new GainNode(context, { gain: gainOf(scene.trimDb) });
  const step = new GainNode(context);
  const volume = new GainNode(context);
  // Straight up to half, then bent: only what would be too loud is touched.
  const guard = new WaveShaperNode(context, { curve: softCeiling(), oversample: 'none' });
  step.connect(master).connect(volume).connect(guard).connect(context.destination);

  const room = new ConvolverNode(context, {
    buffer: roomResponse(context, scene),
    disableNormalization: true,
  });
  const roomLevel = new GainNode(context, { gain: scene.room.level });
  room.connect(roomLevel).connect(step);

  return {
    addSource: (source, loop, fadeSeconds) =>
      addSource(context, source, loop, { dry: step, room, fadeSeconds }),
    speak(voice) {
      const player = new AudioBufferSourceNode(context, { buffer: voice });
      const panner = createPanner(context, { azimuth: 0, distance: 1 }, 0);
      const level = new GainNode(context, { gain: 0.9 });
      const echo = new GainNode(context, { gain: 0.06 });
      player.connect(level).connect(panner).connect(volume);
      level.connect(echo).connect(room);
      player.start();
      return player;
    },
    setVolume: (to) => glide(volume.gain, to * to, context),
    duck: (byDb) => glide(step.gain, gainOf(-byDb), context, 0.5),
  };
}

function addSource(
  context: BaseAudioContext,
  source: SceneSource,
  loop: AudioBuffer,
  { dry, room, fadeSeconds }: { dry: AudioNode; room: AudioNode; fadeSeconds: number },
): PlacedSource {
  // The level is given where the source first stands; distance then does the rest.
  const base = gainOf(source.peakDb) * Math.max(1, source.distance);
  const fade = new GainNode(context, { gain: 0 });
  const level = new GainNode(context, { gain: base });
  const air = new BiquadFilterNode(context, { type: 'lowpass', Q: 0.5 });
  const panner = createPanner(context, source, source.elevation ?? 0);
  const send = new GainNode(context);
  fade.connect(level).connect(air).connect(panner).connect(dry);
  air.connect(send).connect(room);
  fade.gain.setValueAtTime(0, context.currentTime);
  fade.gain.linearRampToValueAtTime(1, context.currentTime + fadeSeconds);

  let player: AudioBufferSourceNode;
  let edge: GainNode;
  let started = 0;
  const playFrom = (second: number) => {
    player = new AudioBufferSourceNode(context, { buffer: loop, loop: true });
    edge = new GainNode(context);
    player.connect(edge).connect(fade);
    player.start(context.currentTime, second);
    started = context.currentTime - second;
  };
  playFrom(0);

  return {
    place(to, heading) {
      const place = onStage(to);
      const { x, y, z } = coordinates(place, source.elevation ?? 0, heading);
      glide(panner.positionX, x, context);
      glide(panner.positionY, y, context);
      glide(panner.positionZ, z, context);
      // What is far has lost its highs, and more of it comes by way of the walls.
      glide(air.frequency, 1200 + 17000 / (1 + place.distance / 9), context);
      glide(send.gain, ((source.room ?? 1) * 0.5) / Math.max(1, place.distance) ** 0.75, context);
    },
    setGain: (gainDb, seconds) => glide(level.gain, base * gainOf(gainDb), context, seconds),
    playFrom(second) {
      glide(edge.gain, 0, context);
      player.stop(context.currentTime + glideSeconds * 2);
      playFrom(second);
    },
    position: () => ({
      second: (context.currentTime - started) % loop.duration,
      length: loop.duration,
    }),
  };
}

function createPanner(context: BaseAudioContext, place: Place, elevation: number): PannerNode {
  const { x, y, z } = coordinates(place, elevation, 0);
  return new PannerNode(context, {
    panningModel: 'HRTF',
    distanceModel: 'inverse',
    refDistance: 1,
    rolloffFactor: 1,
    positionX: x,
    positionY: y,
    positionZ: z,
  });
}

/** Web Audio's space: x to the right, y up, z backwards. The listener stays; the world turns the other way. */
function coordinates({ azimuth, distance }: Place, elevation: number, heading: number) {
  const turn = ((azimuth - heading) * Math.PI) / 180;
  const rise = (elevation * Math.PI) / 180;
  const flat = distance * Math.cos(rise);
  return { x: flat * Math.sin(turn), y: distance * Math.sin(rise), z: -flat * Math.cos(turn) };
}

function glide(param: AudioParam, to: number, context: BaseAudioContext, seconds = glideSeconds): void {
  const now = context.currentTime;
  param.cancelScheduledValues(now);
  // Before the first sound there is nothing to glide from.
  if (now === 0) param.setValueAtTime(to, 0);
  else {
    param.setValueAtTime(param.value, now);
    param.linearRampToValueAtTime(to, now + seconds);
  }
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
