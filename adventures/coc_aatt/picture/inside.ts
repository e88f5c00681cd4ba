import { manInHat } from '#art/forms/figures.ts';
import { lampPost } from '#art/forms/lamp-post.ts';
import { line, type Point, poly, range } from '#art/geometry.ts';
import { type Camera, camera } from '#art/perspective.ts';
import { dice } from '#art/random.ts';
import { createSheet, ellipse, group, rect, type Sheet, shape, stroke, viewFrame } from '#art/sheet.ts';
import { fibres, finish, fog, glow } from '#art/texture.ts';
import { gear } from './gear.ts';
import { drawPrints } from './prints.ts';
import { drawTable } from './table.ts';

/** The boathouse: boards, nets, a table with papers, and a man at the window who does not see the wet prints behind him. */
export function drawInside(): string {
  const sheet = createSheet('coc_aatt-inside', viewFrame);
  const at = camera({ vanish: [560, 404], focal: 700 });
  const deep = 6.2;
  const pane = { left: -0.4, right: 3, foot: 0.9, head: 3.1 };
  const light: Point = at(1.3, 2, deep);
  const lit = sheet.radial(light, 760, [
    [0, '#b9d6b0'],
    [0.22, '#5a8a6e'],
    [0.5, '#21463c'],
    [0.8, '#0e241f'],
    [1, '#06120f'],
  ]);
  const rim = sheet.radial(light, 700, [
    [0, '#f6f0c0'],
    [0.5, '#9cc9a4', 0.8],
    [1, '#3a7a68', 0.15],
  ]);
  const boards = fibres(sheet, 110, 620);
  const wall = poly([at(-3.4, 0, deep), at(-3.4, 3.6, deep), at(3.6, 3.6, deep), at(3.6, 0, deep)]);
  sheet.draw(
    rect(sheet.all, '#06120f'),
    shape(wall, lit, { opacity: 0.75 }),
    shape(wall, boards, { opacity: 0.7 }),
  );
  for (const i of range(18)) {
    const x = -3.4 + i * 0.4;
    sheet.draw(stroke(line([at(x, 0, deep), at(x, 3.6, deep)]), '#04100d', 4, { opacity: 0.8 }));
  }
  drawWindow(sheet, at, deep, pane);
  drawRoom(sheet, at, deep, lit, boards, rim);
  drawFloor(sheet, at, deep, lit, boards, pane);
  const feet = at(0.75, 0, 5.2);
  sheet.draw(
    // His shadow comes towards us, between the prints.
    shape(
      poly([at(0.55, 0, 5.2), at(0.95, 0, 5.2), at(0.42, 0, 2.2), at(-0.5, 0, 2.2)]),
      sheet.linear(feet, at(0, 0, 2.2), [
        [0, '#020806', 0.85],
        [1, '#020806', 0.1],
      ]),
    ),
    manInHat([feet[0], feet[1]], 252, '#f0e2a0'),
  );
  drawTable(sheet, at, rim, boards);
  drawPrints(sheet, at);
  sheet.draw(
    glow(sheet, light, 520, [
      [0, '#e6f0c8', 0.5],
      [0.4, '#8fb88a', 0.22],
      [1, '#1d5a48', 0],
    ]),
    fog(sheet, {
      cloud: { x: 0, y: 200, width: 1000, height: 500 },
      density: 0.35,
      fill: sheet.radial(light, 640, [
        [0, '#d5ead6', 0.8],
        [0.5, '#5f9a84', 0.4],
        [1, '#0c231e', 0],
      ]),
    }),
    finish(sheet, '#010806', [light[0] - 60, 420]),
  );
  return sheet.toSvg();
}

interface Pane {
  left: number;
  right: number;
  foot: number;
  head: number;
}

