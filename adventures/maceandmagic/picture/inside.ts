import { roseWindow } from '#art/forms/glass.ts';
import { robedFigure } from '#art/forms/people.ts';
import { line, type Point, poly, range } from '#art/geometry.ts';
import { type Camera, camera } from '#art/perspective.ts';
import { dice } from '#art/random.ts';
import { createSheet, ellipse, group, rect, type Sheet, shape, stroke, viewFrame } from '#art/sheet.ts';
import { finish, fog, glow, stone } from '#art/texture.ts';
import { quartz } from './layout.ts';

/** The hall behind the court: two rows of copper pillars, and two people small before a window of rose quartz. */
export function drawInside(): string {
  const sheet = createSheet('maceandmagic-inside', viewFrame);
  const at = camera({ vanish: [640, 470], focal: 720 });
  const end = 22;
  const window = at(0, 8.2, end);
  const radius = 172;
  const lit = sheet.radial(window, 820, [
    [0, '#f6c2ca'],
    [0.24, '#a8808a'],
    [0.46, '#3f6e64'],
    [0.75, '#173a34'],
    [1, '#081716'],
  ]);
  const rim = sheet.radial(window, 900, [
    [0, '#fff0f0'],
    [0.4, '#f3b8c2', 0.9],
    [1, '#5fa894', 0.25],
  ]);
  const texture = stone(sheet, 180);
  const wall = poly([at(-26, 0, end), at(-26, 20, end), at(26, 20, end), at(26, 0, end)]);
  sheet.draw(
    rect(sheet.all, '#081615'),
    shape(wall, '#173a34'),
    shape(wall, lit),
    shape(wall, texture, { opacity: 0.6 }),
    ellipse(window, radius * 1.12, radius * 1.12, '#0d2522'),
    roseWindow(dice('rose within'), window, radius, quartz, '#10211f'),
    glow(sheet, window, radius * 2, [
      [0, '#fff0ee', 0.7],
      [0.5, '#ee9fb4', 0.3],
      [1, '#a04a72', 0],
    ]),
  );
  drawPaving(sheet, at, end, lit, texture);
  // The window again, thrown down the hall.
  sheet.draw(
    group(
      {
        transform: `translate(${at(0, 0, 5.6).join(' ')}) scale(2 0.42)`,
        opacity: 0.5,
        style: 'mix-blend-mode:screen',
      },
      [roseWindow(dice('rose on paving'), [0, 0], radius, quartz, '#14302b')],
    ),
  );
  for (const z of [19, 15.4, 11.8, 8.2, 4.6]) {
    for (const side of [-1, 1]) drawPillar(sheet, at, { x: side * 4.4, z, lit, rim, texture });
    sheet.draw(
      fog(sheet, {
        cloud: { x: z * 50, y: 200, width: 800, height: 420 },
        density: 0.3,
        fill: sheet.radial(window, 640, [
          [0, '#ffdce0', 0.8],
          [0.5, '#7fa598', 0.4],
          [1, '#123430', 0],
        ]),
      }),
    );
  }
  sheet.draw(
    rays(sheet, window, radius),
    robedFigure(sheet, at(-0.75, 0, 8.6), 158, {
      lamp: window,
      rim: '#ffd9de',
      color: '#0a1917',
      staff: true,
    }),
    robedFigure(sheet, at(0.55, 0, 9.4), 126, {
      lamp: window,
      rim: '#ffd9de',
      color: '#0c1d1a',
      staff: false,
    }),
    finish(sheet, '#020706', [window[0], 430]),
  );
  return sheet.toSvg();
}

function drawPaving(sheet: Sheet, at: Camera, end: number, lit: string, texture: string): void {
  const chance = dice('hall paving');
  const floor = poly([at(-26, 0, end), at(26, 0, end), at(26, 0, 1.5), at(-26, 0, 1.5)]);
  sheet.draw(shape(floor, '#0a1b1a'), shape(floor, lit, { opacity: 0.85 }));
  for (const k of range(19)) {
    const [z, next] = [end - k * 1.1, end - (k + 1) * 1.1];
    if (next < 1.5) break;
    for (const j of range(48)) {
      const x = (j - 24) * 1.1;
      // Outside the picture.
      if (Math.abs(x) > z * 1.2) continue;
      const tile = poly([at(x, 0, z), at(x + 1.1, 0, z), at(x + 1.1, 0, next), at(x, 0, next)]);
      const dark = (j + k) % 2 === 0;
      sheet.draw(
        shape(tile, dark ? '#04100f' : '#ffe9e4', {
          opacity: dark ? chance.between(0.3, 0.55) : chance.between(0, 0.12),
        }),
        stroke(tile, '#05110f', 14 / z, { opacity: 0.6 }),
      );
    }
  }
  sheet.draw(shape(floor, texture, { opacity: 0.5 }));
}

