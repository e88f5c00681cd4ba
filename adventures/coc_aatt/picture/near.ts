import { longBody } from '#art/forms/long-body.ts';
import { bezier, type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { createSheet, ellipse, group, rect, type Sheet, shape, stroke, viewFrame } from '#art/sheet.ts';
import { blur, finish, fog, glow, stone } from '#art/texture.ts';

/** The bell buoy from a boat: fog, rings on still water where nothing should make any, and something long that passes below. */
export function drawNear(): string {
  const sheet = createSheet('coc_aatt-near', viewFrame);
  const lamp: Point = [330, 120];
  const horizon = 330;
  const buoy: Point = [760, 520];
  sheet.draw(
    rect(
      sheet.all,
      sheet.linear(
        [0, 0],
        [0, horizon],
        [
          [0, '#1c3a33'],
          [0.5, '#5f8f7c'],
          [1, '#c2dcc6'],
        ],
      ),
    ),
    fog(sheet, {
      cloud: { x: 0, y: 0, width: 1100, height: 320 },
      box: { x: 0, y: 0, width: 1200, height: horizon },
      fill: sheet.linear(
        [0, 0],
        [0, horizon],
        [
          [0, '#0c231e', 0.9],
          [0.6, '#3f6b5c', 0.6],
          [1, '#dbeeda', 0.5],
        ],
      ),
    }),
    // The jetty with its lamp, far away.
    ...range(13).map((i) => stroke(`M${-10 + i * 27} 286v46`, '#3f6b5c', 4, { opacity: 0.8 })),
    stroke('M-10 284H326', '#3f6b5c', 7, { opacity: 0.9 }),
    stroke('M306 284V132q0 -22 22 -16', '#3f6b5c', 4),
    glow(sheet, lamp, 420, [
      [0, '#fff6d8', 1],
      [0.04, '#ffe2a0', 0.9],
      [0.2, '#e8b050', 0.4],
      [1, '#6a7a40', 0],
    ]),
  );
  drawLake(sheet, lamp, horizon);
  const passing = bezier([-140, 800], [260, 560], [700, 860], [1340, 560], 60);
  sheet.draw(
    group({ filter: blur(sheet, 7), opacity: 0.62 }, [
      longBody(passing, 190, dice('below'), { skin: '#031512', back: '#041a16', rim: '#2f7a66' }),
    ]),
    // Rings go out from the buoy: each sound it makes is one.
    ...range(7).map((i) =>
      ellipse(buoy, 130 + i * 88, 26 + i * 21, 'none', {
        stroke: i % 2 ? '#04201a' : '#d9efc8',
        'stroke-width': 5 - i * 0.5,
        opacity: 0.62 - i * 0.075,
      }),
    ),
    bellBuoy(sheet, buoy, lamp),
    fog(sheet, {
      cloud: { x: 300, y: 240, width: 1300, height: 260 },
      box: { x: 0, y: 200, width: 1200, height: 320 },
      density: 0.85,
      fill: sheet.linear(
        [0, 210],
        [0, 500],
        [
          [0, '#cfe6d2', 0],
          [0.45, '#dbeeda', 0.7],
          [1, '#8fb8a4', 0],
        ],
      ),
    }),
    finish(sheet, '#010806', [600, 360]),
  );
  return sheet.toSvg();
}

function drawLake(sheet: Sheet, lamp: Point, horizon: number): void {
  const chance = dice('lake');
  const box = { x: 0, y: horizon, width: 1200, height: 800 - horizon };
  sheet.draw(
    rect(
      box,
      sheet.linear(
        [0, horizon],
        [0, 800],
        [
          [0, '#a9cbb4'],
          [0.12, '#5f9a84'],
          [0.45, '#1f5a4b'],
          [1, '#041814'],
        ],
      ),
    ),
    glow(
      sheet,
      [lamp[0], horizon + 30],
      420,
      [
        [0, '#ffe2a0', 0.6],
        [0.4, '#c8b060', 0.25],
        [1, '#1d5a48', 0],
      ],
      0.9,
    ),
    ...range(34).map((i) => {
      const y = horizon + 8 + i * 8.4;
      const w = (60 - i) * chance.between(0.3, 1);
      return ellipse([lamp[0] + chance.between(-1, 1) * (6 + i * 1.4), y], w, 1.6 + i * 0.05, '#ffe9b4', {
        opacity: Math.max(0.08, 0.8 - i * 0.022),
      });
    }),
    ...range(120).map(() => {
      const t = chance.next() ** 1.4;
      const y = horizon + 6 + t * 460;
      const w = chance.between(20, 90) * (0.3 + t);
      const x = chance.next() * 1200;
      return stroke(
        `M${x - w} ${y}q${w / 2} ${-3 - t * 5} ${w} 0t${w} 0`,
        chance.chance(0.5) ? '#e6f4e0' : '#03130f',
        1.4 + t * 2,
        {
          opacity: chance.between(0.06, 0.26),
        },
      );
    }),
  );
}

/** An iron bell buoy, weed on its foot, leaning away from what passes. */
function bellBuoy(sheet: Sheet, [x, y]: Point, lamp: Point): string {
  const iron = sheet.linear(
    [-120, 0],
    [120, 0],
    [
      [0, '#8a7a4a'],
      [0.12, '#3a4a3c'],
      [0.45, '#12241e'],
      [1, '#050d0b'],
    ],
  );
  const rim = '#ffdf9a';
  const toLamp = Math.sign(lamp[0] - x);
  // The two in front, the two behind.
  const posts = ['M-88 -20L-34 -318', 'M88 -20L34 -318', 'M-46 -54L-14 -318', 'M46 -54L14 -318'];
  return group({}, [
    ellipse([x + 20, y + 36], 170, 30, '#020c0a', { opacity: 0.75 }),
    // Upside down in the water, broken.
    group({ transform: `translate(${x} ${y + 60}) rotate(11) scale(1 -0.42)`, opacity: 0.34 }, [
      ...posts.map((post) => stroke(post, '#03110e', 13)),
      shape('M-52 -300Q0 -360 52 -300L66 -196Q0 -176 -66 -196Z', '#03110e'),
    ]),
    group({ transform: `translate(${x} ${y}) rotate(-11)` }, [
      ...float(sheet, iron, rim),
      ...posts.slice(2).map((post) => stroke(post, '#0a1612', 11)),
      // The bell between the posts, and its clapper swung out.
      shape('M-10 -262H10L14 -250C44 -240 44 -190 62 -160Q0 -138 -62 -160C-44 -190 -44 -240 -14 -250Z', iron),
      shape('M-62 -160Q0 -138 62 -160Q0 -176 -62 -160Z', '#050d0b'),
      stroke('M6 -170L30 -124', '#0a1612', 7),
      ellipse([33, -116], 13, 13, '#0a1612'),
      stroke('M-14 -250C-44 -240 -44 -190 -62 -160', rim, 4.5),
      stroke('M-62 -160Q0 -138 62 -160', rim, 2.4, { opacity: 0.7 }),
      ...posts.slice(0, 2).map((post) => stroke(post, '#0a1612', 15)),
      ...posts
        .slice(0, 2)
        .map((post) =>
          group({ transform: `translate(${toLamp * 6} 0)` }, [stroke(post, rim, 3, { opacity: 0.85 })]),
        ),
      stroke('M-74 -118H74M-54 -216H54', '#0a1612', 9),
      shape('M-44 -318H44L36 -338H-36Z', '#0a1612'),
      stroke('M0 -338V-372', '#0a1612', 9),
      shape('M-26 -372H26L0 -424Z', '#0a1612'),
      stroke('M-26 -372L0 -424M-44 -318L-36 -338', rim, 3.4),
    ]),
    // The water closes over its foot; it is brighter where it rises against the iron.
    shape(
      `M${x - 190} ${y + 30}C${x - 120} ${y + 78} ${x + 60} ${y + 92} ${x + 172} ${y + 26}C${x + 160} ${y + 140} ${x - 150} ${y + 150} ${x - 190} ${y + 30}Z`,
      sheet.linear(
        [0, y + 40],
        [0, y + 120],
        [
          [0, '#0d3a30', 0.92],
          [0.5, '#0d3a30', 0.6],
          [1, '#0d3a30', 0],
        ],
      ),
    ),
    stroke(
      `M${x - 176} ${y + 40}C${x - 120} ${y + 76} ${x + 60} ${y + 90} ${x + 160} ${y + 34}`,
      '#d9efc8',
      4,
      { opacity: 0.6 },
    ),
    stroke(
      `M${x - 120} ${y + 82}C${x - 60} ${y + 100} ${x + 30} ${y + 104} ${x + 100} ${y + 80}`,
      '#d9efc8',
      2.6,
      {
        opacity: 0.3,
      },
    ),
  ]);
}

/** What carries it: a round iron drum in broad stripes, a hoop of fenders around it, weed below the hoop. */
function float(sheet: Sheet, iron: string, rim: string): string[] {
  const drum = 'M-132 -34A132 34 0 0 1 132 -34V66A132 36 0 0 1 -132 66Z';
  const on = (turn: number, y: number): Point => [Math.sin(turn) * 132, y + Math.cos(turn) * 34];
  const stripe = (from: number, to: number) => {
    const across = range(7).map((i) => from + ((to - from) * i) / 6);
    return poly([...across.map((t) => on(t, -34)), ...across.toReversed().map((t) => on(t, 66))]);
  };
  return [
    shape(drum, iron),
    ...[-1.2, -0.3, 0.6].map((from) => shape(stripe(from, from + 0.45), '#a9c4a4', { opacity: 0.4 })),
    shape(drum, iron, { opacity: 0.35 }),
    shape(drum, stone(sheet, 150), { opacity: 0.8 }),
    ellipse([0, -34], 132, 34, '#1b2d25'),
    ellipse([0, -34], 132, 34, 'none', { stroke: rim, 'stroke-width': 3.6, opacity: 0.8 }),
    ellipse([0, -34], 104, 25, 'none', { stroke: '#07120e', 'stroke-width': 5 }),
    // The hoop.
    stroke('M-138 10A138 36 0 0 0 138 10', '#0a1612', 24),
    stroke('M-146 6A142 36 0 0 0 -30 38', rim, 3),
    stroke('M-132 -34V40', rim, 4),
    ...range(15).map((i) => {
      const [x, y] = on((i / 14) * 2.8 - 1.4, 26);
      return stroke(`M${x} ${y}q${(i % 2) * 8 - 4} 16 ${(i % 3) * 6 - 6} ${26 + (i % 4) * 8}`, '#0a241c', 8);
    }),
  ];
}
