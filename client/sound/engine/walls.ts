import { shadeHz, sphereEars } from '../heads.ts';
import { pointOf, type Wall } from '../space.ts';
import { pannerSamples } from './panner.ts';
import { glide } from './params.ts';

/** What one wall throws back of every source, from where the wall is. */
export interface WallBus {
  wall: Wall;
  input: AudioNode;
  /** Samples that whatever goes to it must wait besides its way. */
  later: number;
  turn(heading: number): void;
}

/**
 * The walls of a scene. Each source has its own way to each wall; the direction is the wall's, shared by all. An answer is
 * told from a sound by its lateness, so its direction is only what a round head does: the far ear gets it later and duller.
 * It spares the transforms of a panner for each wall.
 * @param to its two inputs are the ears
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
      // A floor or a ceiling is as far from both ears, however one turns.
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
