import { tower } from '#art/forms/masonry.ts';
import { line, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { rect, type Sheet, shape, stroke } from '#art/sheet.ts';
import { stone } from '#art/texture.ts';
import type { Layout } from './layout.ts';

/** The castle grows out of both shoulders, its windows garnet. */
export function drawCastle(sheet: Sheet, { moon: [mx, my], radius: r, scale: s }: Layout): void {
  const chance = dice('castle');
  const rim = sheet.radial([mx, my], 900 * s, [
    [0, '#ffffff'],
    [0.5, '#b9c8dc', 0.9],
    [1, '#5a6a84', 0.4],
  ]);
  const texture = stone(sheet, 120);
  const towers = [
    [-2.16, 44, 0.1, 1.3, 96],
    [-2.44, 58, -0.3, 1.62, 150],
    [-2.62, 42, 0.75, 1.9, 80],
    [2.14, 46, 0.0, 1.3, 110],
    [2.38, 40, 0.55, 1.6, 84],
    [2.62, 54, 0.2, 1.9, 140],
    [-1.66, 30, -0.72, 0.4, 90],
    [1.68, 28, -0.66, 0.4, 80],
    [-2.78, 36, 1.35, 2.6, 60],
    [2.8, 34, 1.3, 2.6, 64],
  ] as const;
  for (const [dx, w, top, base, roof] of towers) {
    sheet.draw(
      tower(
        { x: mx + dx * r, width: w * s, top: my + top * r, base: my + base * r },
        {
          chance,
          fill: '#0c111b',
          rim,
          window: '#ff5560',
          lampX: mx,
          texture,
          course: 0,
          shade: 0.5,
          roof: { height: roof * s, fill: '#080c14' },
        },
      ),
    );
  }
  // A bridge over the throat ties the halves together.
  const y = my + r * 1.62;
  const half = r * 0.52;
  sheet.draw(
    shape(
      poly([
        [mx - half, y],
        [mx + half, y],
        [mx + half, y + r * 0.5],
        [mx - half, y + r * 0.5],
      ]),
      sheet.linear(
        [0, y],
        [0, y + r * 0.5],
        [
          [0, '#0a0e17'],
          [0.5, '#0a0e17'],
          [1, '#0a0e17', 0],
        ],
      ),
    ),
    ...range(3).map((i) => {
      const x = mx + (i - 1) * half * 0.62;
      return shape(
        `M${x - half * 0.22} ${y + r * 0.5}V${y + r * 0.26}A${half * 0.22} ${half * 0.26} 0 0 1 ${x + half * 0.22} ${y + r * 0.26}V${y + r * 0.5}Z`,
        '#6d1a2c',
      );
    }),
    ...range(9).map((i) =>
      rect(
        { x: mx - half + (i * half * 2) / 9, y: y - r * 0.07, width: half * 0.12, height: r * 0.08 },
        '#0a0e17',
      ),
    ),
    stroke(
      line([
        [mx - half, y],
        [mx + half, y],
      ]),
      rim,
      2 * s,
      { opacity: 0.7 },
    ),
  );
}
