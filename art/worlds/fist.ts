import { embers } from '../forms/embers.ts';
import { flame } from '../forms/flame.ts';
import { gauntlet } from '../forms/gauntlet.ts';
import { arch } from '../forms/masonry.ts';
import { lerp, line, type Point, poly, range } from '../geometry.ts';
import { type Dice, dice } from '../random.ts';
import { createSheet, ellipse, type Frame, group, rect, type Sheet, shape, stroke } from '../sheet.ts';
import { finish, fog, glow, stone } from '../texture.ts';

interface Layout {
  /** Middle of the fist, its size and its lean. */
  fist: Point;
  scale: number;
  /** The arch over the stair: middle of its foot, width and height. */
  door: Point;
  wide: number;
  high: number;
}

const layouts: Readonly<Record<Frame['crop'], Layout>> = {
  cover: { fist: [352, 1010], scale: 1.2, door: [760, 1360], wide: 640, high: 1010 },
  wide: { fist: [1660, 690], scale: 0.92, door: [1130, 900], wide: 560, high: 720 },
  tall: { fist: [352, 900], scale: 1.08, door: [770, 1240], wide: 620, high: 940 },
};

/** Steve Jackson's F.I.S.T.: a mailed fist lifts a torch before a stair that goes down into a castle. */
export function drawFist(frame: Frame): string {
  const sheet = createSheet('fist', frame);
  const layout = layouts[frame.crop];
  const { fist, scale } = layout;
  const lamp: Point = [fist[0] + 34 * scale, fist[1] - 470 * scale];
  const paints: Paints = {
    lamp,
    wall: sheet.radial(lamp, 1150 * scale, [
      [0, '#f0b45a'],
      [0.12, '#c4713a'],
      [0.32, '#8a3826'],
      [0.58, '#45191a'],
      [1, '#120709'],
    ]),
    rim: sheet.radial(lamp, 1000 * scale, [
      [0, '#ffe9b0'],
      [0.4, '#f2b23c', 0.8],
      [1, '#7a3a18', 0],
    ]),
    texture: stone(sheet, 170),
  };
  drawWall(sheet, layout, paints);
  drawStair(sheet, layout, paints);
  drawFloor(sheet, layout, paints);
  sheet.draw(
    glow(sheet, lamp, 760 * scale, [
      [0, '#ffe0a0', 0.6],
      [0.2, '#f2a93c', 0.42],
      [0.5, '#a8501e', 0.2],
      [1, '#5a1c10', 0],
    ]),
    fog(sheet, {
      cloud: { x: 0, y: 0, width: 900, height: 700 },
      density: 0.55,
      fill: sheet.radial([lamp[0], lamp[1] - 240 * scale], 620 * scale, [
        [0, '#ffca78', 0.7],
        [0.5, '#8c4422', 0.4],
        [1, '#2a1010', 0],
      ]),
    }),
    flame(sheet, dice('flame'), { foot: [lamp[0], lamp[1] + 120 * scale], width: 190 * scale, height: 430 * scale, colors: ['#f07c1e', '#ffc247', '#fff4cf'] }),
    gauntlet(sheet, { at: fist, scale, turn: 5, colors: ['#b98a4c', '#4a372b', '#0c0908', '#ffe2a0'], texture: paints.texture }),
    flame(sheet, dice('front flame'), { foot: [lamp[0] - 2, lamp[1] + 116 * scale], width: 120 * scale, height: 250 * scale, colors: ['#f59a2c', '#ffd873', '#fffbe8'] }),
    glow(sheet, [lamp[0], lamp[1] + 10], 250 * scale, [
      [0, '#fff3cc', 0.75],
      [0.4, '#ffb84a', 0.35],
      [1, '#c8641e', 0],
    ]),
    embers({ chance: dice('torch sparks'), from: lamp, count: 70, height: 560 * scale, spread: 220 * scale, size: 4.6 * scale, colors: ['#fff0b8', '#ffb03c'], wind: 90 * scale }),
    finish(sheet, '#050203', [lerp(lamp[0], frame.width / 2, 0.35), lamp[1] + 260 * scale]),
  );
  return sheet.toSvg();
}

interface Paints {
  lamp: Point;
  wall: string;
  rim: string;
  texture: string;
}

