import { lerp, line, type Point, poly, range } from '#art/geometry.ts';
import { type Sheet, shape, stroke } from '#art/sheet.ts';
import { fog, stone } from '#art/texture.ts';
import type { Layout } from './layout.ts';

/** Arcades run along both sides towards the far wall; their copper roofs have gone green. */
export function drawSides(sheet: Sheet, { window: [wx, wy], radius, floor, scale }: Layout): void {
  const { width, height, crop } = sheet.frame;
  const vanish: Point = [wx, floor - 120 * scale];
  const texture = stone(sheet, 220);
  for (const side of [-1, 1]) {
    const bays = crop === 'wide' && side < 0 ? 6 : 4;
    const spots = range(bays + 1).map((i) => {
      const t = (i / bays) ** 1.7;
      const inner = radius * 1.5;
      const outer = Math.max(inner + 60, side < 0 ? wx + 60 : width - wx + 60);
      return { x: wx + side * lerp(inner, outer, t), grow: lerp(1, crop === 'wide' ? 2.3 : 2.6, t) };
    });
    for (const [i, { x, grow }] of spots.entries()) {
      const next = spots[i + 1];
      if (!next) continue;
      const foot = floor + (grow - 1) * 150 * scale;
      const footNext = floor + (next.grow - 1) * 150 * scale;
      const [top, topNext] = [vanish[1] - 230 * scale * grow, vanish[1] - 230 * scale * next.grow];
      const dark = 0.1 + (i / bays) * 0.75;
      const bay = poly([
        [x, top],
        [next.x, topNext],
        [next.x, footNext],
        [x, foot],
      ]);
      const hole = (u: number): Point => {
        const px = lerp(x, next.x, 0.14 + u * 0.72);
        const [t0, f0] = [lerp(top, topNext, 0.14 + u * 0.72), lerp(foot, footNext, 0.14 + u * 0.72)];
        return [px, lerp(f0, t0, 0.38 + 0.34 * Math.sin(Math.PI * u) ** 0.6)];
      };
      const footAt = (u: number): Point => [
        lerp(x, next.x, 0.14 + u * 0.72),
        lerp(foot, footNext, 0.14 + u * 0.72),
      ];
      const roof = poly([
        [x, top],
        [next.x, topNext],
        [next.x, topNext - 90 * scale * next.grow],
        [x - side * 30 * scale, top - 90 * scale * grow],
      ]);
      sheet.draw(
        shape(
          bay,
          sheet.linear(
            [x, 0],
            [next.x, 0],
            [
              [0, '#3d7a6c'],
              [0.5, '#265049'],
              [1, '#1d423c'],
            ],
          ),
        ),
        shape(bay, texture, { opacity: 0.8 }),
        shape(poly([footAt(0), ...range(13).map((k) => hole(k / 12)), footAt(1)]), '#06100f'),
        stroke(line(range(13).map((k) => hole(k / 12))), '#e9a9b6', 2.4 * scale * grow, { opacity: 0.55 }),
        // Columns: the edge nearer the window is lit.
        stroke(
          line([
            [x, top],
            [x, foot],
          ]),
          '#0a1b1a',
          16 * scale * grow,
        ),
        stroke(
          line([
            [x - side * 6 * scale * grow, top],
            [x - side * 6 * scale * grow, foot],
          ]),
          '#f3b8c2',
          2.6 * scale,
          { opacity: 0.7 },
        ),
        shape(
          roof,
          sheet.linear(
            [0, topNext - 90 * scale * next.grow],
            [0, top],
            [
              [0, '#6fc0a8'],
              [1, '#2a5f54'],
            ],
          ),
        ),
        shape(roof, texture, { opacity: 0.6 }),
        ...range(6).map((k) =>
          stroke(
            line([
              [lerp(x, next.x, k / 6), lerp(top, topNext, k / 6)],
              [
                lerp(x - side * 30 * scale, next.x, k / 6),
                lerp(top - 90 * scale * grow, topNext - 90 * scale * next.grow, k / 6),
              ],
            ]),
            '#123430',
            2.5 * scale,
            { opacity: 0.6 },
          ),
        ),
        stroke(
          line([
            [x, top],
            [next.x, topNext],
          ]),
          '#e9a9b6',
          2 * scale,
          { opacity: 0.6 },
        ),
        shape(bay, '#04100f', { opacity: dark * 0.8 }),
        shape(roof, '#04100f', { opacity: dark * 0.7 }),
      );
    }
  }
  sheet.draw(
    fog(sheet, {
      cloud: { x: 100, y: floor, width: 1000, height: 260 },
      density: 0.55,
      fill: sheet.linear(
        [0, floor - 120 * scale],
        [0, Math.min(height, floor + 220 * scale)],
        [
          [0, '#9fd0c0', 0],
          [0.5, '#e6b4c0', 0.6],
          [1, '#9fd0c0', 0],
        ],
      ),
      box: { x: 0, y: wy, width, height: height - wy },
    }),
  );
}
