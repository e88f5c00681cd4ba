import { embers } from '../forms/embers.ts';
import { line, type Point, poly, range } from '../geometry.ts';
import { dice } from '../random.ts';
import { createSheet, ellipse, type Frame, group, rect, type Sheet, shape, stroke } from '../sheet.ts';
import { finish, fog, glow, stone } from '../texture.ts';

const middle: Point = [600, 850];
/** Distance of the doors' feet and tops from the middle. */
const foot = 372;
const lintel = 590;
const doors = 12;
const open = 1;

const turnOf = (i: number) => (i / doors) * Math.PI * 2 - Math.PI / 2;
const at = (r: number, a: number): Point => [middle[0] + Math.cos(a) * r, middle[1] + Math.sin(a) * r];

/**
 * The expansions: a round hall seen from above, twelve doors for twelve months. One stands open, its fire falls across
 * the rings of the floor, and whoever listens in the middle has a long shadow.
 */
export function drawExpansions(frame: Frame): string {
  const sheet = createSheet('expansions', frame);
  const lamp = at(foot + 60, turnOf(open));
  const lit = sheet.radial(lamp, 900, [[0, '#ffb060'], [0.12, '#b85a26'], [0.32, '#6e3820'], [0.62, '#33231e'], [1, '#12191b']]);
  const rim = sheet.radial(lamp, 1000, [[0, '#ffe0a8'], [0.35, '#ff9340', 0.85], [1, '#6a7a7c', 0.45]]);
  const texture = stone(sheet, 190);
  sheet.draw(rect(sheet.all, '#0a1012'), rect(sheet.all, lit));
  drawShaft(sheet, rim);
  sheet.draw(rect(sheet.all, texture, { opacity: 0.85 }));
  drawFloor(sheet, lit, rim, texture);
  drawLight(sheet);
  for (const i of range(doors)) sheet.draw(i === open ? openDoor(sheet, turnOf(i)) : shutDoor(turnOf(i), rim));
  drawListener(sheet, lamp);
  sheet.draw(
    glow(sheet, lamp, 420, [[0, '#fff0c4', 0.7], [0.2, '#ffb45a', 0.42], [1, '#b3441a', 0]]),
    fog(sheet, { cloud: { x: 100, y: 100, width: 900, height: 900 }, density: 0.5, fill: sheet.radial(middle, 900, [[0, '#ffa860', 0], [0.4, '#c2703a', 0.35], [0.75, '#5a4a44', 0.5], [1, '#0a1416', 0.8]]) }),
    embers({ chance: dice('hall sparks'), from: lamp, count: 60, height: -420, spread: 240, size: 4, colors: ['#ffd890', '#ff8436'], wind: -260 }),
    finish(sheet, '#010405', middle),
  );
  return sheet.toSvg();
}

/** The wall, course over course up to where the looker leans over it. */
function drawShaft(sheet: Sheet, rim: string): void {
  const chance = dice('shaft');
  const parts: string[] = [];
  let r = foot;
  for (let row = 0; r < 1150; row++) {
    const next = r * 1.105;
    const count = 40;
    for (const j of range(count)) {
      const a = ((j + (row % 2) * 0.5) / count) * Math.PI * 2;
      const b = a + (Math.PI * 2) / count;
      const block = poly([at(r, a), at(next, a), at(next, b), at(r, b)]);
      parts.push(shape(block, '#000', { opacity: chance.next() ** 2 * 0.5 }), stroke(line([at(r, a), at(next, a)]), '#040607', 2 + row * 0.5, { opacity: 0.8 }));
    }
    parts.push(ellipse(middle, next, next, 'none', { stroke: '#040607', 'stroke-width': 3 + row * 0.5, opacity: 0.85 }));
    parts.push(ellipse(middle, next - 3, next - 3, 'none', { stroke: rim, 'stroke-width': 1.6, opacity: 0.5 }));
    r = next;
  }
  // Buttresses between the doors.
  for (const i of range(doors)) {
    const a = turnOf(i + 0.5);
    const w = 0.075;
    const body = poly([at(foot - 14, a - w), at(1200, a - w * 0.9), at(1200, a + w * 0.9), at(foot - 14, a + w)]);
    parts.push(shape(body, '#0a0f11', { opacity: 0.8 }), stroke(line([at(foot - 14, a - w), at(1200, a - w * 0.9)]), rim, 3, { opacity: 0.8 }), stroke(line([at(foot - 14, a + w), at(1200, a + w * 0.9)]), '#000', 4, { opacity: 0.7 }));
  }
  sheet.draw(group({}, parts));
}

/** Rings of paving around the middle. */
function drawFloor(sheet: Sheet, lit: string, rim: string, texture: string): void {
  const chance = dice('rings');
  const rings = [46, 100, 158, 220, 288, foot];
  sheet.draw(ellipse(middle, foot, foot, '#101719'), ellipse(middle, foot, foot, lit, { opacity: 0.85 }));
  for (const [k, r] of rings.entries()) {
    const before = rings[k - 1] ?? 0;
    const count = k === 0 ? 1 : 6 + k * 6;
    if (k > 0) {
      for (const j of range(count)) {
        const a = (j / count) * Math.PI * 2 + k * 0.37;
        sheet.draw(
          shape(poly([at(before, a), at(r, a), at(r, a + (Math.PI * 2) / count), at(before, a + (Math.PI * 2) / count)]), '#000', { opacity: chance.between(0, 0.32) }),
          stroke(line([at(before, a), at(r, a)]), '#050708', 3),
        );
      }
    }
    sheet.draw(ellipse(middle, r, r, 'none', { stroke: '#050708', 'stroke-width': 6 }), ellipse(middle, r - 4, r - 4, 'none', { stroke: rim, 'stroke-width': 2.2, opacity: 0.8 }));
  }
  sheet.draw(ellipse(middle, foot, foot, texture, { opacity: 0.7 }));
}