/** Courses of brick over the whole wall, every brick its own shade; some are missing. */
function drawWall(sheet: Sheet, { scale, door, wide, high }: Layout, { wall, texture, rim, lamp }: Paints): void {
  const { width } = sheet.frame;
  const chance = dice('bricks');
  const course = 46 * scale;
  const parts: string[] = [];
  for (let row = 0; row * course < door[1]; row++) {
    const y = row * course;
    for (let x = -chance.between(20, 90); x < width; ) {
      const w = chance.between(84, 120) * scale;
      const dark = chance.chance(0.05) ? 0.85 : chance.next() ** 2 * 0.6;
      const j = () => chance.between(-2.4, 2.4);
      const brick = poly([[x + 3 + j(), y + 3 + j()], [x + w - 3 + j(), y + 3 + j()], [x + w - 3 + j(), y + course - 3 + j()], [x + 3 + j(), y + course - 3 + j()]]);
      parts.push(shape(brick, '#000', { opacity: dark }));
      const below = y > lamp[1];
      parts.push(stroke(line([[x + 4, below ? y + 4 : y + course - 4], [x + w - 4, below ? y + 4 : y + course - 4]]), rim, 2, { opacity: chance.between(0.1, 0.8) }));
      parts.push(stroke(line([[x, y], [x, y + course]]), '#0b0405', 4.4, { opacity: 0.85 }));
      x += w;
    }
    parts.push(stroke(line([[0, y], [width, y]]), '#0b0405', 4.8, { opacity: 0.9 }));
  }
  sheet.draw(rect(sheet.all, wall), ...parts, rect(sheet.all, texture, { opacity: 0.75 }));
  // Voussoirs of hewn stone in two rings around the stair.
  const spring = door[1] - high + wide * 0.5;
  const ring = (r: number, a: number): Point => [door[0] + Math.cos(a) * r, spring + Math.sin(a) * r];
  for (const [inner, outer, count, tone] of [[wide * 0.5, wide * 0.62, 21, 0.16], [wide * 0.62, wide * 0.68, 29, 0.4]] as const) {
    for (const i of range(count)) {
      const [a, b] = [Math.PI * (1 + i / count), Math.PI * (1 + (i + 1) / count)];
      const block = poly([ring(inner, a), ring(outer, a), ring(outer, b), ring(inner, b)]);
      sheet.draw(shape(block, wall), shape(block, '#000', { opacity: tone + chance.between(0, 0.3) }), shape(block, texture, { opacity: 0.8 }), stroke(block, '#080304', 4.4));
    }
    for (const side of [-1, 1]) {
      let y: number = spring;
      while (y < door[1]) {
        const h = Math.min(door[1] - y, chance.between(70, 120) * scale);
        const block = poly([[door[0] + side * inner, y], [door[0] + side * outer, y], [door[0] + side * outer, y + h], [door[0] + side * inner, y + h]]);
        sheet.draw(shape(block, wall), shape(block, '#000', { opacity: tone + chance.between(0, 0.3) }), shape(block, texture, { opacity: 0.8 }), stroke(block, '#080304', 4.4));
        y += h;
      }
    }
  }
  // An iron ring and a chain's end hang where prisoners stood.
  const [hx, hy] = [door[0] + wide * 0.86, spring + 120 * scale];
  sheet.draw(
    ellipse([hx, hy], 15 * scale, 15 * scale, '#100808'),
    stroke(`M${hx - 26 * scale} ${hy + 34 * scale}a${26 * scale} ${34 * scale} 0 1 1 0.1 0`, '#130a09', 9 * scale),
    ...range(6).map((i) => ellipse([hx + Math.sin(i) * 3, hy + (74 + i * 26) * scale], (i % 2 ? 4 : 10) * scale, 16 * scale, 'none', { stroke: '#130a09', 'stroke-width': 6 * scale })),
  );
}

/** The stair behind the arch: a vault that sinks away, steps that the light gives up on, and something that looks back. */
function drawStair(sheet: Sheet, { scale, door, wide, high }: Layout, { wall, rim, texture }: Paints): void {
  const chance = dice('stair');
  const opening = arch(door[0], door[1], wide, high);
  const vanish: Point = [door[0] + wide * 0.05, door[1] - high * 0.3];
  const into = ([x, y]: Point, depth: number): Point => {
    const s = 1 / (1 + depth);
    return [vanish[0] + (x - vanish[0]) * s, vanish[1] + (y - vanish[1]) * s];
  };
  const spring = door[1] - high + wide / 2;
  // The arch's outline as points, from the left foot over the top to the right foot.
  const profile = (u: number): Point => {
    const leg = door[1] - spring;
    const bow = (Math.PI * wide) / 2;
    const d = u * (leg * 2 + bow);
    if (d < leg) return [door[0] - wide / 2, door[1] - d];
    if (d > leg + bow) return [door[0] + wide / 2, spring + (d - leg - bow)];
    const a = Math.PI * (1 + (d - leg) / bow);
    return [door[0] + (Math.cos(a) * wide) / 2, spring + (Math.sin(a) * wide) / 2];
  };
  const parts: string[] = [shape(opening, '#1c0b0b'), shape(opening, wall, { opacity: 0.42 })];
  const rings = 12;
  const rows = 34;
  for (const k of range(rings)) {
    const [near, far] = [k * 0.2, (k + 1) * 0.2];
    for (const i of range(rows)) {
      const shift = k % 2 ? 0.5 : 0;
      const [a, b] = [(i + shift) / rows, Math.min(1, (i + 1 + shift) / rows)];
      const brick = poly([into(profile(a), near), into(profile(b), near), into(profile(b), far), into(profile(a), far)]);
      parts.push(shape(brick, '#000', { opacity: Math.min(0.96, 0.1 + k * 0.13 + chance.between(0, 0.28)) }), stroke(brick, '#050202', 3.6 / (1 + near)));
    }
    // Ribs carry the vault.
    if (k % 3 === 2) {
      const rib = range(41).map((i) => into(profile(i / 40), near));
      parts.push(stroke(line(rib), '#140808', 26 / (1 + near)), stroke(line(rib), rim, 3 / (1 + near), { opacity: 0.5 - k * 0.04 }));
    }
  }
  const treads = treadsOf(door, wide, into, chance, rim, scale);
  const dark = sheet.radial(vanish, wide * 0.62, [
    [0, '#030102'],
    [0.35, '#040202', 0.95],
    [0.7, '#060303', 0.5],
    [1, '#060303', 0],
  ]);
  const eyes = [-1, 1].map((side) => ellipse([vanish[0] - 6 + side * 11 * scale, vanish[1] - 22 * scale], 3.6 * scale, 2.2 * scale, '#ffcf6a', { opacity: 0.9 }));
  sheet.draw(
    group({ 'clip-path': sheet.clip(opening) }, [...parts, ...treads, shape(opening, texture, { opacity: 0.5 }), shape(opening, dark), ...eyes]),
    stroke(opening, rim, 4 * scale, { opacity: 0.8 }),
  );
}

