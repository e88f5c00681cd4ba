import { embers } from '#art/forms/embers.ts';
import { swordsman } from '#art/forms/figures.ts';
import { flame } from '#art/forms/flame.ts';
import { line, type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { createSheet, ellipse, group, rect, type Sheet, shape, stroke, viewFrame } from '#art/sheet.ts';
import { finish, fog, glow, stone } from '#art/texture.ts';
import { drawCrowd } from './crowd.ts';

/** Where the sand ends at the wall, how high that wall is, and the edge over which the crowd leans. */
const [sand, brink] = [560, 262];

/** The pit: sand, a round wall, a gate with teeth, and above it the crowd that has come to see people like you not return. */
export function drawInside(): string {
  const sheet = createSheet('fist-inside', viewFrame);
  const lamp: Point = [600, 150];
  const wall = sheet.radial(lamp, 820, [
    [0, '#ffd28a'],
    [0.18, '#c8743a'],
    [0.42, '#7e3324'],
    [0.7, '#3a1718'],
    [1, '#120709'],
  ]);
  const rim = sheet.radial(lamp, 800, [
    [0, '#fff0c4'],
    [0.4, '#f2b23c', 0.85],
    [1, '#7a3a18', 0.1],
  ]);
  const texture = stone(sheet, 150);
  sheet.draw(
    rect(sheet.all, '#0d0607'),
    glow(sheet, lamp, 620, [
      [0, '#ffd890', 0.8],
      [0.3, '#b8622a', 0.5],
      [1, '#2a1010', 0],
    ]),
    fog(sheet, {
      cloud: { x: 80, y: 0, width: 900, height: 420 },
      density: 0.7,
      fill: sheet.radial(lamp, 640, [
        [0, '#ffc070', 0.8],
        [0.5, '#8c4422', 0.5],
        [1, '#140809', 0],
      ]),
    }),
  );
  drawCrowd(sheet, '#e3a04a');
  drawPitWall(sheet, wall, rim, texture);
  drawSand(sheet, lamp, texture);
  sheet.draw(
    swordsman(sheet, [640, 672], 176, { lamp, rim: '#ffd27a' }),
    // The bowl of fire on the wall's edge: the one light of the place.
    shape('M540 214H660L636 268H564Z', '#120a08'),
    stroke('M536 214H664', rim, 4),
    flame(sheet, dice('bowl'), {
      foot: [600, 204],
      width: 120,
      height: 168,
      colors: ['#f07c1e', '#ffc247', '#fff4cf'],
    }),
    glow(sheet, [600, 140], 300, [
      [0, '#fff3cc', 0.7],
      [0.35, '#ffb84a', 0.35],
      [1, '#c8641e', 0],
    ]),
    embers({
      chance: dice('pit sparks'),
      from: [600, 170],
      count: 46,
      height: 200,
      spread: 120,
      size: 3.4,
      colors: ['#fff0b8', '#ffb03c'],
      wind: 130,
    }),
    finish(sheet, '#050203', [600, 400]),
  );
  return sheet.toSvg();
}

/** The wall in courses of brick that bend around the pit, its coping, and the gate in its middle. */
function drawPitWall(sheet: Sheet, wall: string, rim: string, texture: string): void {
  const chance = dice('pit wall');
  // The far wall bows away: its ends are nearer, so they reach higher and lower at once.
  const bow = (x: number) => ((x - 600) / 600) ** 2;
  const top = (x: number) => brink + 30 - bow(x) * 58;
  const foot = (x: number) => sand + bow(x) * 92;
  const across = range(41).map((i) => i * 30);
  const face = poly([
    ...across.map((x): Point => [x, top(x)]),
    ...across.toReversed().map((x): Point => [x, foot(x)]),
  ]);
  const rows = 11;
  const level = (x: number, row: number) => top(x) + ((foot(x) - top(x)) * row) / rows;
  const joints = range(rows).flatMap((row) => {
    const course = stroke(line(across.map((x): Point => [x, level(x, row)])), '#0b0405', 3.4, {
      opacity: 0.8,
    });
    const ends: string[] = [];
    for (let x = -chance.between(0, 60); x < 1200; x += chance.between(52, 80)) {
      ends.push(
        stroke(
          line([
            [x, level(x, row)],
            [x, level(x, row + 1)],
          ]),
          '#0b0405',
          3,
          { opacity: 0.75 },
        ),
        shape(
          poly([
            [x + 2, level(x, row) + 2],
            [x + 56, level(x + 56, row) + 2],
            [x + 56, level(x + 56, row + 1) - 2],
            [x + 2, level(x, row + 1) - 2],
          ]),
          '#000',
          { opacity: chance.next() ** 2 * 0.5 },
        ),
      );
    }
    return [...ends, course];
  });
  const gate = 'M505 570V452A95 95 0 0 1 695 452V570Z';
  sheet.draw(
    shape(face, wall),
    group({ 'clip-path': sheet.clip(face) }, joints),
    shape(face, texture, { opacity: 0.75 }),
    // The coping.
    shape(
      poly([
        ...across.map((x): Point => [x, top(x) - 24]),
        ...across.toReversed().map((x): Point => [x, top(x) + 8]),
      ]),
      '#2a1310',
    ),
    stroke(line(across.map((x): Point => [x, top(x) - 24])), rim, 4),
    stroke(line(across.map((x): Point => [x, top(x) + 8])), '#080304', 5),
    shape(gate, '#050203', { stroke: '#1c0d0b', 'stroke-width': 40 }),
    ...range(15).map((i) => {
      const a = Math.PI * (1 + i / 14);
      const ring = (r: number): Point => [600 + Math.cos(a) * r, 452 + Math.sin(a) * r];
      return stroke(line([ring(97), ring(115)]), '#080304', 3);
    }),
    stroke('M485 570V452A115 115 0 0 1 715 452V570', rim, 2.4, { opacity: 0.7 }),
    group({ 'clip-path': sheet.clip(gate) }, [
      ...range(7).map((i) =>
        stroke(`M${514 + i * 29} 340V${540 + (i % 2) * 5}l-6 14l6 12l6 -12z`, '#2c1a12', 7),
      ),
      ...[400, 452, 504].map((y) => stroke(`M500 ${y}H700`, '#2c1a12', 6)),
      ...range(7).map((i) => stroke(`M${511 + i * 29} 350V540`, rim, 1.4, { opacity: 0.5 })),
      // What waits behind it.
      ellipse([582, 532], 4, 2.8, '#ffcf6a'),
      ellipse([606, 532], 4, 2.8, '#ffcf6a'),
    ]),
  );
}

/** Raked sand with tracks in it, bright in front of the gate. */
function drawSand(sheet: Sheet, lamp: Point, texture: string): void {
  const chance = dice('sand');
  const bow = (x: number) => ((x - 600) / 600) ** 2;
  const edge = range(41).map((i): Point => [i * 30, sand + bow(i * 30) * 92]);
  const ground = poly([...edge, [1200, 800], [0, 800]]);
  sheet.draw(
    shape(
      ground,
      sheet.radial(
        [lamp[0], 640],
        720,
        [
          [0, '#e0a050'],
          [0.3, '#a8622e'],
          [0.65, '#5a2a1a'],
          [1, '#1c0c0b'],
        ],
        0.5,
      ),
    ),
    shape(ground, texture, { opacity: 0.35 }),
    stroke(line(edge), '#080304', 10, { opacity: 0.7 }),
    ...range(120).map(() => {
      const [x, y] = [chance.next() * 1200, 590 + chance.next() * 210];
      const w = chance.between(14, 60) * (0.5 + (y - 560) / 240);
      return stroke(
        `M${x} ${y}q${w / 2} ${chance.between(-4, 5)} ${w} 0`,
        chance.chance(0.6) ? '#2a1008' : '#ffd08a',
        2,
        {
          opacity: chance.between(0.1, 0.34),
        },
      );
    }),
    helm(),
  );
}

/** A helm that nobody came back for: it leans, sunk to the chin, its slits towards us; the fire is up on its right. */
function helm(): string {
  return group({ transform: 'translate(292 700) rotate(-17) scale(1.12)' }, [
    shape('M-40 30C-90 44 -150 60 -170 74C-130 78 -60 66 0 44Z', '#080304', { opacity: 0.6 }),
    shape('M-42 44L-46 -14C-46 -48 -26 -66 0 -66C26 -66 46 -48 46 -14L42 44Z', '#241410'),
    shape('M4 -66C28 -66 46 -48 46 -14L42 44H10Z', '#5a3420'),
    // A ridge over the crown and down the nose, the brow's band, slits, holes to breathe through.
    shape('M-6 -68H6L9 50H-9Z', '#1a0e0b'),
    stroke('M6 -66L8 46', '#ffcf86', 2.4),
    shape('M-48 -24H48V-6H-48Z', '#2e1a13'),
    stroke('M-48 -24H48', '#ffcf86', 2.2, { opacity: 0.85 }),
    shape('M-38 -18H-10V-10H-38ZM10 -18H38V-10H10Z', '#020101'),
    ...[16, 27, 38].flatMap((x) => [8, 22].map((y) => ellipse([x, y], 3, 3, '#020101'))),
    ...[-16, -27, -38].flatMap((x) => [8, 22].map((y) => ellipse([x, y], 3, 3, '#020101'))),
    stroke('M8 -66C28 -65 45 -47 46 -14L43 40', '#ffe0a0', 3.6),
    // Sand has drifted over its rim.
    shape('M-62 50C-44 30 -22 40 0 35C22 31 44 30 62 40C50 58 -36 64 -62 50Z', '#8a5029'),
    stroke('M-40 35C-20 38 0 32 30 33', '#e0a050', 2, { opacity: 0.7 }),
  ]);
}
