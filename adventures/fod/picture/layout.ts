import type { Point } from '#art/geometry.ts';
import type { Frame } from '#art/sheet.ts';

export interface Layout {
  /** The foot of the gate, and the citadel's size. */
  gate: Point;
  scale: number;
  /** The near end of the causeway and half its width there. */
  near: Point;
  half: number;
  /** How far down the causeway the swordsman stands, 0 to 1, and his height. */
  man: number;
  manSize: number;
}

export const layouts: Readonly<Record<Frame['crop'], Layout>> = {
  cover: { gate: [640, 1050], scale: 1, near: [470, 1660], half: 330, man: 0.36, manSize: 118 },
  wide: { gate: [1640, 762], scale: 0.77, near: [760, 1130], half: 300, man: 0.36, manSize: 92 },
  tall: { gate: [640, 850], scale: 0.84, near: [480, 1580], half: 380, man: 0.3, manSize: 104 },
};

export interface Paints {
  lit: string;
  rim: string;
  /** Tops of the basalt, which catch the light from below the clouds. */
  cap: string;
  rock: string;
  wall: string;
}
