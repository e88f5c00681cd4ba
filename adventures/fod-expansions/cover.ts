import { embers } from '#art/forms/embers.ts';
import { range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { createSheet, type Frame, rect } from '#art/sheet.ts';
import { finish, fog, glow, stone } from '#art/texture.ts';
import { openDoor, shutDoor } from './picture/doors.ts';
import { at, doors, foot, middle, open, turnOf } from './picture/layout.ts';
import { drawLight } from './picture/light.ts';
import { drawListener } from './picture/listener.ts';
import { drawFloor, drawShaft } from './picture/shaft.ts';

/**
 * The expansions: a round hall seen from above, twelve doors for twelve months. One stands open, its fire falls across
 * the rings of the floor, and whoever stands there with a drawn sword has a long shadow.
 */
export function draw(frame: Frame): string {
  const sheet = createSheet('fod-expansions', frame);
  const lamp = at(foot + 60, turnOf(open));
  const lit = sheet.radial(lamp, 900, [
    [0, '#ffb060'],
    [0.12, '#b85a26'],
    [0.32, '#6e3820'],
    [0.62, '#33231e'],
    [1, '#12191b'],
  ]);
  const rim = sheet.radial(lamp, 1000, [
    [0, '#ffe0a8'],
    [0.35, '#ff9340', 0.85],
    [1, '#6a7a7c', 0.45],
  ]);
  const texture = stone(sheet, 190);
  sheet.draw(rect(sheet.all, '#0a1012'), rect(sheet.all, lit));
  drawShaft(sheet, rim);
  sheet.draw(rect(sheet.all, texture, { opacity: 0.85 }));
  drawFloor(sheet, lit, rim, texture);
  drawLight(sheet);
  for (const i of range(doors))
    sheet.draw(i === open ? openDoor(sheet, turnOf(i)) : shutDoor(turnOf(i), rim));
  drawListener(sheet, lamp);
  sheet.draw(
    glow(sheet, lamp, 420, [
      [0, '#fff0c4', 0.7],
      [0.2, '#ffb45a', 0.42],
      [1, '#b3441a', 0],
    ]),
    fog(sheet, {
      cloud: { x: 100, y: 100, width: 900, height: 900 },
      density: 0.5,
      fill: sheet.radial(middle, 900, [
        [0, '#ffa860', 0],
        [0.4, '#c2703a', 0.35],
        [0.75, '#5a4a44', 0.5],
        [1, '#0a1416', 0.8],
      ]),
    }),
    embers({
      chance: dice('hall sparks'),
      from: lamp,
      count: 60,
      height: -420,
      spread: 240,
      size: 4,
      colors: ['#ffd890', '#ff8436'],
      wind: -260,
    }),
    finish(sheet, '#010405', middle),
  );
  return sheet.toSvg();
}
