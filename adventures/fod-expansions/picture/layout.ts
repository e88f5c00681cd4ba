import type { Point } from '#art/geometry.ts';

export const middle: Point = [600, 850];

/** Distance of the doors' feet and tops from the middle. */
export const foot = 372;

export const lintel = 590;

export const doors = 12;

export const open = 1;

export const turnOf = (i: number) => (i / doors) * Math.PI * 2 - Math.PI / 2;

export const at = (r: number, a: number): Point => [middle[0] + Math.cos(a) * r, middle[1] + Math.sin(a) * r];
