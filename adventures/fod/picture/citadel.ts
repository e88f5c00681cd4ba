import { furnaceGate } from '#art/forms/furnace-gate.ts';
import { tower } from '#art/forms/masonry.ts';
import type { Point } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { rect, type Sheet } from '#art/sheet.ts';
import { fog } from '#art/texture.ts';
import type { Layout, Paints } from './layout.ts';

/** Three rows of towers, nearer ones darker against the glow of those behind; chimneys that smoke; the gate. */
export function drawCitadel(
  sheet: Sheet,
  { gate: [gx, gy], scale }: Layout,
  { lit, rim, wall }: Paints,
): void {
  const chance = dice('citadel');
  const at = (x: number, y: number): Point => [gx + x * scale, gy + y * scale];
  const rows = [
    {
      towers: [
        [-40, 96, -930],
        [88, 80, -860],
        [-178, 84, -800],
        [236, 76, -760],
        [-330, 80, -640],
        [380, 70, -600],
      ],
      fill: ['#7a3d20', '#43241a'],
      shade: 0.35,
      haze: 0.85,
    },
    {
      towers: [
        [20, 150, -760],
        [168, 124, -690],
        [-128, 128, -720],
        [318, 116, -560],
        [-290, 120, -600],
        [-420, 104, -430],
        [452, 104, -420],
      ],
      fill: ['#46251a', '#2a1914'],
      shade: 0.5,
      haze: 0.7,
    },
    {
      towers: [
        [-268, 176, -500],
        [276, 176, -520],
        [-470, 150, -280],
        [486, 150, -300],
        [-640, 110, -150],
        [650, 110, -170],
      ],
      fill: ['#140f0e', '#1a110e'],
      shade: 0.7,
      haze: 0,
    },
  ] as const;
  const window = sheet.linear(
    [0, gy - 900 * scale],
    [0, gy],
    [
      [0, '#ffab55'],
      [1, '#ffd288'],
    ],
  );
  for (const [i, { towers, fill, shade, haze }] of rows.entries()) {
    const paint = sheet.linear(at(0, -800), at(0, 0), [
      [0, fill[0]],
      [1, fill[1]],
    ]);
    for (const [x, w, top] of towers) {
      const [tx, ty] = at(x, top);
      const body = { x: tx, width: w * scale, top: ty, base: gy + 20 };
      sheet.draw(
        tower(body, {
          chance,
          fill: paint,
          rim,
          window,
          lampX: gx,
          texture: wall,
          course: 20 * scale,
          shade,
        }),
      );
    }
    if (haze > 0) {
      sheet.draw(
        rect(
          sheet.all,
          sheet.radial(at(0, -60), 760 * scale, [
            [0, '#ff9a4a', 0.55 * haze],
            [0.5, '#b3541f', 0.3 * haze],
            [1, '#3a1a10', 0],
          ]),
        ),
        fog(sheet, {
          cloud: { x: 300 * i, y: 0, width: 900, height: 420 },
          density: haze,
          fill: sheet.radial(at(0, -160), 700 * scale, [
            [0, '#ffb066', 0.9],
            [0.5, '#c2602a', 0.6],
            [1, '#3a1a10', 0],
          ]),
        }),
      );
    }
  }
  sheet.draw(furnaceGate(sheet, chance, { foot: [gx, gy + 6], scale, fill: lit, rim, texture: wall }));
}
