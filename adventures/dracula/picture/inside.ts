import { arch } from '#art/forms/masonry.ts';
import { line, type Point, poly, range } from '#art/geometry.ts';
import { type Camera, camera } from '#art/perspective.ts';
import { dice } from '#art/random.ts';
import { createSheet, ellipse, group, rect, type Sheet, shape, stroke, viewFrame } from '#art/sheet.ts';
import { blur, finish, fog, glow, stone } from '#art/texture.ts';
import { guest, host } from './people.ts';

/** Rise and run of the stair's steps in metres, how many there are, and where the first begins. */
const stair = { rise: 0.2, run: 0.34, steps: 13, from: 9, half: 2.5 };

/** The great stair: the moon in a tall window, the host before it, and his shadow down all the steps to where you stand. */
export function drawInside(): string {
  const sheet = createSheet('dracula-inside', viewFrame);
  const at = camera({ vanish: [600, 430], focal: 860 });
  const top = stair.steps * stair.rise;
  const back = stair.from + stair.steps * stair.run + 2.4;
  const moon = at(0.5, top + 3.1, back);
  const lit = sheet.radial(moon, 820, [
    [0, '#c9d6e8'],
    [0.18, '#6a7c98'],
    [0.45, '#2e3a50'],
    [0.75, '#141b29'],
    [1, '#070a11'],
  ]);
  const rim = sheet.radial(moon, 800, [
    [0, '#ffffff'],
    [0.5, '#b9c8dc', 0.85],
    [1, '#5a6a84', 0.2],
  ]);
  const texture = stone(sheet, 170);
  const wall = poly([at(-9, 0, back), at(-9, 14, back), at(9, 14, back), at(9, 0, back)]);
  sheet.draw(
    rect(sheet.all, '#0a0e17'),
    shape(wall, '#141b29'),
    shape(wall, lit, { opacity: 0.6 }),
    ...range(16).map((i) =>
      stroke(line([at(-9, i * 0.62, back), at(9, i * 0.62, back)]), '#060911', 2.6, { opacity: 0.5 }),
    ),
    shape(wall, texture, { opacity: 0.8 }),
  );
  drawWindow(sheet, at(0, top + 0.5, back), moon);
  drawFloor(sheet, at, lit, texture);
  drawStair(sheet, at, lit, rim, texture);
  for (const z of [13.4, 10.4, 7.4, 4.6])
    for (const side of [-1, 1]) drawColumn(sheet, at, { x: side * (stair.half + 1.5), z, lit, rim, texture });
  // He stands at the top, and all his shadow falls down to us.
  const feet = at(0, top, stair.from + stair.steps * stair.run + 0.5);
  const shadow = [
    at(-0.3, top, stair.from + stair.steps * stair.run),
    at(-0.75, 0, stair.from),
    at(-1.2, 0, 3.1),
    at(-0.5, 0, 2.2),
    at(0.4, 0, 2.2),
    at(0.95, 0, 3.1),
    at(0.7, 0, stair.from),
    at(0.3, top, stair.from + stair.steps * stair.run),
  ];
  sheet.draw(
    shape(poly(shadow), '#03050a', {
      opacity: 0.6,
      filter: blur(sheet, 7),
    }),
    host(feet, 158),
    guest(sheet, at(1.55, 0, 5.1), 262),
    glow(sheet, moon, 460, [
      [0, '#f3f7ff', 0.6],
      [0.35, '#b9c8dc', 0.26],
      [1, '#28344a', 0],
    ]),
    fog(sheet, {
      cloud: { x: 0, y: 500, width: 1100, height: 260 },
      box: { x: 0, y: 470, width: 1200, height: 330 },
      density: 0.5,
      fill: sheet.linear(
        [0, 480],
        [0, 800],
        [
          [0, '#8fa0b8', 0],
          [0.7, '#8fa0b8', 0.5],
          [1, '#2a3446', 0.6],
        ],
      ),
    }),
    finish(sheet, '#02040a', [600, 360]),
  );
  return sheet.toSvg();
}

/** A window of three lights with the moon behind its middle. */
function drawWindow(sheet: Sheet, [x, foot]: Point, moon: Point): void {
  const lights = [
    arch(x, foot, 150, 420, 1),
    arch(x - 140, foot, 104, 330, 1),
    arch(x + 140, foot, 104, 330, 1),
  ];
  const sky = sheet.radial(moon, 330, [
    [0, '#eaf1fb'],
    [0.35, '#8fa2be'],
    [0.8, '#43536c'],
    [1, '#26324a'],
  ]);
  for (const light of lights) {
    sheet.draw(
      shape(light, '#05070d', { stroke: '#05070d', 'stroke-width': 26 }),
      group({ 'clip-path': sheet.clip(light) }, [
        shape(light, sky),
        ellipse(moon, 52, 52, '#ffffff'),
        ...range(12).map((i) =>
          stroke(`M${x - 220} ${foot - i * 44 - 14}l440 -1`, '#0a0f1a', 3, { opacity: 0.85 }),
        ),
        ...range(12).map((i) =>
          stroke(`M${x - 205 + i * 36} ${foot}V${foot - 460}`, '#0a0f1a', 2.4, { opacity: 0.7 }),
        ),
        // Garnet panes, few.
        ...range(7).map((i) => {
          const chance = dice(`pane ${i}`);
          const [px, py] = [
            x - 205 + Math.floor(chance.next() * 12) * 36,
            foot - 58 - Math.floor(chance.next() * 8) * 44,
          ];
          return rect({ x: px + 2, y: py + 2, width: 32, height: 40 }, '#a0243a', { opacity: 0.8 });
        }),
      ]),
      stroke(light, '#9fb0c8', 3, { opacity: 0.7 }),
    );
  }
}

