import { shadeHz, sphereEars } from '../heads.ts';
import { pointOf, type Wall } from '../space.ts';
import { glide } from './params.ts';

/** What one wall throws back of every source, from where the wall is. */
export interface WallBus {
  wall: Wall;
  input: AudioNode;
  turn(heading: number): void;
}

/**
 * How much later than its input a browser's HRTF panner sounds at the near ear, at 44,100 samples a second: half of a transform
 * of 512 samples, and 25 until its measured heads begin. Chrome, Firefox and Safari have both from one author. What a wall throws
 * back waits as long, or it would be heard too early; the tests of the walls' ways measure it.
 */
const pannerSamples = 256 + 25;

/**
 * The walls of a scene. Each source has its own way to each wall; the direction is the wall's, shared by all. An answer is
 * told from a sound by its lateness, so its direction is only what a round head does: the far ear gets it later and duller.
 * It spares the transforms of a panner for each wall.
 */
export function createWalls(context: BaseAudioContext, walls: readonly Wall[], to: AudioNode): WallBus[] {
  const merge = new ChannelMergerNode(context, { numberOfInputs: 2 });
  merge.connect(to);
  return walls.map((wall) => {
    const input = new BiquadFilterNode(context, { type: 'lowpass', frequency: wall.edge, Q: -3 });
    const ears = [0, 1].map((ear) => {
      const delay = new DelayNode(context, { maxDelayTime: 0.02 });
      const shade = new BiquadFilterNode(context, { type: 'highshelf', frequency: shadeHz });
      input.connect(delay).connect(shade).connect(merge, 0, ear);
      return { delay: delay.delayTime, shade: shade.gain };
    });
    const turn = (heading: number) => {
      const { x } = pointOf({ azimuth: wall.azimuth, distance: 1 }, wall.elevation, heading);
      sphereEars(x).forEach(({ seconds, shadeDb }, ear) => {
        const { delay, shade } = ears[ear] as (typeof ears)[0];
        const samples = pannerSamples + Math.round(seconds * context.sampleRate);
        glide(delay, samples / context.sampleRate, context);
        glide(shade, shadeDb, context);
      });
    };
    turn(0);
    return { wall, input, turn };
  });
}
