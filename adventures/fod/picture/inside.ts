import { embers } from '#art/forms/embers.ts';
import { swordsman } from '#art/forms/figures.ts';
import { line, type Point, poly, range } from '#art/geometry.ts';
import { type Camera, camera } from '#art/perspective.ts';
import { dice } from '#art/random.ts';
import { createSheet, group, rect, type Sheet, shape, stroke, viewFrame } from '#art/sheet.ts';
import { finish, fog, glow, stone } from '#art/texture.ts';

/** The furnace hall behind the gate: piers of basalt, chains from a roof that cannot be seen, and fire at the far end. */
export function drawInside(): string {
  const sheet = createSheet('fod-inside', viewFrame);
  const at = camera({ vanish: [500, 452], focal: 760 });
  const lamp = at(0, 2.6, 20);
  const lit = sheet.radial(lamp, 760, [
    [0, '#ffb25e'],
    [0.2, '#b3582a'],
    [0.45, '#59291a'],
    [0.75, '#241814'],
    [1, '#0c0d0e'],
  ]);
  const rim = sheet.radial(lamp, 900, [
    [0, '#ffe2ae'],
    [0.4, '#ff9340', 0.9],
    [1, '#7a3014', 0.15],
  ]);
  const rock = stone(sheet, 190);
  sheet.draw(
    rect(sheet.all, '#0a0908'),
    rect(
      { x: 0, y: 0, width: 1200, height: 800 },
      sheet.radial(lamp, 620, [
        [0, '#d9702e', 0.75],
        [0.5, '#5a2a18', 0.5],
        [1, '#0c0a0a', 0],
      ]),
    ),
  );
  drawFurnace(sheet, at);
  drawFloor(sheet, at, lit, rock);
  for (const z of [17, 14.2, 11.4, 8.6, 5.8]) {
    for (const side of [-1, 1]) drawPier(sheet, at, { z, side, lit, rim, rock });
    sheet.draw(
      fog(sheet, {
        cloud: { x: z * 60, y: 120, width: 900, height: 520 },
        density: 0.34,
        fill: sheet.radial(lamp, 620, [
          [0, '#ffb066', 0.9],
          [0.5, '#a04a20', 0.5],
          [1, '#2a1a14', 0],
        ]),
      }),
    );
  }
  for (const [x, z, low] of [
    [-2.6, 12, 4.4],
    [1.7, 10, 5],
    [3.4, 7, 3.1],
    [-3.1, 6, 3.5],
    [0.4, 14, 5.6],
  ] as const) {
    sheet.draw(hangingChain(at(x, 16, z), at(x, low, z), 380 / z, rim));
  }
  const feet = at(1.15, 0, 6.4);
  sheet.draw(
    swordsman(sheet, feet, 214, { lamp, rim: '#ffb766' }),
    glow(sheet, lamp, 420, [
      [0, '#fff0c4', 0.7],
      [0.25, '#ff9a44', 0.36],
      [1, '#b3441a', 0],
    ]),
    embers({
      chance: dice('furnace sparks'),
      from: [lamp[0], lamp[1] + 60],
      count: 90,
      height: 430,
      spread: 300,
      size: 3.6,
      colors: ['#ffe0a0', '#ff8436'],
      wind: 150,
    }),
    finish(sheet, '#010304', [lamp[0] + 40, 430]),
  );
  return sheet.toSvg();
}

/** The end wall with the furnace's mouth: an arch of white fire behind bars. */
function drawFurnace(sheet: Sheet, at: Camera): void {
  const z = 20;
  const [left, foot] = at(-4.2, 0, z);
  const [right] = at(4.2, 0, z);
  const [, spring] = at(0, 4.2, z);
  const half = (right - left) / 2;
  const mouth = `M${left} ${foot}V${spring}A${half} ${half} 0 0 1 ${right} ${spring}V${foot}Z`;
  const fire = sheet.radial([left + half, foot - 40], half * 1.9, [
    [0, '#fffbe6'],
    [0.4, '#ffe0a0'],
    [0.75, '#ffab4e'],
    [1, '#e0661e'],
  ]);
  sheet.draw(
    shape(mouth, '#160b07', { stroke: '#160b07', 'stroke-width': 46 }),
    ...range(17).map((i) => {
      const a = Math.PI * (1 + i / 16);
      const ring = (r: number): Point => [left + half + Math.cos(a) * r, spring + Math.sin(a) * r];
      return stroke(line([ring(half + 3), ring(half + 23)]), '#6a3018', 2, { opacity: 0.8 });
    }),
    shape(mouth, fire),
    group({ 'clip-path': sheet.clip(mouth) }, [
      ...range(6).map((i) => {
        const x = left + ((i + 0.5) * half * 2) / 6;
        return stroke(
          line([
            [x, spring - half],
            [x, foot],
          ]),
          '#5a2410',
          7,
        );
      }),
      ...[0.9, 2.7, 4.5, 6.3].map((y) =>
        stroke(
          line([
            [left, at(0, y, z)[1]],
            [right, at(0, y, z)[1]],
          ]),
          '#5a2410',
          6,
        ),
      ),
    ]),
  );
}

