import { basaltColumns } from '#art/forms/basalt.ts';
import { lerp } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import type { Sheet } from '#art/sheet.ts';
import { fog } from '#art/texture.ts';
import type { Layout, Paints } from './layout.ts';

/** The plain of basalt columns at the citadel's feet, split by the causeway. */
export function drawPlain(
  sheet: Sheet,
  { gate: [gx, gy], scale, near }: Layout,
  { lit, rim, cap, rock }: Paints,
): void {
  const { width, height } = sheet.frame;
  const chance = dice('plain');
  for (const [i, [depth, w]] of (
    [
      [0, 20],
      [0.22, 30],
      [0.5, 44],
    ] as const
  ).entries()) {
    const level = lerp(gy - 10, height, depth);
    const gap = lerp(90, 340, depth) * scale;
    const mid = lerp(gx, near[0], depth * 0.9);
    for (const [from, to] of [
      [-20, mid - gap],
      [mid + gap, width + 30],
    ] as const) {
      sheet.draw(
        basaltColumns({
          chance,
          from,
          to,
          bottom: height + 20,
          width: [w * 0.7 * scale, w * 1.3 * scale],
          fill:
            i === 0
              ? lit
              : sheet.radial([gx, gy - 120 * scale], 900 * scale, [
                  [0, '#7a3a1e'],
                  [0.35, '#33201a'],
                  [0.8, '#12181a'],
                  [1, '#0b1214'],
                ]),
          rim,
          cap,
          texture: rock,
          lampX: gx,
          edge: 0.75,
          top: (x) => {
            const away = Math.abs(x - mid) - gap;
            return (
              level +
              40 * scale -
              Math.min(1, away / (500 * scale)) * 120 * scale +
              chance.ridge(x / 110, 3) * 90 * scale
            );
          },
        }),
      );
    }
    sheet.draw(
      fog(sheet, {
        cloud: { x: 240 * i, y: level, width: 1100, height: 320 },
        density: 0.9,
        fill: sheet.linear(
          [0, level - 40],
          [0, level + 330 * scale],
          [
            [0, '#8a4420', 0],
            [0.3, i === 0 ? '#d0702f' : '#7a4a34', 0.6],
            [0.65, '#4a3a34', 0.6],
            [1, '#10191b', 0.2],
          ],
        ),
      }),
    );
  }
}
