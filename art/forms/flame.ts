import { curve, type Point, range, ribbon } from '../geometry.ts';
import type { Dice } from '../random.ts';
import { group, type Sheet, shape } from '../sheet.ts';
import { blur } from '../texture.ts';

interface Flame {
  foot: Point;
  width: number;
  height: number;
  /** Outer tongues, the body, the core. */
  colors: readonly [string, string, string];
}

/** A torch's fire: tongues that lean, split and let go of the tip, three layers from red to nearly white. */
export function flame(sheet: Sheet, chance: Dice, { foot: [x, y], width, height, colors }: Flame): string {
  const box = { x: x - width * 2, y: y - height * 1.6, width: width * 4, height: height * 2.1 };
  const layers = [
    { color: colors[0], reach: 1, wide: 1, tongues: 9, soft: 5 },
    { color: colors[1], reach: 0.8, wide: 0.72, tongues: 7, soft: 3 },
    { color: colors[2], reach: 0.5, wide: 0.42, tongues: 5, soft: 4 },
  ];
  return layers
    .map(({ color, reach, wide, tongues, soft }) => {
      const parts = range(tongues).map((i) => {
        const side = (i / (tongues - 1)) * 2 - 1;
        const tall = height * reach * (1 - 0.5 * side * side) * chance.between(0.8, 1.12);
        const lean = side * width * 0.24 + chance.between(-0.14, 0.2) * width;
        // All tongues come out of one bed of coals: gathered at the foot, the middle ones deepest.
        const bed = y + height * 0.15 * wide * (1 - 0.8 * side * side);
        const middle: Point[] = range(9).map((k) => {
          const t = k / 8;
          const sway = Math.sin(t * 5 + i * 1.7) * width * 0.07 * t;
          const apart = 0.5 + 0.5 * Math.min(1, t * 3);
          return [
            x + side * width * 0.34 * wide * apart * (1 - t * 0.5) + lean * t * t + sway,
            bed - (tall + bed - y) * t,
          ];
        });
        return shape(
          curve(
            ribbon(
              middle,
              (t) => width * 0.46 * wide * Math.sin(Math.PI * (t * 0.9 + 0.04)) ** 0.62 * (1 - t) ** 0.35,
            ),
            true,
          ),
          color,
        );
      });
      return group({ filter: blur(sheet, soft * (width / 200), box) }, parts);
    })
    .join('');
}
