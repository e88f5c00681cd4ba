import type { Point } from '#art/geometry.ts';
import type { Frame } from '#art/sheet.ts';

export interface Layout {
  /** Middle and radius of the moon: the head above the collar. */
  moon: Point;
  radius: number;
  /** Size of the mountain, and where its hem meets the valley. */
  scale: number;
  hem: number;
  /** The road from the front to the castle, the coach's place on it (0 to 1), its length and slope. */
  road: readonly [Point, Point, Point, Point];
  coach: number;
  coachLength: number;
  turn: number;
}

export const layouts: Readonly<Record<Frame['crop'], Layout>> = {
  cover: {
    moon: [600, 420],
    radius: 178,
    scale: 1,
    hem: 1300,
    road: [
      [-60, 1500],
      [560, 1440],
      [1180, 1400],
      [612, 1180],
    ],
    coach: 0.3,
    coachLength: 400,
    turn: -7,
  },
  wide: {
    moon: [1600, 290],
    radius: 136,
    scale: 0.8,
    hem: 900,
    road: [
      [-60, 960],
      [800, 900],
      [1900, 930],
      [1608, 800],
    ],
    coach: 0.37,
    coachLength: 300,
    turn: -2,
  },
  tall: {
    moon: [600, 350],
    radius: 160,
    scale: 0.88,
    hem: 1110,
    road: [
      [-60, 1270],
      [520, 1220],
      [1140, 1180],
      [612, 1010],
    ],
    coach: 0.3,
    coachLength: 360,
    turn: -7,
  },
};
