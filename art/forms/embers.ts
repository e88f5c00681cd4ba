import { num, type Point } from '../geometry.ts';
import type { Dice } from '../random.ts';
import { ellipse, stroke } from '../sheet.ts';

interface Embers {
  chance: Dice;
  from: Point;
  count: number;
  /** How far they fly, and how far they spread to the sides. */
  height: number;
  spread: number;
  /** Size of the largest. */
  size: number;
  colors: readonly [hot: string, cool: string];
  /** Sideways wind, in drawing units over the whole flight. */
  wind?: number;
}

/** Sparks that rise from a fire: short bright streaks near it, cooling dots far away. */
export function embers({ chance, from, count, height, spread, size, colors, wind = 0 }: Embers): string {
  let out = '';
  for (let i = 0; i < count; i++) {
    const far = 0.1 + 0.9 * chance.next() ** 1.2;
    const x = from[0] + chance.between(-1, 1) * spread * (0.25 + far) + wind * far;
    const y = from[1] - height * far + chance.between(-0.1, 0.1) * height;
    const r = size * chance.between(0.2, 1) ** 1.6 * (1 - far * 0.4);
    const color = chance.chance(1 - far) ? colors[0] : colors[1];
    const opacity = 0.35 + 0.65 * (1 - far) * chance.between(0.5, 1);
    if (chance.chance(0.45)) {
      // All of them ride the same draught: up, and over with the wind.
      const long = r * chance.between(3, 7);
      const lean = (wind / height) * long * (0.6 + far) + chance.between(-0.16, 0.16) * long;
      out += stroke(
        `M${num(x)} ${num(y)}q${num(lean * 0.25)} ${num(-long * 0.5)} ${num(lean)} ${num(-long)}`,
        color,
        r * 0.8,
        { opacity },
      );
    } else out += ellipse([x, y], r, r, color, { opacity });
  }
  return out;
}
