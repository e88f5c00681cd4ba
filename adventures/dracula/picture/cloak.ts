import { bezier, lerp, line, type Point, poly, range, ribbon } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { type Sheet, shape, stroke } from '#art/sheet.ts';
import { stone } from '#art/texture.ts';
import type { Layout } from './layout.ts';

/** The mountain: a high collar either side of the moon, shoulders, and folds of rock that fall to the hem. */
export function drawCloak(sheet: Sheet, { moon: [mx, my], radius: r, scale: s, hem }: Layout): void {
  const chance = dice('cloak');
  const { height } = sheet.frame;
  const rough = (points: readonly Point[], amount: number) =>
    points.flatMap(([x, y], i): Point[] => {
      const next = points[i + 1];
      if (!next) return [[x, y]];
      return range(7).map((k): Point => {
        const t = k / 7;
        return [
          lerp(x, next[0], t) + chance.between(-1, 1) * amount,
          lerp(y, next[1], t) + chance.between(-1, 1) * amount,
        ];
      });
    });
  const side = (d: number): Point[] => [
    [mx, my + r * 2.05],
    [mx + d * r * 0.42, my + r * 1.72],
    [mx + d * r * 0.95, my + r * 1.02],
    [mx + d * r * 1.36, my + r * 0.12],
    [mx + d * r * 1.72, my - r * 1.12],
    [mx + d * r * 1.84, my - r * 0.2],
    [mx + d * r * 2.0, my + r * 0.75],
    [mx + d * r * 2.55, my + r * 1.28],
    [mx + d * r * 2.95, my + r * 2.05],
    [mx + d * r * 3.1, my + r * 3.1],
    [mx + d * r * 3.7, hem - 160 * s],
    [mx + d * r * 4.8, hem + 60 * s],
    [mx + d * r * 5.4, height + 40],
  ];
  const left = rough(side(-1), 5.5 * s);
  const right = rough(side(1), 5.5 * s);
  const cloak = poly([...left.toReversed(), ...right]);
  const texture = stone(sheet, 230, 12);
  const light = sheet.radial([mx, my], 980 * s, [
    [0, '#e9f0fa'],
    [0.35, '#8fa0ba', 0.9],
    [0.75, '#46546c', 0.6],
    [1, '#28344a', 0.3],
  ]);
  sheet.draw(
    shape(
      cloak,
      sheet.linear(
        [0, my - r],
        [0, hem + 120 * s],
        [
          [0, '#0b0f18'],
          [0.55, '#131a27'],
          [1, '#2a3548'],
        ],
      ),
    ),
  );
  // The lining: a cleft of garnet rock from the throat down to the road.
  const lining = poly([
    ...rough(
      [
        [mx, my + r * 2.0],
        [mx - r * 0.3, my + r * 2.5],
        [mx - r * 0.62, my + r * 3.4],
        [mx - r * 1.2, hem + 40 * s],
      ],
      4 * s,
    ),
    ...rough(
      [
        [mx + r * 1.25, hem + 60 * s],
        [mx + r * 0.7, my + r * 3.3],
        [mx + r * 0.34, my + r * 2.5],
        [mx, my + r * 2.0],
      ],
      4 * s,
    ),
  ]);
  sheet.draw(
    shape(
      lining,
      sheet.linear(
        [mx, my + r * 1.9],
        [mx, hem],
        [
          [0, '#c4354c'],
          [0.3, '#8a1d34'],
          [0.7, '#4a1226'],
          [1, '#3a2234'],
        ],
      ),
    ),
    ...range(9).map((i) => {
      const u = (i / 8) * 2 - 1;
      return stroke(
        `M${mx + u * r * 0.08} ${my + r * 2.15}Q${mx + u * r * 0.4} ${my + r * 3} ${mx + u * r * 1.05 + chance.between(-8, 8)} ${hem + 20 * s}`,
        '#2a0814',
        5 * s,
        { opacity: 0.6 },
      );
    }),
    shape(cloak, texture, { opacity: 0.75 }),
  );
  // Folds: ribs of rock, each with a lit side towards the moon and a dark one.
  for (const d of [-1, 1]) {
    for (const i of range(8)) {
      const t = (i + 0.6) / 8;
      const top: Point = [mx + d * r * lerp(0.55, 2.6, t), my + r * lerp(1.95, 1.5, t)];
      const foot: Point = [
        mx + d * r * lerp(1.25, 4.7, t) + chance.between(-14, 14),
        hem + chance.between(0, 60) * s,
      ];
      const line1 = bezier(
        top,
        [top[0] + d * r * 0.12, lerp(top[1], foot[1], 0.35)],
        [lerp(top[0], foot[0], 0.5), lerp(top[1], foot[1], 0.7)],
        foot,
        22,
      ).map(([x, y]): Point => [x + chance.between(-3.5, 3.5) * s, y]);
      sheet.draw(
        shape(
          poly(ribbon(line1, (u) => (8 + 60 * u) * s).map(([x, y]): Point => [x + d * 22 * s, y])),
          '#04060c',
          { opacity: 0.55 },
        ),
        stroke(line(line1), light, 3.2 * s, { opacity: 0.75 }),
        stroke(line(line1.slice(2, 15).map(([x, y]): Point => [x + d * 7 * s, y + 10 * s])), light, 1.6 * s, {
          opacity: 0.4,
        }),
      );
    }
  }
  // The collar's edges catch the moon; snow lies where the rock is flat.
  // As far as the tips of the collar: four stretches of seven points.
  const inner = 4 * 7;
  sheet.draw(
    stroke(line(left.slice(0, inner)), '#f3f7ff', 4.5 * s, { opacity: 0.95 }),
    stroke(line(right.slice(0, inner)), '#f3f7ff', 4.5 * s, { opacity: 0.95 }),
    stroke(line(left.slice(inner)), light, 2.6 * s, { opacity: 0.7 }),
    stroke(line(right.slice(inner)), light, 2.6 * s, { opacity: 0.7 }),
  );
}
