import { longBody } from '#art/forms/long-body.ts';
import { lerp, num, type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { ellipse, group, rect, type Sheet, shape, stroke } from '#art/sheet.ts';
import { blur, fog, glow } from '#art/texture.ts';
import type { Layout } from './layout.ts';

/** The water cut open: light from the lamp above, murk below, and the long body between. */
export function drawWater(sheet: Sheet, { water, end, scale, body, thick }: Layout, lamp: Point): void {
  const { width, height } = sheet.frame;
  const chance = dice('deep');
  const box = { x: 0, y: water, width, height: height - water };
  sheet.draw(
    rect(
      box,
      sheet.linear(
        [0, water],
        [0, height],
        [
          [0, '#5f9a84'],
          [0.1, '#2f7060'],
          [0.42, '#12463c'],
          [0.75, '#08261f'],
          [1, '#03100d'],
        ],
      ),
    ),
    glow(
      sheet,
      [lamp[0], water + 30],
      620 * scale,
      [
        [0, '#f2d27a', 0.8],
        [0.3, '#9aa850', 0.42],
        [1, '#1d5a48', 0],
      ],
      0.85,
    ),
    fog(sheet, {
      cloud: { x: 100, y: 0, width: 1300, height: 700 },
      box,
      density: 0.5,
      fill: sheet.linear(
        [0, water],
        [0, height],
        [
          [0, '#7fc0a4', 0.5],
          [0.6, '#1a5a4a', 0.5],
          [1, '#020a08', 0.9],
        ],
      ),
    }),
  );
  // Beams that sway as they sink.
  const fade = sheet.linear(
    [0, water],
    [0, water + 620 * scale],
    [
      [0, '#f6e6a0', 0.42],
      [0.5, '#a8c888', 0.14],
      [1, '#4a8a70', 0],
    ],
  );
  sheet.draw(
    group(
      { style: 'mix-blend-mode:screen' },
      range(11).map((i) => {
        const a = (i / 10) * 2 - 1;
        const x = lamp[0] + a * 210 * scale;
        const far = lamp[0] + a * 560 * scale + chance.between(-60, 60);
        const w = chance.between(10, 34) * scale;
        return shape(
          poly([
            [x - w * 0.4, water],
            [x + w * 0.4, water],
            [far + w * 1.5, water + 640 * scale],
            [far - w * 1.5, water + 640 * scale],
          ]),
          fade,
        );
      }),
    ),
  );
  const middle = smoothed(body, 64);
  const murk = blur(sheet, 9 * scale, box);
  const dark = sheet.radial([lamp[0], water + 60 * scale], 1050 * scale, [
    [0, '#0f3a30'],
    [0.4, '#06231d'],
    [1, '#041611'],
  ]);
  const rim = sheet.radial([lamp[0], water], 1000 * scale, [
    [0, '#ffe9a0'],
    [0.35, '#b9d08a', 0.8],
    [0.8, '#5fa088', 0.35],
    [1, '#3a7a68', 0.15],
  ]);
  const shadow = middle.map(([x, y]): Point => [x + 30 * scale, y + 60 * scale]);
  sheet.draw(
    group({ filter: murk, opacity: 0.5 }, [
      longBody(shadow, thick * 1.1, dice('shadow'), { skin: '#020d0a', back: '#020d0a', rim: '#020d0a' }),
    ]),
    longBody(middle, thick, dice('body'), { skin: dark, back: '#06241d', rim }),
    fog(sheet, {
      cloud: { x: 0, y: 200, width: 1100, height: 500 },
      box,
      density: 0.75,
      fill: sheet.linear(
        [0, water + 200 * scale],
        [0, height],
        [
          [0, '#2f7a66', 0],
          [0.5, '#17584a', 0.6],
          [1, '#04140f', 0.95],
        ],
      ),
    }),
  );
  // Fish that leave, each school along one bend; bubbles that stay.
  for (const [school, away] of [
    [0, 1],
    [1, 1],
    [2, -1.4],
  ] as const) {
    const [fx, fy] = [
      end + lerp(150, 330, chance.next()) * scale * away,
      water + (120 + school * 85) * scale,
    ];
    for (const i of range(11)) {
      const t = i / 10;
      const at: Point = [
        fx + away * (t * 210 + chance.between(-22, 22)) * scale,
        fy + (Math.sin(t * 2.4) * -44 + chance.between(-20, 20)) * scale,
      ];
      const turn = (away > 0 ? 0 : 180) - away * Math.cos(t * 2.4) * 14 + chance.between(-5, 5);
      sheet.draw(fish(at, chance.between(17, 30) * scale, turn));
    }
  }
  for (const _ of range(40)) {
    const r = chance.between(1.2, 6) * scale;
    const at: Point = [lamp[0] + chance.between(-300, 330) * scale, water + chance.between(30, 620) * scale];
    sheet.draw(
      ellipse(at, r, r, 'none', {
        stroke: '#d9efc8',
        'stroke-width': 1.3,
        opacity: chance.between(0.15, 0.6),
      }),
    );
  }
}

/** A small fish from the side: a spindle with a notched tail and a fin. @param long in drawing units @param turn 0 swims right */
function fish([x, y]: Point, long: number, turn: number): string {
  return group({ transform: `translate(${num(x)} ${num(y)}) rotate(${num(turn)}) scale(${long / 30})` }, [
    shape(
      'M15 0C11 -4.4 3 -5.6 -5 -2.4L-9 -1.2L-16 -5.4C-14.6 -2 -14.6 2 -16 5.4L-9 1.2L-5 2.4C3 5.6 11 4.4 15 0ZM4 -4.4L-2 -8L-3 -3ZM2 4L-2 7L-3 3Z',
      '#0a2c25',
      { opacity: 0.9 },
    ),
    stroke('M13 -1.6C8 -4.4 2 -5 -6 -2', '#9cc9a4', 0.9, { opacity: 0.55 }),
  ]);
}

/** Points along the smooth line through `points`. */
function smoothed(points: readonly Point[], count: number): Point[] {
  const at = (i: number) => points[Math.min(points.length - 1, Math.max(0, i))] ?? ([0, 0] as Point);
  return range(count).map((k): Point => {
    const u = (k / (count - 1)) * (points.length - 1);
    const i = Math.min(points.length - 2, Math.floor(u));
    const t = u - i;
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const mix = (j: 0 | 1) =>
      0.5 *
      (2 * b[j] +
        (c[j] - a[j]) * t +
        (2 * a[j] - 5 * b[j] + 4 * c[j] - d[j]) * t * t +
        (3 * b[j] - a[j] - 3 * c[j] + d[j]) * t ** 3);
    return [mix(0), mix(1)];
  });
}
