import type { Point } from '#art/geometry.ts';
import type { Frame } from '#art/sheet.ts';

export interface Layout {
  /** Middle and radius of the moon: the head above the collar. */
  moon: Point;
  radius: number;
  /** Size of the mountain, and where its hem meets the valley. */
  scale: number;
  hem: number;
  /** Where the ground in front begins, and the road over it, from the front into the firs. */
  ground: number;
  road: readonly [Point, Point, Point, Point];
  /** The coach's place on the road (0 to 1), which way it goes (1 to the right), its length and slope. */
  coach: number;
  facing: 1 | -1;
  coachLength: number;
  turn: number;
}

export const layouts: Readonly<Record<Frame['crop'], Layout>> = {
  cover: {
    moon: [600, 420],
    radius: 178,
    scale: 1,
    hem: 1300,
    ground: 1372,
    road: [
      [-60, 1520],
      [420, 1450],
      [860, 1462],
      [960, 1376],
    ],
    coach: 0.34,
    facing: 1,
    coachLength: 400,
    turn: -4,
  },
  wide: {
    moon: [1600, 290],
    radius: 136,
    scale: 0.8,
    hem: 850,
    ground: 862,
    road: [
      [2500, 985],
      [2120, 905],
      [1800, 930],
      [1620, 866],
    ],
    coach: 0.42,
    facing: -1,
    coachLength: 300,
    turn: -2,
  },
  tall: {
    moon: [600, 350],
    radius: 160,
    scale: 0.88,
    hem: 1110,
    ground: 1170,
    road: [
      [-60, 1300],
      [420, 1240],
      [860, 1250],
      [950, 1174],
    ],
    coach: 0.34,
    facing: 1,
    coachLength: 360,
    turn: -4,
  },
};
