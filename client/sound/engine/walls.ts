import { pointOf, type Wall } from '../space.ts';
import { glide } from './params.ts';

/** What one wall throws back of every source, from where the wall is. */
export interface WallBus {
  wall: Wall;
  input: AudioNode;
  turn(heading: number): void;
}

/**
 * The walls of a scene. Each source has its own way to each wall; the direction is the wall's, shared by all, which takes
 * one panner a wall instead of one for every source and wall.
 */
export function createWalls(context: BaseAudioContext, walls: readonly Wall[], to: AudioNode): WallBus[] {
  return walls.map((wall) => {
    const input = new BiquadFilterNode(context, { type: 'lowpass', frequency: wall.edge, Q: -3 });
    const panner = new PannerNode(context, { panningModel: 'HRTF', rolloffFactor: 0 });
    input.connect(panner).connect(to);
    const turn = (heading: number) => {
      const { x, y, z } = pointOf({ azimuth: wall.azimuth, distance: 1 }, wall.elevation, heading);
      glide(panner.positionX, x, context);
      glide(panner.positionY, y, context);
      glide(panner.positionZ, z, context);
    };
    turn(0);
    return { wall, input, turn };
  });
}
