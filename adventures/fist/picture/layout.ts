import type { Point } from '#art/geometry.ts';
import type { Frame } from '#art/sheet.ts';

export interface Layout {
  /** Middle of the fist, its size and its lean. */
  fist: Point;
  scale: number;
  /** From which side below the arm comes. */
  arm: 1 | -1;
  /** The arch over the stair: middle of its foot, width and height. */
  door: Point;
  wide: number;
  high: number;
  /** Whether something looks back from below: not where a page's words lie over the stair, which would make specks of its eyes. */
  watched: boolean;
}

export const layouts: Readonly<Record<Frame['crop'], Layout>> = {
  cover: { fist: [352, 1010], scale: 1.2, arm: -1, door: [760, 1360], wide: 640, high: 1010, watched: true },
  wide: { fist: [1660, 690], scale: 0.92, arm: 1, door: [1130, 900], wide: 560, high: 720, watched: false },
  tall: { fist: [352, 900], scale: 1.08, arm: -1, door: [770, 1240], wide: 620, high: 940, watched: true },
};

/** Where level lines meet: at the eyes of whoever stands before the stair. What goes down meets lower. */
export function horizonOf({ door, high }: Layout): number {
  return door[1] - high * 0.32;
}

export interface Paints {
  lamp: Point;
  wall: string;
  rim: string;
  texture: string;
}
