import { basaltColumns } from '#art/forms/basalt.ts';
import { chain } from '#art/forms/chain.ts';
import { embers } from '#art/forms/embers.ts';
import { swordsman } from '#art/forms/figures.ts';
import { lerp, type Point } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { createSheet, type Frame } from '#art/sheet.ts';
import { finish, glow, stone } from '#art/texture.ts';
import { drawCauseway } from './picture/causeway.ts';
import { drawCitadel } from './picture/citadel.ts';
import { layouts, type Paints } from './picture/layout.ts';
import { drawPlain } from './picture/plain.ts';
import { drawSky } from './picture/sky.ts';

/** The Fortress of Death: a citadel like a furnace with its door ajar, and one small swordsman on the way in. */
export function draw(frame: Frame): string {
  const sheet = createSheet('fod', frame);
  const layout = layouts[frame.crop];
  const { gate, scale } = layout;
  const [gx, gy] = gate;
  const { width, height } = frame;
  const lamp: Point = [gx + 12 * scale, gy - 190 * scale];
  const lit = sheet.radial(lamp, 760 * scale, [
    [0, '#f39a50'],
    [0.2, '#8f4420'],
    [0.42, '#4a2417'],
    [0.7, '#201816'],
    [1, '#0c1113'],
  ]);
  const paints: Paints = {
    lit,
    rim: sheet.radial(lamp, 1000 * scale, [
      [0, '#ffdca6'],
      [0.3, '#ff9340', 0.9],
      [0.65, '#b44a1a', 0.55],
      [1, '#6a2a12', 0.12],
    ]),
    cap: sheet.radial(lamp, 900 * scale, [
      [0, '#ffb066'],
      [0.25, '#b8622c'],
      [0.55, '#5c3a2a'],
      [1, '#2a2c2c'],
    ]),
    rock: stone(sheet, 260),
    wall: stone(sheet, 150, 20),
  };
  drawSky(sheet, layout);
  drawCitadel(sheet, layout, paints);
  drawPlain(sheet, layout, paints);
  const feet = drawCauseway(sheet, layout, paints);
  sheet.draw(swordsman(sheet, feet, layout.manSize, { lamp, rim: '#ffb766' }));

  // What stands nearest frames the picture and is almost black.
  const front = dice('front');
  const frontRim = sheet.radial(lamp, width * 0.9, [
    [0, '#ff9a4a', 0.9],
    [0.6, '#b4501c', 0.6],
    [1, '#7a3014', 0.3],
  ]);
  const margin = width * (frame.crop === 'wide' ? 0.13 : 0.17);
  for (const [from, to, outer] of [
    [-40, margin, 0],
    [width - margin, width + 40, width],
  ] as const) {
    sheet.draw(
      basaltColumns({
        chance: front,
        from,
        to,
        bottom: height + 20,
        width: [40, 66],
        fill: '#06090a',
        rim: frontRim,
        cap: '#17130f',
        texture: paints.rock,
        lampX: gx,
        top: (x) => height - 40 - Math.max(0, 1 - Math.abs(x - outer) / margin) ** 1.6 * height * 0.34,
      }),
    );
  }
  const hooks: [Point, Point][] = [
    [
      [gx - 262 * scale, gy - 470 * scale],
      [-30, height * 0.56],
    ],
    [
      [gx + 280 * scale, gy - 490 * scale],
      [width + 40, height * 0.6],
    ],
  ];
  sheet.draw(
    ...hooks.map(([from, to]) => chain(from, to, 70 * scale, 34, '#0a0908', paints.rim)),
    glow(sheet, lamp, 460 * scale, [
      [0, '#ffd08a', 0.55],
      [0.25, '#ff8a34', 0.3],
      [1, '#b3441a', 0],
    ]),
    embers({
      chance: dice('sparks'),
      from: [gx, gy],
      count: 150,
      height: gy,
      spread: 340 * scale,
      size: 4.2 * scale,
      colors: ['#ffd890', '#ff8436'],
      wind: 190 * scale,
    }),
    finish(sheet, '#010405', [lerp(gx, width / 2, 0.5), gy - 100 * scale]),
  );
  return sheet.toSvg();
}
