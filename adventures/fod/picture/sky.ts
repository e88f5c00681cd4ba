import { cragOutline } from '#art/forms/basalt.ts';
import { poly } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { rect, type Sheet, shape } from '#art/sheet.ts';
import { fog, glow } from '#art/texture.ts';
import type { Layout } from './layout.ts';

/** Night, smoke that carries the fire's colour, and mountains with fog between them. */
export function drawSky(sheet: Sheet, { gate: [gx, gy], scale }: Layout): void {
  const { width } = sheet.frame;
  sheet.draw(
    rect(
      sheet.all,
      sheet.linear(
        [0, 0],
        [0, gy],
        [
          [0, '#050b0d'],
          [0.4, '#0d1c20'],
          [0.75, '#2b2421'],
          [1, '#6a351c'],
        ],
      ),
    ),
    glow(sheet, [gx, gy - 480 * scale], 1050 * scale, [
      [0, '#c25a20', 0.9],
      [0.4, '#6f2f15', 0.6],
      [1, '#2a1410', 0],
    ]),
    fog(sheet, {
      cloud: { x: 60, y: 30, width: 1500, height: 620 },
      fill: sheet.radial([gx + 40, gy - 620 * scale], 900 * scale, [
        [0, '#ff9a4c', 0.85],
        [0.45, '#a04a20', 0.55],
        [1, '#241a18', 0],
      ]),
    }),
    fog(sheet, {
      cloud: { x: -300, y: 160, width: 1900, height: 500 },
      density: 0.9,
      fill: sheet.linear(
        [0, 0],
        [0, gy - 260 * scale],
        [
          [0, '#020607', 0.95],
          [0.6, '#0a1113', 0.75],
          [1, '#1a1210', 0],
        ],
      ),
    }),
  );
  for (const [i, [rise, color]] of (
    [
      [270, '#3a251b'],
      [150, '#241a17'],
    ] as const
  ).entries()) {
    const far = dice(`far ${i}`);
    const outline = cragOutline({
      chance: far,
      from: -30,
      to: width + 30,
      bottom: gy + 60,
      step: 14,
      top: (x) =>
        gy -
        (rise + far.ridge(x / 210, 6) * 330 + Math.abs(far.wave(x / 60)) * 40) *
          scale *
          (0.7 + (0.6 * Math.abs(x - gx)) / 900),
    });
    sheet.draw(
      shape(poly(outline), color),
      fog(sheet, {
        cloud: { x: 200 * i, y: gy - 200, width: 1300, height: 300 },
        fill: sheet.linear(
          [0, gy - 360 * scale],
          [0, gy + 40],
          [
            [0, '#8a4420', 0],
            [0.7, '#b35c2a', 0.55],
            [1, '#4a2a1c', 0.95],
          ],
        ),
      }),
    );
  }
}
