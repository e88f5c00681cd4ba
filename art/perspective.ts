import type { Point } from './geometry.ts';

/** Where something in space is on the sheet: metres to the right of the eye, above the floor, and away from the eye. */
export type Camera = (x: number, y: number, z: number) => Point;

interface View {
  /** Where lines straight ahead meet, which is at the height of the eye. */
  vanish: Point;
  /** Drawing units that a metre takes at a distance of one metre. */
  focal: number;
  /** Height of the eye above the floor, in metres. */
  eye?: number;
}

/** An eye that looks straight ahead, so that all drawn through it meets in one point. */
export function camera({ vanish, focal, eye = 1.7 }: View): Camera {
  return (x, y, z) => [vanish[0] + (focal * x) / z, vanish[1] - (focal * (y - eye)) / z];
}
