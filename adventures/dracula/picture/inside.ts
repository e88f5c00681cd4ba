import { arch } from '#art/forms/masonry.ts';
import { line, type Point, poly, range } from '#art/geometry.ts';
import { type Camera, camera } from '#art/perspective.ts';
import { dice } from '#art/random.ts';
import { createSheet, ellipse, group, rect, type Sheet, shape, stroke, viewFrame } from '#art/sheet.ts';
import { blur, finish, fog, glow, stone } from '#art/texture.ts';

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
    count(feet, 158),
    guest(at(1.55, 0, 5.1), 250),
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

/** The host: a tall man in a cloak with a high collar, its lining garnet. Against the window he has no face. */
function count([x, y]: Point, size: number): string {
  const s = size / 100;
  return group({ transform: `translate(${x} ${y}) scale(${s})` }, [
    shape(
      'M-8 -84C-16 -78 -20 -66 -22 -48C-24 -28 -28 -12 -32 0H32C28 -12 24 -28 22 -48C20 -66 16 -78 8 -84Z',
      '#05070c',
    ),
    // The lining shows where the cloak falls open.
    shape('M-3 -80L-11 0H11L3 -80Z', '#7a1a30'),
    shape('M-3 -78L-7 0H7L3 -78Z', '#05070c'),
    shape(
      'M-16 -76C-19 -90 -17 -98 -13 -104C-8 -94 -4 -88 0 -82C4 -88 8 -94 13 -104C17 -98 19 -90 16 -76C8 -70 -8 -70 -16 -76Z',
      '#05070c',
    ),
    stroke('M-11 -98C-8 -91 -4 -86 0 -80C4 -86 8 -91 11 -98', '#a0243a', 1.6),
    ellipse([0, -94], 6.4, 8.4, '#05070c'),
    stroke('M-6 -97C-6 -104 6 -104 6 -97', '#dfe8f4', 1.2),
    stroke(
      'M-15 -100C-19 -92 -19 -84 -17 -77C-21 -66 -24 -44 -31 -2M15 -100C19 -92 19 -84 17 -77C21 -66 24 -44 31 -2',
      '#dfe8f4',
      1.3,
    ),
  ]);
}

/** The guest, from behind, hat in hand, one bag beside. */
function guest([x, y]: Point, size: number): string {
  const s = size / 100;
  const coat = '#06090f';
  return group({ transform: `translate(${x} ${y}) scale(${s})` }, [
    ellipse([2, 0], 30, 4, '#020306', { opacity: 0.8 }),
    shape('M-9 -30L-8 -3L-12 1H-2L-1 -30ZM1 -30L3 -3L2 1H12L9 -3L9 -30Z', coat),
    shape(
      'M-6 -83C-12 -81 -15 -77 -15 -70L-13 -50C-14 -40 -16 -32 -17 -24C-8 -20 8 -20 17 -24C15 -34 13 -42 13 -50L15 -70C15 -77 12 -81 6 -83Z',
      coat,
    ),
    shape(
      'M-13 -79C-19 -72 -21 -60 -21 -50L-20 -38L-15 -38L-13 -52L-10 -66ZM13 -79C18 -72 21 -60 21 -50L20 -40L15 -40L13 -53L10 -68Z',
      coat,
    ),
    ellipse([0, -91], 6, 7.4, coat),
    shape('M-6.4 -92C-7 -100 6.6 -102 6.6 -92C5 -88 -5 -88 -6.4 -92Z', '#030509'),
    shape('M-5 -84H5V-80H-5Z', coat),
    // His hat in the left hand, the bag in the right.
    ellipse([-21, -34], 9, 4, '#030509'),
    shape('M20 -34H36C38 -34 39 -33 39 -31L40 -16H16L17 -31C17 -33 18 -34 20 -34Z', '#030509'),
    stroke('M23 -34Q27 -40 33 -34', '#030509', 2),
    stroke(
      'M-6 -95C-5 -101 6 -101 6.6 -94M-7 -83C-12 -81 -16 -77 -19 -68C-21 -60 -21 -54 -21 -48M7 -83C12 -81 16 -77 19 -68M-15 -66L-13 -50M21 -34H37',
      '#dfe8f4',
      1.5,
    ),
  ]);
}