/** Flagstones that carry the fire's shine, and a grate on the left: something burns under the hall as well. */
function drawFloor(sheet: Sheet, at: Camera, lit: string, rock: string): void {
  const chance = dice('hall floor');
  const floor = poly([at(-9, 0, 20), at(9, 0, 20), at(9, 0, 1.6), at(-9, 0, 1.6)]);
  const end = at(0, 0, 20);
  sheet.draw(
    shape(floor, '#0d0a09'),
    shape(floor, lit, { opacity: 0.8 }),
    shape(
      floor,
      sheet.linear(
        end,
        [end[0], 800],
        [
          [0, '#ffe0a0', 0.85],
          [0.2, '#ff9a44', 0.5],
          [0.6, '#a0441a', 0.16],
          [1, '#50200f', 0],
        ],
      ),
      {
        mask: sheet.mask(
          shape(poly([at(-3.6, 0, 20), at(3.6, 0, 20), at(2.2, 0, 1.6), at(-2.2, 0, 1.6)]), '#fff'),
        ),
      },
    ),
    shape(floor, rock, { opacity: 0.7 }),
  );
  for (const k of range(19)) {
    const [z, next] = [20 - k, 19 - k];
    sheet.draw(stroke(line([at(-9, 0, z), at(9, 0, z)]), '#0a0605', 34 / z, { opacity: 0.75 }));
    if (next < 1.7) continue;
    for (const j of range(14)) {
      const x = -9 + j * 1.4 + (k % 2) * 0.7 + chance.between(-0.1, 0.1);
      sheet.draw(stroke(line([at(x, 0, z), at(x, 0, next)]), '#0a0605', 26 / z, { opacity: 0.6 }));
    }
  }
  const pit = poly([at(-3.7, 0, 14), at(-2.2, 0, 14), at(-2.2, 0, 3.2), at(-3.7, 0, 3.2)]);
  sheet.draw(
    shape(
      pit,
      sheet.linear(at(-3, 0, 14), at(-3, 0, 3.2), [
        [0, '#ffd890'],
        [0.4, '#f07c2a'],
        [1, '#a83a12'],
      ]),
    ),
    ...range(38).map((i) => {
      const z = 14 - i * 0.29;
      return stroke(line([at(-3.8, 0, z), at(-2.1, 0, z)]), '#120806', 30 / z);
    }),
    stroke(line([at(-2.2, 0, 14), at(-2.2, 0, 3.2)]), '#120806', 8),
    stroke(line([at(-3.7, 0, 14), at(-3.7, 0, 3.2)]), '#120806', 8),
  );
}

interface Pier {
  z: number;
  side: number;
  lit: string;
  rim: string;
  rock: string;
}

/** A pier as wide as a house's door: dark towards us, lit on the face that sees the fire. */
function drawPier(sheet: Sheet, at: Camera, { z, side, lit, rim, rock }: Pier): void {
  const [inner, outer] = [side * 4.9, side * 6.9];
  const inward = poly([at(inner, 0, z), at(inner, 18, z), at(inner, 18, z + 1.5), at(inner, 0, z + 1.5)]);
  const front = poly([at(inner, 0, z), at(inner, 18, z), at(side * 30, 18, z), at(side * 30, 0, z)]);
  const base = poly([
    at(inner - side * 0.3, 0, z),
    at(inner - side * 0.3, 0.7, z),
    at(outer, 0.7, z),
    at(outer, 0, z),
  ]);
  sheet.draw(
    shape(front, '#0b0a0a'),
    shape(front, lit, { opacity: 0.3 }),
    shape(inward, lit),
    shape(front, rock, { opacity: 0.8 }),
    shape(inward, rock, { opacity: 0.6 }),
    ...range(16).map((i) =>
      stroke(
        line([at(side * 30, i * 1.1, z), at(inner, i * 1.1, z), at(inner, i * 1.1, z + 1.5)]),
        '#030303',
        18 / z,
        {
          opacity: 0.6,
        },
      ),
    ),
    shape(base, '#0a0808'),
    shape(base, lit, { opacity: 0.3 }),
    stroke(line([at(inner, 0.7, z), at(inner, 18, z)]), rim, 22 / z, { opacity: 0.8 }),
    stroke(line([at(inner - side * 0.3, 0.7, z), at(outer, 0.7, z)]), rim, 20 / z, { opacity: 0.5 }),
  );
}

/** A chain that hangs straight down, with a hook at its end. @param size length of a link in drawing units */
function hangingChain(top: Point, end: Point, size: number, rim: string): string {
  const links = range((end[1] - Math.max(top[1], -40)) / (size * 0.72)).map((i) => {
    const y = end[1] - i * size * 0.72;
    const flat = i % 2 === 0;
    const wide = size * (flat ? 0.28 : 0.07);
    return stroke(
      `M${end[0] - wide} ${y}v${-size * 0.6}a${wide} ${size * 0.2} 0 0 1 ${wide * 2} 0v${size * 0.6}a${wide} ${size * 0.2} 0 0 1 ${-wide * 2} 0`,
      '#080606',
      size * 0.17,
    );
  });
  const hook = `M${end[0]} ${end[1]}v${size * 0.9}c0 ${size * 1.1} ${-size * 1.4} ${size * 1.1} ${-size * 1.4} 0`;
  return group({}, [
    ...links,
    stroke(hook, '#080606', size * 0.26),
    stroke(hook, rim, size * 0.05, { opacity: 0.7 }),
  ]);
}
