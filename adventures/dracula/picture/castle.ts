import { arch, tower } from '#art/forms/masonry.ts';
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
    [-1.98, 52, -0.5, 1.2, 150],
    [-2.24, 40, 0.2, 1.4, 96],
    [-2.5, 62, -0.16, 1.7, 160],
    [-2.68, 40, 0.8, 1.9, 80],
    [-2.84, 34, 1.35, 2.6, 60],
    [1.7, 40, -0.1, 0.9, 92],
    [1.98, 30, 0.42, 1.3, 70],
    [2.52, 46, 0.72, 1.9, 0],
    [2.8, 30, 1.5, 2.6, 60],
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
  // A wall over the throat ties the halves together, with one gate.
  const y = my + r * 1.62;
  const half = r * 0.52;
  sheet.draw(
    shape(
      poly([
        [mx - half, y],
        [mx + half, y],
        [mx + half, y + r * 0.66],
        [mx - half, y + r * 0.66],
      ]),
      sheet.linear(
        [0, y],
        [0, y + r * 0.66],
        [
          [0, '#0a0e17'],
          [0.7, '#0e0c16'],
          [1, '#0a0e17', 0],
        ],
      ),
    ),
    shape(arch(mx - half * 0.3, y + r * 0.5, half * 0.5, r * 0.4, 0.8), '#ff7a7a'),
    shape(
      arch(mx - half * 0.3, y + r * 0.5, half * 0.5, r * 0.4, 0.8),
      sheet.linear(
        [0, y + r * 0.1],
        [0, y + r * 0.5],
        [
          [0, '#4a0f20'],
          [0.6, '#b02a42'],
          [1, '#ff8a80', 0.6],
        ],
      ),
    ),
    ...range(4).map((i) =>
      rect(
        { x: mx - half * (0.48 - i * 0.12), y: y + r * 0.06, width: half * 0.025, height: r * 0.3 },
        '#0a0e17',
      ),
    ),
    rect({ x: mx + half * 0.42, y: y + r * 0.2, width: half * 0.07, height: r * 0.1 }, '#ff5560'),
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