function treadsOf(door: Point, wide: number, into: (p: Point, depth: number) => Point, chance: Dice, rim: string, scale: number): string[] {
  const out: string[] = [];
  for (const k of range(16).reverse()) {
    const [near, far] = [k * 0.14, (k + 1) * 0.14];
    const left: Point = [door[0] - wide / 2, door[1]];
    const right: Point = [door[0] + wide / 2, door[1]];
    const front = [into(left, near), into(right, near)] as const;
    const rear = [into(left, far), into(right, far)] as const;
    const worn = range(9).map((i): Point => {
      const t = i / 8;
      const dip = Math.exp(-(((t - 0.52) / 0.2) ** 2)) * 13 * scale;
      return [lerp(front[0][0], front[1][0], t), front[0][1] + (dip + chance.between(-2, 2)) / (1 + near)];
    });
    const light = Math.max(0, 0.75 - k * 0.14);
    const tread = poly([...worn, rear[1], rear[0]]);
    out.push(
      shape(tread, '#c98243', { opacity: light }),
      shape(tread, '#000', { opacity: 0.25 + k * 0.02 }),
      // The drop behind each edge is the darkest line in the picture.
      shape(poly([rear[0], rear[1], [rear[1][0], rear[1][1] + 12 / (1 + near)], [rear[0][0], rear[0][1] + 12 / (1 + near)]]), '#020101', { opacity: 0.85 }),
      stroke(line(worn), rim, 3.4 / (1 + near), { opacity: Math.max(0.04, 0.95 - k * 0.16) }),
    );
  }
  return out;
}

/** Flagstones before the stair. */
function drawFloor(sheet: Sheet, { door, scale, wide }: Layout, { wall, rim, texture }: Paints): void {
  const { width, height } = sheet.frame;
  const chance = dice('flags');
  const floor = { x: 0, y: door[1], width, height: height - door[1] };
  sheet.draw(rect(floor, '#160a0a'), rect(floor, wall, { opacity: 0.75 }), rect(floor, texture, { opacity: 0.8 }));
  const rows = 5;
  const flags: string[] = [];
  for (const i of range(rows + 1)) {
    const y = door[1] + floor.height * (i / rows) ** 1.5;
    flags.push(stroke(line([[0, y], [width, y]]), '#090404', 3 + i * 1.6), stroke(line([[0, y + 3 + i], [width, y + 3 + i]]), rim, 1.4, { opacity: 0.5 }));
    const next = door[1] + floor.height * ((i + 1) / rows) ** 1.5;
    for (const j of range(22)) {
      const spread = 1 + ((y - door[1]) / floor.height) * 0.8;
      const spreadNext = 1 + ((next - door[1]) / floor.height) * 0.8;
      const x = (j - 11 + (i % 2) * 0.5 + chance.between(-0.12, 0.12)) * 150 * scale;
      flags.push(stroke(line([[door[0] + x * spread, y], [door[0] + x * spreadNext, next]]), '#090404', 2.5 + i));
    }
  }
  sheet.draw(
    ...flags,
    shape(poly([[door[0] - wide / 2, door[1]], [door[0] + wide / 2, door[1]], [door[0] + wide * 0.6, door[1] + 20 * scale], [door[0] - wide * 0.6, door[1] + 20 * scale]]), '#050202', { opacity: 0.55 }),
  );
}
