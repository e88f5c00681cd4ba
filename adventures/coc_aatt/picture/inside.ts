import { manInHat } from '#art/forms/figures.ts';
import { lampPost } from '#art/forms/lamp-post.ts';
import { line, type Point, poly, range } from '#art/geometry.ts';
import { type Camera, camera } from '#art/perspective.ts';
import { dice } from '#art/random.ts';
import { createSheet, ellipse, group, rect, type Sheet, shape, stroke, viewFrame } from '#art/sheet.ts';
import { fibres, finish, fog, glow } from '#art/texture.ts';

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
  // A net, an oar and an oilskin on their nails.
  const [nx, ny] = at(-2.5, 3, deep);
  sheet.draw(
    ...range(9).map((i) =>
      stroke(`M${nx - 60 + i * 22} ${ny}q${-26 + i * 4} 90 ${-4 - i * 6} 190`, '#0a1a15', 3),
    ),
    ...range(8).map((i) =>
      stroke(`M${nx - 66} ${ny + 16 + i * 22}q100 ${26 - i * 2} ${190 - i * 9} 0`, '#0a1a15', 2.4),
    ),
    shape(`M${at(-1.25, 2.5, deep).join(' ')}q30 -16 60 0l22 150q-52 16 -104 0z`, '#07120f'),
    stroke(line([at(-0.78, 0.1, deep - 0.2), at(-0.92, 3, deep)]), '#0a1713', 8),
    stroke(line([at(-0.92, 2.9, deep), at(-0.94, 3.25, deep)]), '#0a1713', 18),
  );
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

/** A table in front on the left: papers, a notebook, a lamp that is out, a chair pushed back. */
function drawTable(sheet: Sheet, at: Camera, rim: string, boards: string): void {
  const top = poly([at(-2.5, 0.78, 3.3), at(-0.75, 0.78, 3.3), at(-0.55, 0.78, 2.3), at(-2.6, 0.78, 2.3)]);
  const edge = poly([at(-2.6, 0.78, 2.3), at(-0.55, 0.78, 2.3), at(-0.55, 0.7, 2.3), at(-2.6, 0.7, 2.3)]);
  const leg = (x: number, z: number) => stroke(line([at(x, 0.7, z), at(x, 0, z)]), '#050d0b', 60 / z);
  const paper = (x: number, z: number, turn: number) => {
    const c = Math.cos(turn) * 0.13;
    const s = Math.sin(turn) * 0.13;
    return shape(
      poly([
        at(x - c - s, 0.785, z + c - s),
        at(x + c - s, 0.785, z + c + s),
        at(x + c + s, 0.785, z - c + s),
        at(x - c + s, 0.785, z - c - s),
      ]),
      '#b9cdb0',
      { opacity: 0.8 },
    );
  };
  const [lx, ly] = at(-2.05, 0.78, 2.9);
  sheet.draw(
    leg(-2.4, 3.2),
    leg(-0.85, 3.2),
    shape(top, '#12271f'),
    shape(top, boards, { opacity: 0.8 }),
    stroke(line([at(-2.5, 0.78, 3.3), at(-0.75, 0.78, 3.3), at(-0.55, 0.78, 2.3)]), rim, 3),
    shape(edge, '#060f0c'),
    leg(-2.5, 2.35),
    leg(-0.64, 2.35),
    paper(-1.6, 2.8, 0.3),
    paper(-1.3, 2.65, -0.5),
    paper(-1, 2.9, 0.1),
    paper(-1.42, 3.05, 0.9),
    ...range(5).map((i) =>
      stroke(line([at(-1.09, 0.79, 2.84 + i * 0.04), at(-0.93, 0.79, 2.84 + i * 0.04)]), '#24443a', 1.2),
    ),
    // An oil lamp, cold.
    shape(`M${lx - 26} ${ly}q-6 -26 12 -34h28q18 8 12 34z`, '#060f0c'),
    shape(`M${lx - 14} ${ly - 34}q-14 -34 4 -66h20q18 32 4 66z`, '#5f9a84', { opacity: 0.28 }),
    stroke(`M${lx - 14} ${ly - 34}q-14 -34 4 -66M${lx + 14} ${ly - 34}q14 -34 -4 -66`, rim, 2.2),
    stroke(`M${lx - 16} ${ly - 36}H${lx + 16}`, '#060f0c', 6),
  );
}

/** Wet prints from the front to the man's heels: too long, and with too few toes. They shine as the window does. */
function drawPrints(sheet: Sheet, at: Camera): void {
  for (const i of range(7)) {
    const z = 1.9 + i * 0.44;
    const x = 1.1 - i * 0.06 + (i % 2 ? 0.17 : -0.17);
    const long = 0.3;
    const outline = range(25).map((k): Point => {
      const a = (k / 24) * 2 * Math.PI;
      const v = (1 - Math.cos(a)) / 2;
      return at(x + Math.sin(a) * (0.035 + 0.05 * v), 0, z + long * v);
    });
    const toes = [-0.09, 0, 0.09].map((dx) =>
      line([at(x + dx * 0.6, 0, z + long * 0.92), at(x + dx * 1.3, 0, z + long * 1.3)]),
    );
    sheet.draw(
      shape(poly(outline), '#04120e', { opacity: 0.62 }),
      ...toes.map((toe) => stroke(toe, '#04120e', 26 / z, { opacity: 0.62 })),
      stroke(line(outline.slice(13, 22)), '#e6f4d4', 4.5 / z, { opacity: 0.8 }),
    );
  }
}