function drawFloor(sheet: Sheet, at: Camera, lit: string, texture: string): void {
  const chance = dice('chequers');
  const floor = poly([at(-9, 0, stair.from + 8), at(9, 0, stair.from + 8), at(9, 0, 1.6), at(-9, 0, 1.6)]);
  sheet.draw(shape(floor, '#0c111b'), shape(floor, lit, { opacity: 0.75 }));
  for (const k of range(17)) {
    const [z, next] = [stair.from + 4 - k * 0.7, stair.from + 3.3 - k * 0.7];
    if (next < 1.6) break;
    for (const j of range(26)) {
      const x = (j - 13) * 0.7;
      const tile = poly([at(x, 0, z), at(x + 0.7, 0, z), at(x + 0.7, 0, next), at(x, 0, next)]);
      const dark = (j + k) % 2 === 0;
      sheet.draw(
        shape(tile, dark ? '#04060c' : '#dfe8f4', {
          opacity: dark ? chance.between(0.5, 0.7) : chance.between(0.04, 0.16),
        }),
      );
    }
  }
  sheet.draw(shape(floor, texture, { opacity: 0.5 }));
}

/** Steps with a garnet runner down their middle, and balustrades at both sides. */
function drawStair(sheet: Sheet, at: Camera, lit: string, rim: string, texture: string): void {
  const { rise, run, steps, from, half } = stair;
  const runner = 1.25;
  for (const i of range(steps).reverse()) {
    const [y, z] = [i * rise, from + i * run];
    const tread = poly([
      at(-half, y + rise, z),
      at(half, y + rise, z),
      at(half, y + rise, z + run),
      at(-half, y + rise, z + run),
    ]);
    const riser = poly([at(-half, y, z), at(half, y, z), at(half, y + rise, z), at(-half, y + rise, z)]);
    const red = poly([
      at(-runner, y, z),
      at(runner, y, z),
      at(runner, y + rise, z),
      at(-runner, y + rise, z),
    ]);
    const redTop = poly([
      at(-runner, y + rise, z),
      at(runner, y + rise, z),
      at(runner, y + rise, z + run),
      at(-runner, y + rise, z + run),
    ]);
    sheet.draw(
      shape(tread, '#5a6a84'),
      shape(tread, lit, { opacity: 0.6 }),
      shape(redTop, '#b5304a'),
      shape(riser, '#10161f'),
      shape(riser, lit, { opacity: 0.3 }),
      shape(red, '#5a1526'),
      shape(riser, texture, { opacity: 0.6 }),
      stroke(line([at(-half, y + rise, z), at(half, y + rise, z)]), rim, 2.4, { opacity: 0.8 }),
      stroke(line([at(-runner, y + rise, z), at(runner, y + rise, z)]), '#ff7a8c', 2.6, { opacity: 0.8 }),
    );
  }
  for (const side of [-1, 1]) {
    const x = side * (half + 0.1);
    const end = from + steps * run;
    sheet.draw(
      ...range(steps * 2)
        .reverse()
        .map((i) => {
          const [y, z] = [(i * rise) / 2, from + (i * run) / 2];
          return stroke(line([at(x, y, z), at(x, y + 0.85, z)]), '#070a11', 80 / z);
        }),
      stroke(line([at(x, 0.9, from), at(x, steps * rise + 0.9, end)]), '#070a11', 14),
      stroke(line([at(x, 0.98, from), at(x, steps * rise + 0.98, end)]), rim, 2.6),
      shape(
        poly([
          at(x - 0.22, 0, from),
          at(x - 0.22, 1.4, from),
          at(x + 0.22, 1.4, from),
          at(x + 0.22, 0, from),
        ]),
        '#080b13',
      ),
      ellipse(at(x, 1.62, from), 24, 24, '#080b13'),
      stroke(line([at(x - side * 0.22, 0, from), at(x - side * 0.22, 1.4, from)]), rim, 2.4),
    );
  }
}

interface Column {
  x: number;
  z: number;
  lit: string;
  rim: string;
  texture: string;
}

function drawColumn(sheet: Sheet, at: Camera, { x, z, lit, rim, texture }: Column): void {
  const half = 0.5;
  const side = Math.sign(x);
  const unit = 860 / z;
  const box = (low: number, high: number, wide: number) =>
    poly([at(x - wide, low, z), at(x - wide, high, z), at(x + wide, high, z), at(x + wide, low, z)]);
  for (const part of [box(0, 14, half), box(0, 0.5, half * 1.5), box(0.5, 0.8, half * 1.25)]) {
    sheet.draw(
      shape(part, '#0b0f18'),
      shape(part, lit, { opacity: 0.45 }),
      shape(part, texture, { opacity: 0.7 }),
    );
  }
  sheet.draw(
    ...[-0.3, -0.1, 0.1, 0.3].map((u) =>
      stroke(line([at(x + u, 0.8, z), at(x + u, 14, z)]), '#04060c', unit * 0.05, { opacity: 0.7 }),
    ),
    shape(box(0, 14, half * 1.5), '#04060c', { opacity: Math.max(0, 0.75 - z * 0.05) }),
    stroke(line([at(x - side * half, 0.8, z), at(x - side * half, 14, z)]), rim, unit * 0.045, {
      opacity: 0.9,
    }),
  );
}
