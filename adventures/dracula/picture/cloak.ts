import { bezier, lerp, line, type Point, poly, range, ribbon } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { group, type Sheet, shape, stroke } from '#art/sheet.ts';
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
  // From the throat outwards, in radii of the moon: the collar stands up on the left; on the right it has broken off.
  const places = (d: number, outline: readonly Point[]): Point[] => [
    ...outline.map(([x, y]): Point => [mx + d * r * x, my + r * y]),
    [mx + d * r * 3.7, hem - 160 * s],
    [mx + d * r * 4.8, hem + 60 * s],
    [mx + d * r * 5.4, height + 40],
  ];
  const left = rough(
    places(-1, [
      [0, 2.05],
      [0.42, 1.72],
      [0.95, 1.02],
      [1.3, 0.06],
      [1.66, -1.34],
      [1.86, -0.3],
      [2.06, 0.75],
      [2.55, 1.28],
      [2.95, 2.05],
      [3.1, 3.1],
    ]),
    5.5 * s,
  );
  const right = rough(
    places(1, [
      [0, 2.05],
      [0.5, 1.74],
      [1.02, 1.3],
      [1.3, 0.74],
      [1.56, 0.34],
      [1.9, 0.86],
      [2.3, 1.36],
      [2.62, 1.6],
      [3.0, 2.3],
      [3.25, 3.1],
    ]),
    6.5 * s,
  );
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
  // The light out of the gate is garnet; it falls on the rock below and dies there.
  const gate: Point = [mx - r * 0.16, my + r * 2.14];
  const clip = sheet.clip(cloak);
  sheet.draw(
    group({ 'clip-path': clip }, [
      shape(
        cloak,
        sheet.radial(gate, r * 1.9, [
          [0, '#e8485c', 0.85],
          [0.12, '#b3283f', 0.7],
          [0.4, '#6a1830', 0.5],
          [0.75, '#3a1426', 0.25],
          [1, '#1a1020', 0],
        ]),
      ),
    ]),
    shape(cloak, texture, { opacity: 0.75 }),
  );
  // Folds: ribs of rock, each with a lit side towards the moon and a dark one.
  for (const d of [-1, 1]) {
    for (const i of range(d < 0 ? 8 : 6)) {
      const t = (i + 0.6 + chance.between(-0.3, 0.3)) / (d < 0 ? 8 : 6);
      const top: Point = [mx + d * r * lerp(0.55, 2.6, t), my + r * lerp(1.95, d < 0 ? 1.5 : 1.9, t)];
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
  drawPath(sheet, gate, r, hem);
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

/** The way up to the gate: bends that shorten the higher they are, red near the gate, grey in the fog. */
function drawPath(sheet: Sheet, [gx, gy]: Point, r: number, hem: number): void {
  const fall = hem - gy;
  const bends: readonly Point[] = (
    [
      [0, 0],
      [0.2, 0.13],
      [-0.16, 0.25],
      [0.34, 0.39],
      [-0.2, 0.54],
      [0.52, 0.7],
      [-0.12, 0.86],
      [0.5, 1],
    ] as const
  ).map(([x, y]) => [gx + x * r * 1.2, gy + y * fall]);
  const paint = sheet.linear(
    [0, gy],
    [0, hem],
    [
      [0, '#ff9a94'],
      [0.2, '#b0505f', 0.75],
      [0.5, '#76707f', 0.5],
      [1, '#93a4bd', 0.1],
    ],
  );
  const spans = bends.length - 1;
  const middle = range(spans * 12 + 1).map((k): Point => {
    const i = Math.min(spans - 1, Math.floor(k / 12));
    const [a, b] = [bends[i] ?? [gx, gy], bends[i + 1] ?? [gx, gy]];
    const t = k / 12 - i;
    // Straight across, and around the bend slowly, as a cart must.
    return [lerp(a[0], b[0], 0.55 * t + 0.225 * (1 - Math.cos(t * Math.PI))), lerp(a[1], b[1], t)];
  });
  const body = poly(ribbon(middle, (t) => r * (0.022 + 0.05 * t)));
  sheet.draw(
    shape(poly(ribbon(middle, (t) => r * (0.05 + 0.07 * t))), '#04060c', { opacity: 0.55 }),
    shape(body, paint),
  );
}
