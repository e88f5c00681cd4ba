import type { Point } from '#art/geometry.ts';
import type { Frame } from '#art/sheet.ts';

export interface Layout {
  /** Middle and radius of the window. */
  window: Point;
  radius: number;
  /** Where the wall meets the court's floor. */
  floor: number;
  /** Foot and length of the mace. */
  foot: Point;
  length: number;
  scale: number;
}

export const layouts: Readonly<Record<Frame['crop'], Layout>> = {
  cover: { window: [600, 590], radius: 350, floor: 1150, foot: [600, 1330], length: 1010, scale: 1 },
  wide: { window: [1620, 400], radius: 268, floor: 770, foot: [1620, 880], length: 690, scale: 0.72 },
  tall: { window: [600, 500], radius: 320, floor: 1000, foot: [600, 1150], length: 880, scale: 0.9 },
};

export const quartz = [
  '#fff1ee',
  '#f7cdd3',
  '#ee9fb4',
  '#e27f9c',
  '#f3b8b6',
  '#c95f84',
  '#ffe2d8',
  '#b24a74',
] as const;
