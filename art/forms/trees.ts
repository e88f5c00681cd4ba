import { type Point, poly } from '../geometry.ts';
import type { Dice } from '../random.ts';
import { shape } from '../sheet.ts';

/** A fir: drooping boughs, broken here and there. */
export function fir(chance: Dice, [x, y]: Point, height: number, color: string): string {
  const tiers = Math.max(6, Math.round(height / 13));
  const left: Point[] = [];
  const right: Point[] = [];
  for (let i = 0; i < tiers; i++) {
    const t = i / tiers;
    const level = y - height * (1 - t);
    const reach = height * 0.2 * (0.12 + t) * chance.between(0.6, 1.15);
    const drop = (height / tiers) * chance.between(0.9, 1.5);
    left.push([x - reach * 0.32, level], [x - reach, level + drop]);
    right.push([x + reach * 0.32, level], [x + reach * chance.between(0.75, 1.1), level + drop]);
  }
  const trunk = height * 0.022;
  return shape(
    poly([
      [x, y - height * 1.06],
      ...right,
      [x + trunk, y - height * 0.03],
      [x + trunk, y],
      [x - trunk, y],
      [x - trunk, y - height * 0.03],
      ...left.reverse(),
    ]),
    color,
  );
}
