import { tower } from '#art/forms/masonry.ts';
import { line, type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { ellipse, group, rect, type Sheet, shape, stroke } from '#art/sheet.ts';
import { fog, stone } from '#art/texture.ts';
import type { Layout } from './layout.ts';

/** The night over the court, its far wall, and the keep's towers with their green roofs. */
export function drawCourt(sheet: Sheet, { window: [wx, wy], radius, floor, scale }: Layout): void {
  const { width } = sheet.frame;
  const chance = dice('court');
  const texture = stone(sheet, 170);
  sheet.draw(
    rect(
      sheet.all,
      sheet.linear(
        [0, 0],
        [0, floor],
        [
          [0, '#071514'],
          [0.6, '#16403a'],
          [1, '#2f6a5e'],
        ],
      ),
    ),
    fog(sheet, {
      cloud: { x: 0, y: 0, width: 1200, height: 520 },
      fill: sheet.radial([wx, wy], 1300 * scale, [
        [0, '#e0a0b0', 0.75],
        [0.5, '#4f8a7c', 0.5],
        [1, '#123430', 0.1],
      ]),
    }),
    ...range(70).map(() =>
      ellipse(
        [chance.next() * width, chance.next() * floor * 0.5],
        chance.between(0.8, 2.2),
        chance.between(0.8, 2.2),
        '#e6fff4',
        { opacity: chance.between(0.2, 0.8) },
      ),
    ),
  );
  const body = sheet.linear(
    [0, wy - 700 * scale],
    [0, floor],
    [
      [0, '#2c6257'],
      [1, '#1a4039'],
    ],
  );
  const near = sheet.linear(
    [0, wy - 600 * scale],
    [0, floor],
    [
      [0, '#173a34'],
      [1, '#10302b'],
    ],
  );
  const roof = sheet.linear(
    [0, 0],
    [0, wy],
    [
      [0, '#a5e0cb'],
      [1, '#3f8a78'],
    ],
  );
  const rim = sheet.radial([wx, wy], 1000 * scale, [
    [0, '#ffd0d6'],
    [0.5, '#e790a8', 0.7],
    [1, '#5fa894', 0.3],
  ]);
  const windows = sheet.linear(
    [0, 0],
    [0, floor],
    [
      [0, '#ffd9d0'],
      [1, '#f3a8b4'],
    ],
  );
  const paint = {
    chance,
    fill: body,
    rim,
    lampX: wx,
    texture,
    course: 24 * scale,
    shade: 0.45,
    window: windows,
  };
  for (const [dx, w, top, high] of [
    [-500, 120, -420, 240],
    [505, 130, -380, 260],
    [-700, 100, -250, 190],
    [720, 96, -270, 200],
    [-960, 130, -330, 250],
    [1010, 110, -210, 180],
    [-1240, 110, -180, 200],
    [-1500, 140, -260, 240],
  ] as const) {
    sheet.draw(
      tower(
        { x: wx + dx * scale, width: w * scale, top: wy + top * scale, base: floor + 10 },
        { ...paint, roof: { height: high * scale, fill: roof } },
      ),
    );
  }
  // The wall that holds the window: a gable with a stepped top.
  const half = radius * 1.42;
  const steps: Point[] = range(7).flatMap((i): Point[] => {
    const y = wy - radius * 0.6 - i * radius * 0.13;
    const x = half - i * radius * 0.2;
    return [
      [x, y],
      [x - radius * 0.2, y],
    ];
  });
  const gable = poly([
    [wx - half, floor + 10],
    ...steps.map(([x, y]): Point => [wx - x, y]),
    ...steps.toReversed().map(([x, y]): Point => [wx + x, y]),
    [wx + half, floor + 10],
  ]);
  const joints = range(44).flatMap((i) => {
    const y = floor - i * 34 * scale;
    return [
      stroke(
        line([
          [wx - half, y],
          [wx + half, y],
        ]),
        '#061412',
        1.8,
        { opacity: 0.5 },
      ),
      ...range(16).map((j) => {
        const x = wx - half + (j + (i % 2) * 0.5 + chance.between(-0.2, 0.2)) * half * 0.13;
        return stroke(
          line([
            [x, y],
            [x, y - 34 * scale],
          ]),
          '#061412',
          1.6,
          { opacity: 0.4 },
        );
      }),
    ];
  });
  sheet.draw(
    shape(gable, near),
    shape(
      gable,
      sheet.radial([wx, wy], radius * 2, [
        [0, '#f2b0bc', 0.9],
        [0.5, '#c27a90', 0.55],
        [1, '#2f6a5e', 0],
      ]),
    ),
    group({ 'clip-path': sheet.clip(gable) }, joints),
    shape(gable, texture, { opacity: 0.75 }),
    stroke(gable, rim, 2.5),
    ellipse([wx, wy], radius * 1.12, radius * 1.12, '#0d2522'),
    ...range(36).map((i) => {
      const a = (i / 36) * Math.PI * 2;
      return stroke(
        line([
          [wx + Math.cos(a) * radius, wy + Math.sin(a) * radius],
          [wx + Math.cos(a) * radius * 1.12, wy + Math.sin(a) * radius * 1.12],
        ]),
        '#3a6f66',
        2 * scale,
      );
    }),
    ellipse([wx, wy], radius * 1.12, radius * 1.12, 'none', {
      stroke: '#8fc4b2',
      'stroke-width': 3 * scale,
      opacity: 0.7,
    }),
  );
}