/** What is outside: fog over the lake, and the lamp at the end of the jetty. */
function drawWindow(sheet: Sheet, at: Camera, deep: number, { left, right, foot, head }: Pane): void {
  const glass = poly([
    at(left, foot, deep),
    at(left, head, deep),
    at(right, head, deep),
    at(right, foot, deep),
  ]);
  const [x0, y0] = at(left, head, deep);
  const [x1, y1] = at(right, foot, deep);
  const water = y0 + (y1 - y0) * 0.68;
  const post = lampPost([x0 + (x1 - x0) * 0.72, water + 6], 120, 0.42, '#ffcf80');
  sheet.draw(
    group({ 'clip-path': sheet.clip(glass) }, [
      shape(
        glass,
        sheet.linear(
          [0, y0],
          [0, y1],
          [
            [0, '#3f6b5c'],
            [0.5, '#9cc2ab'],
            [0.66, '#cfe6d2'],
            [0.69, '#4d8a76'],
            [1, '#17483c'],
          ],
        ),
      ),
      rect({ x: x0, y: water - 4, width: (x1 - x0) * 0.75, height: 7 }, '#12241f'),
      ...range(9).map((i) => stroke(`M${x0 + 10 + i * 36} ${water}v${70}`, '#12241f', 4, { opacity: 0.8 })),
      post.drawing,
      glow(sheet, post.head, 170, [
        [0, '#fff4d0', 0.95],
        [0.15, '#ffd488', 0.7],
        [0.5, '#d8a850', 0.25],
        [1, '#6a7a40', 0],
      ]),
      // The lamp in the water, and rain that runs down the panes.
      ...range(9).map((i) =>
        ellipse([post.head[0] + Math.sin(i * 2) * 8, water + 12 + i * 9], 20 - i * 1.6, 1.8, '#ffe2a0', {
          opacity: 0.75 - i * 0.07,
        }),
      ),
      ...range(26).map((i) => {
        const chance = dice(`drop ${i}`);
        const [x, y] = [x0 + chance.next() * (x1 - x0), y0 + chance.next() * (y1 - y0) * 0.7];
        return stroke(
          `M${x} ${y}q${chance.between(-4, 4)} 20 ${chance.between(-3, 3)} ${chance.between(20, 60)}`,
          '#eaf6e4',
          1.4,
          {
            opacity: 0.35,
          },
        );
      }),
    ]),
    stroke(glass, '#06100d', 20),
    ...[1, 2, 3].map((i) => {
      const x = left + ((right - left) * i) / 4;
      return stroke(line([at(x, foot, deep), at(x, head, deep)]), '#06100d', 8);
    }),
    stroke(line([at(left, 2.05, deep), at(right, 2.05, deep)]), '#06100d', 8),
    shape(
      poly([
        at(left - 0.2, foot - 0.12, deep),
        at(left - 0.2, foot, deep - 0.2),
        at(right + 0.2, foot, deep - 0.2),
        at(right + 0.2, foot - 0.12, deep),
      ]),
      '#0a1713',
    ),
  );
}

/** The walls at both sides, the beams over them, and what hangs there. */
function drawRoom(sheet: Sheet, at: Camera, deep: number, lit: string, boards: string, rim: string): void {
  for (const x of [-3.4, 3.6]) {
    const side = poly([at(x, 0, deep), at(x, 3.6, deep), at(x, 3.6, 1.2), at(x, 0, 1.2)]);
    sheet.draw(
      shape(side, '#081612'),
      shape(side, lit, { opacity: 0.4 }),
      shape(side, boards, { opacity: 0.5 }),
    );
    for (const i of range(9))
      sheet.draw(stroke(line([at(x, i * 0.42, deep), at(x, i * 0.42, 1.2)]), '#030a08', 4, { opacity: 0.8 }));
  }
  for (const z of [5.6, 4.4, 3.2, 2]) {
    const beam = poly([at(-3.4, 3.3, z), at(-3.4, 3.6, z), at(3.6, 3.6, z), at(3.6, 3.3, z)]);
    sheet.draw(
      shape(beam, '#050d0b'),
      stroke(line([at(-3.4, 3.3, z), at(3.6, 3.3, z)]), rim, 7 / z, { opacity: 0.5 }),
    );
  }
  sheet.draw(...gear(rim));
}

/** Boards, wet where the window shines on them. */
function drawFloor(
  sheet: Sheet,
  at: Camera,
  deep: number,
  lit: string,
  boards: string,
  { left, right }: Pane,
): void {
  const chance = dice('boards');
  const floor = poly([at(-3.4, 0, deep), at(3.6, 0, deep), at(3.6, 0, 1.2), at(-3.4, 0, 1.2)]);
  const shine = poly([at(left, 0, 5.7), at(right, 0, 5.7), at(right - 0.5, 0, 1.3), at(left - 1.4, 0, 1.3)]);
  sheet.draw(
    shape(floor, '#071310'),
    shape(floor, lit, { opacity: 0.6 }),
    shape(
      shine,
      sheet.linear(at(0, 0, 5.7), at(0, 0, 1.6), [
        [0, '#d9ecc4', 0.65],
        [0.4, '#7aa886', 0.32],
        [1, '#3a7a68', 0],
      ]),
    ),
    shape(floor, boards, { opacity: 0.5 }),
  );
  for (const i of range(24)) {
    const x = -3.4 + i * 0.3;
    sheet.draw(stroke(line([at(x, 0, deep), at(x, 0, 1.2)]), '#030b09', 3.4, { opacity: 0.8 }));
    const z = chance.between(1.8, 5.8);
    sheet.draw(stroke(line([at(x, 0, z), at(x + 0.3, 0, z)]), '#030b09', 12 / z, { opacity: 0.8 }));
  }
}
