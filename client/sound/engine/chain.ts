import { type EarChange, earChanges, type Head, nearShelfDb } from '../heads.ts';
import type { Place } from '../places.ts';
import { pointOf, speedOfSound, wayByWall } from '../space.ts';
import { pannerGain } from './panner.ts';
import { gainOf, glide } from './params.ts';
import type { WallBus } from './walls.ts';

/** Where a chain's sound goes. */
export interface Outputs {
  /** Its two inputs are the ears; one for all, because a browser has work with every node. */
  dry: ChannelMergerNode;
  room: AudioNode;
  walls: readonly WallBus[];
}

/** The way of one sound from where it stands to the ears. */
export interface Chain {
  input: AudioNode;
  /** How loud it arrives from a metre away, as a factor. */
  setLevel(level: number, seconds?: number): void;
  /** Goes to a place within a few hundredths of a second. @param heading degrees the listener has turned */
  place(place: Place, heading: number, head: Head): void;
  /** Nothing comes out of it any more. */
  close(): void;
}

/** How fast what is moved by hand may seem to fly, in seconds until it is there: its pitch bends meanwhile. */
const flightSeconds = 0.4;
/** What air takes at 10 kHz is half of this for each metre, in dB. Source: ISO 9613-1 at 20 degrees and 60 % humidity. */
const airDb = -0.34;
/** Nearer than this a source does not become any louder, in metres. */
const touching = 0.15;

/**
 * The way of a sound through a scene: the time it takes (whose change is the Doppler effect), the air, the browser's HRTF
 * panner, what that does not do for near things and other heads, and a share for each wall and for the room.
 * @param room how much of the room answers it
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
  // A head is chosen once for a hundred samples anyway; without this a browser works out its angle for each of them.
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
  // The panner passes everything at the distance where it ends; from there it is as loud as a metre away, divided by it.
  const setLevel = (to: number, seconds?: number) => glide(input.gain, to / touching, context, seconds);
  setLevel(level);

  /** Whole samples, where it comes to rest: a fraction of one would dull the highs. */
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
      // The room's answer hardly weakens with distance, what comes straight does: so one hears how far a thing is.
      glide(send.gain, (touching * room * 0.5) / Math.max(0.5, distance) ** 0.75, context);
    },
  };
}

/** What each ear gets besides. The browser's own head needs no more than a level. @returns a way to change it */
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