/** The fire's way across the floor and up the wall on the other side. */
function drawLight(sheet: Sheet): void {
  const a = turnOf(open);
  const w = 0.13;
  const far = at(-foot, a);
  const paint = sheet.linear(at(foot, a), at(-1000, a), [[0, '#fff3cc', 0.95], [0.14, '#ffbe66', 0.7], [0.35, '#f08030', 0.42], [0.62, '#a8481c', 0.2], [1, '#7a2c10', 0]]);
  const spread = (r: number, turn: number): Point => at(r, a + Math.PI + turn);
  sheet.draw(
    group({ style: 'mix-blend-mode:screen' }, [
      shape(poly([at(foot, a - w), at(foot, a + w), spread(foot, -0.42), spread(1100, -0.36), spread(1100, 0.36), spread(foot, 0.42)]), paint),
      ellipse(far, 60, 60, 'none'),
    ]),
  );
}

function doorway(a: number, w: number, grow = 1): string {
  const side = range(9).map((k): Point => {
    const t = k / 8;
    return at(lintel - 60 + Math.sin((t * Math.PI) / 2) * 60 * grow, a - w * Math.cos((t * Math.PI) / 2));
  });
  const other = range(9).map((k): Point => {
    const t = k / 8;
    return at(lintel - 60 + Math.cos((t * Math.PI) / 2) * 60 * grow, a + w * Math.sin((t * Math.PI) / 2));
  });
  return poly([at(foot, a - w), ...side, ...other, at(foot, a + w)]);
}

function shutDoor(a: number, rim: string): string {
  const w = 0.13;
  const bands = [0.22, 0.5, 0.78].map((t) => {
    const r = foot + (lintel - 50 - foot) * t;
    return stroke(line([at(r, a - w * 0.96), at(r, a + w * 0.96)]), '#030505', 13) + stroke(line([at(r - 7, a - w * 0.96), at(r - 7, a + w * 0.96)]), rim, 1.8, { opacity: 0.7 });
  });
  return group({}, [
    shape(doorway(a, w * 1.24, 1.3), '#070b0c'),
    shape(doorway(a, w * 1.24, 1.3), 'none', { stroke: rim, 'stroke-width': 3, opacity: 0.75 }),
    shape(doorway(a, w), '#1d1713'),
    ...[-0.6, -0.2, 0.2, 0.6].map((u) => stroke(line([at(foot, a + u * w), at(lintel - 40, a + u * w)]), '#020303', 3)),
    ...bands,
    ellipse(at(foot + 84, a + w * 0.6), 7, 7, 'none', { stroke: rim, 'stroke-width': 2.6 }),
  ]);
}

function openDoor(sheet: Sheet, a: number): string {
  const w = 0.13;
  const hinge = a + w;
  return group({}, [
    shape(doorway(a, w * 1.24, 1.3), '#1a0d08'),
    shape(doorway(a, w), sheet.linear(at(foot, a), at(lintel, a), [[0, '#fffbe6'], [0.5, '#ffd27a'], [1, '#ff8a2e']])),
    // The leaf stands into the hall, seen from its edge.
    shape(poly([at(foot, hinge), at(foot - 96, hinge - 0.015), at(foot - 88, hinge + 0.05), at(lintel - 80, hinge + 0.045), at(lintel - 60, hinge)]), '#0d0806'),
    stroke(line([at(foot - 96, hinge - 0.015), at(foot, hinge)]), '#ffe2a0', 4),
    shape(doorway(a, w * 1.24, 1.3), 'none', { stroke: '#ffd591', 'stroke-width': 4 }),
  ]);
}

/** Whoever listens, from above: a hood, shoulders, a cloak, and a shadow longer than the hall is wide. */
function drawListener(sheet: Sheet, lamp: Point): void {
  const away = Math.atan2(middle[1] - lamp[1], middle[0] - lamp[0]);
  const degrees = (away * 180) / Math.PI;
  sheet.draw(
    group({ transform: `translate(${middle[0]} ${middle[1]}) rotate(${degrees})` }, [
      shape('M0 -34C120 -46 260 -66 420 -92L560 -110V110L420 92C260 66 120 46 0 34Z', sheet.linear([0, 0], [560, 0], [[0, '#040202', 0.9], [0.6, '#060303', 0.6], [1, '#060303', 0]])),
      // Cloak, shoulders with the arms held close, hood.
      shape('M-10 -66C34 -84 92 -62 112 -30C122 -10 122 12 112 32C92 62 34 84 -10 66C-30 40 -30 -40 -10 -66Z', '#0d0908'),
      shape('M-16 -72C4 -82 24 -74 28 -52C34 -20 34 20 28 52C24 74 4 82 -16 72C-30 60 -34 40 -30 22L-30 -22C-34 -40 -30 -60 -16 -72Z', '#15100d'),
      stroke('M20 -66C52 -48 84 -28 118 -14M20 66C52 48 84 28 118 14M34 -30C64 -18 90 -6 120 0M34 30C64 18 90 8 120 4', '#000', 4, { opacity: 0.8 }),
      ellipse([-8, 0], 31, 27, '#1d1511'),
      stroke('M-6 -26Q30 -10 24 0Q30 10 -6 26', '#0a0706', 4),
      stroke('M-17 -72C-31 -60 -35 -40 -31 -22M-31 22C-35 40 -31 60 -17 72', '#ffc27a', 5),
      stroke('M-32 -16Q-43 0 -32 16', '#ffe0a8', 4.6),
    ]),
  );
}
