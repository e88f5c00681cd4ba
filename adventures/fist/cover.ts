import { embers } from '#art/forms/embers.ts';
import { flame } from '#art/forms/flame.ts';
import { gauntlet } from '#art/forms/gauntlet.ts';
import { lerp, type Point } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { createSheet, type Frame } from '#art/sheet.ts';
import { finish, fog, glow, stone } from '#art/texture.ts';
import { drawFloor } from './picture/floor.ts';
import { layouts, type Paints } from './picture/layout.ts';
import { drawStair } from './picture/stair.ts';
import { drawWall } from './picture/wall.ts';

/** Steve Jackson's F.I.S.T.: a mailed fist lifts a torch before a stair that goes down into a castle. */
export function draw(frame: Frame): string {
  const sheet = createSheet('fist', frame);
  const layout = layouts[frame.crop];
  const { fist, scale } = layout;
  const lamp: Point = [fist[0] + 34 * scale, fist[1] - 470 * scale];
  const paints: Paints = {
    lamp,
    wall: sheet.radial(lamp, 1150 * scale, [
      [0, '#f0b45a'],
      [0.12, '#c4713a'],
      [0.32, '#8a3826'],
      [0.58, '#45191a'],
      [1, '#120709'],
    ]),
    rim: sheet.radial(lamp, 1000 * scale, [
      [0, '#ffe9b0'],
      [0.4, '#f2b23c', 0.8],
      [1, '#7a3a18', 0],
    ]),
    texture: stone(sheet, 170),
  };
  drawWall(sheet, layout, paints);
  drawStair(sheet, layout, paints);
  drawFloor(sheet, layout, paints);
  sheet.draw(
    glow(sheet, lamp, 760 * scale, [
      [0, '#ffe0a0', 0.6],
      [0.2, '#f2a93c', 0.42],
      [0.5, '#a8501e', 0.2],
      [1, '#5a1c10', 0],
    ]),
    fog(sheet, {
      cloud: { x: 0, y: 0, width: 900, height: 700 },
      density: 0.55,
      fill: sheet.radial([lamp[0], lamp[1] - 240 * scale], 620 * scale, [
        [0, '#ffca78', 0.7],
        [0.5, '#8c4422', 0.4],
        [1, '#2a1010', 0],
      ]),
    }),
    flame(sheet, dice('flame'), {
      foot: [lamp[0], lamp[1] + 120 * scale],
      width: 190 * scale,
      height: 430 * scale,
      colors: ['#f07c1e', '#ffc247', '#fff4cf'],
    }),
    gauntlet(sheet, {
      at: fist,
      scale,
      turn: 5,
      side: layout.arm,
      colors: ['#c99655', '#3a2c24', '#0d0a09', '#ffe6ac'],
      texture: paints.texture,
    }),
    flame(sheet, dice('front flame'), {
      foot: [lamp[0] - 2, lamp[1] + 116 * scale],
      width: 120 * scale,
      height: 250 * scale,
      colors: ['#f59a2c', '#ffd873', '#fffbe8'],
    }),
    glow(sheet, [lamp[0], lamp[1] + 10], 250 * scale, [
      [0, '#fff3cc', 0.75],
      [0.4, '#ffb84a', 0.35],
      [1, '#c8641e', 0],
    ]),
    embers({
      chance: dice('torch sparks'),
      from: lamp,
      count: 70,
      height: 560 * scale,
      spread: 220 * scale,
      size: 4.6 * scale,
      colors: ['#fff0b8', '#ffb03c'],
      wind: 90 * scale,
    }),
    finish(sheet, '#050203', [lerp(lamp[0], frame.width / 2, 0.35), lamp[1] + 260 * scale]),
  );
  return sheet.toSvg();
}