interface Pillar {
  x: number;
  z: number;
  lit: string;
  rim: string;
  texture: string;
}

/** A clustered pillar of copper gone green, and the ribs that spring from it to the next and across the hall. */
function drawPillar(sheet: Sheet, at: Camera, { x, z, lit, rim, texture }: Pillar): void {
  const spring = 6.4;
  const side = Math.sign(x);
  const unit = 720 / z;
  const half = 0.55;
  const drum = (from: number, to: number, wide: number) =>
    poly([at(x - wide, from, z), at(x - wide, to, z), at(x + wide, to, z), at(x + wide, from, z)]);
  const paint = sheet.linear(at(x - half, 0, z), at(x + half, 0, z), [
    [0, side > 0 ? '#8fc4b2' : '#0c2320'],
    [0.3, '#2c5850'],
    [0.7, '#163a34'],
    [1, side > 0 ? '#0c2320' : '#8fc4b2'],
  ]);
  // Across the hall the ribs meet in a point high above its middle; outwards they leave the picture.
  const rib = (reach: number, height: number, z2: number): Point[] =>
    range(13).map((i) => {
      const t = i / 12;
      return at(x - side * reach * t, spring + height * Math.sin((t * Math.PI) / 2) ** 0.8, z + (z2 - z) * t);
    });
  sheet.draw(
    ...[rib(4.4, 4.6, z), rib(4.4, 4.6, z + 1.8), rib(-3.4, 3.6, z)].map(
      (points) =>
        stroke(line(points), '#071312', unit * 0.42) +
        stroke(line(points), lit, unit * 0.3, { opacity: 0.65 }) +
        stroke(line(points), rim, unit * 0.04, { opacity: 0.75 }),
    ),
    ...[
      drum(0, spring, half),
      drum(0, 0.3, half * 1.7),
      drum(0.3, 0.7, half * 1.35),
      drum(spring - 0.3, spring + 0.2, half * 1.5),
      drum(spring - 0.7, spring - 0.3, half * 1.2),
    ].flatMap((part) => [
      shape(part, paint),
      shape(part, texture, { opacity: 0.6 }),
      stroke(part, '#04100f', unit * 0.03),
    ]),
    ...[-0.28, 0, 0.28].map((u) =>
      stroke(line([at(x + u, 0.7, z), at(x + u, spring - 0.7, z)]), '#061412', unit * 0.05, { opacity: 0.6 }),
    ),
    shape(drum(0, spring + 0.2, half * 1.5), '#04100f', { opacity: Math.max(0, 0.62 - z * 0.05) }),
    stroke(line([at(x - side * half, 0.7, z), at(x - side * half, spring - 0.7, z)]), rim, unit * 0.05, {
      opacity: 0.9,
    }),
  );
}

function rays(sheet: Sheet, [wx, wy]: Point, radius: number): string {
  const chance = dice('hall rays');
  const fade = sheet.linear(
    [wx, wy],
    [wx, 800],
    [
      [0, '#ffe4e6', 0.26],
      [0.5, '#f3a8b8', 0.1],
      [1, '#e27f9c', 0],
    ],
  );
  return group(
    { style: 'mix-blend-mode:screen' },
    range(7).map((i) => {
      const a = (i / 6) * 2 - 1 + chance.between(-0.06, 0.06);
      const w = chance.between(10, 34);
      return shape(
        poly([
          [wx + a * radius * 0.8 - w * 0.5, wy],
          [wx + a * radius * 0.8 + w * 0.5, wy],
          [wx + a * radius * 3 + w * 3, 800],
          [wx + a * radius * 3 - w * 3, 800],
        ]),
        fade,
      );
    }),
  );
}
