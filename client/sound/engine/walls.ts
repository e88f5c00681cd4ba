import { shadeHz, sphereEars } from '../heads.ts';
import { pointOf, type Wall } from '../space.ts';
import { pannerSamples } from './panner.ts';
import { glide } from './params.ts';

/** The reflections of all sources at one wall, played from the wall's direction. */
export interface WallBus {
  wall: Wall;
  input: AudioNode;
  /** Extra delay for whatever is sent to it, in samples. */
  later: number;
  turn(heading: number): void;
}

/**
 * The wall reflections of a scene. Each source has its own delay and level for each wall; the direction is the wall's,
 * shared by all. A reflection is recognised by its delay, so its direction is only modelled as a spherical head: later
 * and duller at the far ear. That saves a panner's transforms for each wall.
 * @param to two inputs, one per ear
 */
export function createWalls(
  context: BaseAudioContext,
  walls: readonly Wall[],
  to: ChannelMergerNode,
): WallBus[] {
  const { sampleRate } = context;
  const panner = pannerSamples(sampleRate);
  return walls.map((wall) => {
    const input = new BiquadFilterNode(context, { type: 'lowpass', frequency: wall.edge, Q: -3 });
    const shadeTo = (from: AudioNode, ears: readonly number[]) => {
      const shade = new BiquadFilterNode(context, { type: 'highshelf', frequency: shadeHz });
      from.connect(shade);
      for (const ear of ears) shade.connect(to, 0, ear);
      return shade.gain;
    };
    const samplesOf = (seconds: number) => Math.round(seconds * sampleRate);
    if (Math.abs(wall.elevation) === 90) {
      // A floor or ceiling is equally far from both ears, whatever the heading.
      const [{ seconds, shadeDb }] = sphereEars(0);
      glide(shadeTo(input, [0, 1]), shadeDb, context);
      return { wall, input, later: panner + samplesOf(seconds), turn: () => {} };
    }
    const ears = [0, 1].map((ear) => {
      const delay = new DelayNode(context, { maxDelayTime: 0.002 });
      return { delay: delay.delayTime, shade: shadeTo(input.connect(delay), [ear]) };
    });
    const turn = (heading: number) => {
      const { x } = pointOf({ azimuth: wall.azimuth, distance: 1 }, wall.elevation, heading);
      sphereEars(x).forEach(({ seconds, shadeDb }, ear) => {
        const { delay, shade } = ears[ear] as (typeof ears)[0];
        glide(delay, samplesOf(seconds) / sampleRate, context);
        glide(shade, shadeDb, context);
      });
    };
    turn(0);
    return { wall, input, later: panner, turn };
  });
}
