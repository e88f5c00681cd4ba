import { type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { ellipse, group, rect, type Sheet, shape } from '#art/sheet.ts';
import { blur, fog, glow } from '#art/texture.ts';
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
  const marks = range(26).map(() => {
    const a = chance.between(0, 2 * Math.PI);
    const far = Math.sqrt(chance.next()) * radius * 0.95;
    const r = radius * chance.between(0.03, 0.2);
    return ellipse(
      [mx + Math.cos(a) * far, my + Math.sin(a) * far],
      r,
      r * chance.between(0.7, 1),
      '#a5b3c8',
      { opacity: chance.between(0.12, 0.34) },
    );
  });
  sheet.draw(
    group(
      {
        'clip-path': sheet.clip(
          `M${mx - radius} ${my}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`,
        ),
        filter: blur(sheet, 2, { x: mx - radius, y: my - radius, width: radius * 2, height: radius * 2 }),
      },
      marks,
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
