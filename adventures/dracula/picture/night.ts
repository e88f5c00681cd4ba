import { curve, line, type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { ellipse, group, rect, type Sheet, shape, stroke } from '#art/sheet.ts';
import { blur, fog, glow, stone } from '#art/texture.ts';
import type { Layout } from './layout.ts';

/** A sky of moonlit cloud, torn around the moon like wings. */
export function drawNight(sheet: Sheet, { moon, radius, scale, hem }: Layout): void {
  const { width } = sheet.frame;
  const chance = dice('craters');
  const [mx, my] = moon;
  sheet.draw(
    rect(
      sheet.all,
      sheet.linear(
        [0, 0],
        [0, hem],
        [
          [0, '#141c2b'],
          [0.5, '#46566e'],
          [1, '#8d9db4'],
        ],
      ),
    ),
    glow(sheet, moon, 900 * scale, [
      [0, '#f3f7ff', 0.95],
      [0.22, '#c3d0e2', 0.7],
      [0.6, '#6a7c98', 0.35],
      [1, '#28344a', 0],
    ]),
    fog(sheet, {
      cloud: { x: 240, y: 0, width: 1600, height: 500 },
      fill: sheet.radial(moon, 1200 * scale, [
        [0, '#f6f9ff', 0.9],
        [0.4, '#a9b9d0', 0.8],
        [1, '#1a2334', 0.9],
      ]),
    }),
    fog(sheet, {
      cloud: { x: -200, y: 150, width: 2000, height: 420 },
      density: 0.85,
      fill: sheet.linear(
        [0, 0],
        [0, my + 500 * scale],
        [
          [0, '#0a101c', 0.95],
          [0.45, '#1f2a3e', 0.7],
          [1, '#5a6b86', 0],
        ],
      ),
    }),
    ellipse(
      moon,
      radius,
      radius,
      sheet.radial([mx - radius * 0.2, my - radius * 0.2], radius * 1.3, [
        [0, '#ffffff'],
        [0.6, '#eef3fa'],
        [1, '#b9c6d8'],
      ]),
    ),
  );
  // The seas of the moon, where everybody knows them to be, with ragged shores; and two young craters with their rays.
  const seas = (
    [
      [-0.34, -0.36, 0.36, 0.3],
      [0.08, -0.32, 0.26, 0.22],
      [0.36, -0.1, 0.26, 0.24],
      [0.58, -0.3, 0.14, 0.18],
      [0.56, 0.16, 0.17, 0.22],
      [-0.56, 0.08, 0.32, 0.5],
      [-0.3, 0.46, 0.22, 0.2],
      [-0.1, -0.68, 0.34, 0.08],
    ] as const
  ).map(([dx, dy, rx, ry]) => {
    const shore = range(22).map((i): Point => {
      const a = (i / 22) * 2 * Math.PI;
      const far = 1 + chance.between(-0.2, 0.16);
      return [mx + (dx + Math.cos(a) * rx * far) * radius, my + (dy + Math.sin(a) * ry * far) * radius];
    });
    return shape(curve(shore, true), '#8d9db6', { opacity: 0.62 });
  });
  const craters = (
    [
      [0.02, 0.72, 0.05, 0.34],
      [-0.5, -0.02, 0.03, 0.18],
    ] as const
  ).flatMap(([dx, dy, r, reach]) => [
    ...range(9).map((i) => {
      const a = i * 0.7 + chance.between(-0.2, 0.2);
      const far = reach * chance.between(0.5, 1) * radius;
      const [x, y] = [mx + dx * radius, my + dy * radius];
      return stroke(
        line([
          [x, y],
          [x + Math.cos(a) * far, y + Math.sin(a) * far],
        ]),
        '#ffffff',
        radius * 0.01,
        { opacity: 0.5 },
      );
    }),
    ellipse([mx + dx * radius, my + dy * radius], r * radius, r * radius * 0.9, '#ffffff'),
  ]);
  const disc = { x: mx - radius, y: my - radius, width: radius * 2, height: radius * 2 };
  sheet.draw(
    group(
      {
        'clip-path': sheet.clip(
          `M${mx - radius} ${my}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`,
        ),
      },
      [
        group({ filter: blur(sheet, radius * 0.03, disc) }, seas),
        group({ filter: blur(sheet, radius * 0.012, disc) }, craters),
        rect(disc, stone(sheet, radius * 0.9), { opacity: 0.07 }),
      ],
    ),
  );
  // Far ranges, paler the farther they are.
  for (const [i, [rise, color]] of (
    [
      [470, '#76879f'],
      [330, '#55657e'],
    ] as const
  ).entries()) {
    const far = dice(`range ${i}`);
    const points = range(Math.ceil(width / 12) + 2).map((k): Point => {
      const x = k * 12;
      return [x, hem - (rise + far.ridge(x / 230, 6) * 300 + Math.abs(far.wave(x / 50)) * 30) * scale];
    });
    sheet.draw(
      shape(poly([...points, [width + 20, hem + 200], [-20, hem + 200]]), color),
      fog(sheet, {
        cloud: { x: 400 * i, y: hem - 200, width: 1100, height: 260 },
        box: { x: 0, y: hem - 620 * scale, width, height: 760 * scale },
        fill: sheet.linear(
          [0, hem - 520 * scale],
          [0, hem],
          [
            [0, '#a9b8cc', 0],
            [0.8, '#b6c4d6', 0.75],
            [1, '#8d9db4', 0.9],
          ],
        ),
      }),
    );
  }
}
