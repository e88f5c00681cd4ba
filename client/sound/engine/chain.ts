import { type EarChange, earChanges, type Head, nearShelfDb } from '../heads.ts';
import type { Place } from '../places.ts';
import { pointOf, speedOfSound, wayByWall } from '../space.ts';
import { pannerGain } from './panner.ts';
import { gainOf, glide } from './params.ts';
import type { WallBus } from './walls.ts';

/** The outputs of a chain. */
interface Outputs {
  /** Two inputs, one per ear; shared by all chains, because every node costs the browser time. */
  dry: ChannelMergerNode;
  room: AudioNode;
  walls: readonly WallBus[];
}

/** The signal chain of one sound from its place to the ears. */
export interface Chain {
  input: AudioNode;
  /** Its gain at a distance of one metre. */
  setLevel(level: number, seconds?: number): void;
  /** Moves to a place within a few hundredths of a second. @param heading degrees the listener has turned */
  place(place: Place, heading: number, head: Head): void;
  /** Disconnects it. */
  close(): void;
}

/**
 * Limits the apparent speed of a source moved by hand, in seconds until it arrives: its pitch bends meanwhile (Doppler).
 */
const flightSeconds = 0.4;
/**
 * Air absorption per metre, as a shelf's gain in dB; at 10 kHz it is half of this. Source: ISO 9613-1 at 20 degrees and
 * 60 % humidity.
 */
const airDb = -0.34;
/** A source does not get louder below this distance, in metres. */
const touching = 0.15;

/**
 * The signal chain of a sound in a scene: delay (whose change is the Doppler effect), air absorption, the browser's HRTF
 * panner, corrections for near sources and other head sizes, and sends to each wall and to the reverb.
 * @param room the send level of the reverb
 */
export function createChain(
  context: BaseAudioContext,
  outputs: Outputs,
  { level, room, elevation }: { level: number; room: number; elevation: number },
): Chain {
  const input = new GainNode(context);
  const flight = new DelayNode(context, { maxDelayTime: 0.1 });
  const air = new BiquadFilterNode(context, { type: 'highshelf' });
  const panner = new PannerNode(context, {
    panningModel: 'HRTF',
    distanceModel: 'inverse',
    refDistance: touching,
    rolloffFactor: 1,
  });
  // The HRTF is chosen once per hundred samples anyway; without this a browser would compute its angle for each sample.
  for (const param of [panner.positionX, panner.positionY, panner.positionZ]) param.automationRate = 'k-rate';
  const send = new GainNode(context);
  input.connect(flight).connect(air).connect(panner);
  input.connect(send).connect(outputs.room);
  const ears = connectEars(context, panner, outputs.dry);
  const walls = outputs.walls.map((bus) => {
    const way = new DelayNode(context, { maxDelayTime: 0.5 });
    const gain = new GainNode(context, { gain: 0 });
    input.connect(way).connect(gain).connect(bus.input);
    return { ...bus, way: way.delayTime, gain: gain.gain };
  });
  // The panner's gain is 1 at this distance; from there the level is that at one metre, divided by the distance.
  const setLevel = (to: number, seconds?: number) => glide(input.gain, to / touching, context, seconds);
  setLevel(level);

  /** Whole samples at rest, because a fractional delay would dull the highs. */
  const travel = (param: AudioParam, metres: number, later = 0) =>
    glide(
      param,
      (Math.round((metres / speedOfSound) * context.sampleRate) + later) / context.sampleRate,
      context,
      flightSeconds,
    );

  return {
    input,
    setLevel,
    close() {
      input.disconnect();
      ears.close();
    },
    place(place, heading, head) {
      const { distance } = place;
      const point = pointOf(place, elevation, heading);
      glide(panner.positionX, point.x, context);
      glide(panner.positionY, point.y, context);
      glide(panner.positionZ, point.z, context);
      travel(flight.delayTime, distance);
      glide(air.gain, distance < 1 ? nearShelfDb(distance) : airDb * distance, context);
      glide(air.frequency, distance < 1 ? 1000 : 10_000, context);
      ears.change(earChanges(point, head, context.sampleRate));
      for (const { wall, later, way, gain } of walls) {
        const metres = wayByWall(place, elevation, wall);
        if (metres !== null) travel(way, metres, later);
        glide(gain, metres === null ? 0 : (touching * room * wall.reflects) / metres, context);
      }
      // The reverb hardly weakens with distance, the direct sound does: so one hears how far away a source is.
      glide(send.gain, (touching * room * 0.5) / Math.max(0.5, distance) ** 0.75, context);
    },
  };
}

/** Corrections for each ear. For the browser's own head size only a level. @returns a function that changes them */
function connectEars(context: BaseAudioContext, from: AudioNode, to: ChannelMergerNode) {
  const split = new ChannelSplitterNode(context, { numberOfOutputs: 2 });
  from.connect(split);
  const levels = [0, 1].map((ear) => {
    const level = new GainNode(context);
    split.connect(level, ear).connect(to, 0, ear);
    return level;
  });
  const ears = levels.map((level, ear) => {
    let other: { delay: AudioParam; shade: AudioParam } | null = null;
    const otherHead = () => {
      const delay = new DelayNode(context, { maxDelayTime: 0.01 });
      const shade = new BiquadFilterNode(context, { type: 'highshelf', frequency: 2500 });
      split.disconnect(level, ear);
      split.connect(delay, ear).connect(shade).connect(level);
      return { delay: delay.delayTime, shade: shade.gain };
    };
    return ({ gainDb, shadeDb, delay }: EarChange) => {
      glide(level.gain, gainOf(gainDb) * pannerGain(context.sampleRate), context);
      if (shadeDb !== 0 || delay !== 0) other ??= otherHead();
      if (!other) return;
      glide(other.shade, shadeDb, context);
      glide(other.delay, delay, context);
    };
  });
  return {
    close() {
      for (const level of levels) level.disconnect();
    },
    change(changes: readonly [EarChange, EarChange]) {
      ears.forEach((change, ear) => {
        change(changes[ear] as EarChange);
      });
    },
  };
}
