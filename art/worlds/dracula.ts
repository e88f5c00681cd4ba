import { bat, carriage } from '../forms/carriage.ts';
import { tower } from '../forms/masonry.ts';
import { fir } from '../forms/trees.ts';
import { bezier, lerp, line, type Point, poly, range, ribbon } from '../geometry.ts';
import { dice } from '../random.ts';
import { createSheet, ellipse, type Frame, group, rect, type Sheet, shape, stroke } from '../sheet.ts';
import { blur, finish, fog, glow, stone } from '../texture.ts';

interface Layout {
  /** Middle and radius of the moon: the head above the collar. */
  moon: Point;
  radius: number;
  /** Size of the mountain, and where its hem meets the valley. */
  scale: number;
  hem: number;
  /** The road from the front to the castle, the coach's place on it (0 to 1), its length and slope. */
  road: readonly [Point, Point, Point, Point];
  coach: number;
  coachLength: number;
  turn: number;
}

const layouts: Readonly<Record<Frame['crop'], Layout>> = {
  cover: { moon: [600, 420], radius: 178, scale: 1, hem: 1300, road: [[-60, 1500], [560, 1440], [1180, 1400], [612, 1180]], coach: 0.3, coachLength: 400, turn: -7 },
  wide: { moon: [1600, 290], radius: 136, scale: 0.8, hem: 900, road: [[-60, 960], [800, 900], [1900, 930], [1608, 800]], coach: 0.37, coachLength: 300, turn: -2 },
  tall: { moon: [600, 350], radius: 160, scale: 0.88, hem: 1110, road: [[-60, 1270], [520, 1220], [1140, 1180], [612, 1010]], coach: 0.3, coachLength: 360, turn: -7 },
};

/** Curse of the Vampire: a mountain that stands like a man in a cloak, the moon for a face, and a coach on its way up. */
export function drawDracula(frame: Frame): string {
  const sheet = createSheet('dracula', frame);
  const layout = layouts[frame.crop];
  const { moon, radius, scale, hem, road } = layout;
  const { width, height } = frame;
  const chance = dice('bats');
  drawNight(sheet, layout);
  drawCloak(sheet, layout);
  drawCastle(sheet, layout);
  sheet.draw(
    fog(sheet, { cloud: { x: 80, y: hem - 200, width: 1300, height: 360 }, box: { x: 0, y: hem - 330 * scale, width, height: height - hem + 330 * scale }, density: 0.95, fill: sheet.linear([0, hem - 300 * scale], [0, hem + 160 * scale], [[0, '#8fa0b8', 0], [0.55, '#a9b8cc', 0.75], [1, '#5a6a82', 0.35]]) }),
  );
  drawForest(sheet, layout);
  const path = bezier(...road, 40);
  const at = path[Math.round(40 * layout.coach)] ?? road[0];
  const edge = sheet.radial(moon, 1500 * scale, [[0, '#eef3fa'], [0.6, '#9fb0c8', 0.9], [1, '#4a5a72', 0.5]]);
  sheet.draw(
    carriage({ at: [at[0], at[1] + 12 * scale], length: layout.coachLength, turn: layout.turn, color: '#05070b', rim: edge, lantern: '#ff4a52' }),
    glow(sheet, [at[0] + 24 * (layout.coachLength / 420), at[1] - 96 * (layout.coachLength / 420)], 190 * scale, [[0, '#ff6a6a', 0.7], [0.3, '#c8263a', 0.35], [1, '#5a0c1c', 0]]),
    ...range(13).map(() => {
      const a = chance.between(0, 2 * Math.PI);
      const far = radius * chance.between(0.7, 2.9);
      return bat([moon[0] + Math.cos(a) * far, moon[1] + Math.sin(a) * far * 0.62 - 30 * scale], chance.between(24, 74) * scale, chance.between(-24, 24), '#070a10');
    }),
  );
  // Nearest: dead branches and firs, black.
  const near = dice('near');
  for (const side of [-1, 1]) {
    for (const i of range(5)) {
      const x = side < 0 ? -30 + i * 52 : width + 30 - i * 52;
      sheet.draw(fir(near, [x, height + 40], height * (0.4 - i * 0.066) * near.between(0.85, 1.1), '#04060a'));
    }
  }
  sheet.draw(
    fog(sheet, { cloud: { x: 0, y: height - 200, width: 1400, height: 300 }, box: { x: 0, y: height - 300 * scale, width, height: 300 * scale }, density: 0.8, fill: sheet.linear([0, height - 280 * scale], [0, height], [[0, '#7a8aa4', 0], [0.8, '#67768e', 0.55], [1, '#2a3446', 0.7]]) }),
    finish(sheet, '#02040a', [lerp(moon[0], width / 2, 0.4), moon[1] + 260 * scale]),
  );
  return sheet.toSvg();
}

/** A sky of moonlit cloud, torn around the moon like wings. */
function drawNight(sheet: Sheet, { moon, radius, scale, hem }: Layout): void {
  const { width } = sheet.frame;
  const chance = dice('craters');
  const [mx, my] = moon;
  sheet.draw(
    rect(sheet.all, sheet.linear([0, 0], [0, hem], [[0, '#141c2b'], [0.5, '#46566e'], [1, '#8d9db4']])),
    glow(sheet, moon, 900 * scale, [[0, '#f3f7ff', 0.95], [0.22, '#c3d0e2', 0.7], [0.6, '#6a7c98', 0.35], [1, '#28344a', 0]]),
    fog(sheet, { cloud: { x: 240, y: 0, width: 1600, height: 500 }, fill: sheet.radial(moon, 1200 * scale, [[0, '#f6f9ff', 0.9], [0.4, '#a9b9d0', 0.8], [1, '#1a2334', 0.9]]) }),
    fog(sheet, { cloud: { x: -200, y: 150, width: 2000, height: 420 }, density: 0.85, fill: sheet.linear([0, 0], [0, my + 500 * scale], [[0, '#0a101c', 0.95], [0.45, '#1f2a3e', 0.7], [1, '#5a6b86', 0]]) }),
    ellipse(moon, radius, radius, sheet.radial([mx - radius * 0.2, my - radius * 0.2], radius * 1.3, [[0, '#ffffff'], [0.6, '#eef3fa'], [1, '#b9c6d8']])),
  );
  const marks = range(26).map(() => {
    const a = chance.between(0, 2 * Math.PI);
    const far = Math.sqrt(chance.next()) * radius * 0.95;
    const r = radius * chance.between(0.03, 0.2);
    return ellipse([mx + Math.cos(a) * far, my + Math.sin(a) * far], r, r * chance.between(0.7, 1), '#a5b3c8', { opacity: chance.between(0.12, 0.34) });
  });
  sheet.draw(
    group({ 'clip-path': sheet.clip(`M${mx - radius} ${my}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`), filter: blur(sheet, 2, { x: mx - radius, y: my - radius, width: radius * 2, height: radius * 2 }) }, marks),
  );
  // Far ranges, paler the farther they are.
  for (const [i, [rise, color]] of ([[470, '#76879f'], [330, '#55657e']] as const).entries()) {
    const far = dice(`range ${i}`);
    const points = range(Math.ceil(width / 12) + 2).map((k): Point => {
      const x = k * 12;
      return [x, hem - (rise + far.ridge(x / 230, 6) * 300 + Math.abs(far.wave(x / 50)) * 30) * scale];
    });
    sheet.draw(
      shape(poly([...points, [width + 20, hem + 200], [-20, hem + 200]]), color),
      fog(sheet, { cloud: { x: 400 * i, y: hem - 200, width: 1100, height: 260 }, box: { x: 0, y: hem - 620 * scale, width, height: 760 * scale }, fill: sheet.linear([0, hem - 520 * scale], [0, hem], [[0, '#a9b8cc', 0], [0.8, '#b6c4d6', 0.75], [1, '#8d9db4', 0.9]]) }),
    );
  }
}

/** The mountain: a high collar either side of the moon, shoulders, and folds of rock that fall to the hem. */
function drawCloak(sheet: Sheet, { moon: [mx, my], radius: r, scale: s, hem }: Layout): void {
  const chance = dice('cloak');
  const { height } = sheet.frame;
  const rough = (points: readonly Point[], amount: number) =>
    points.flatMap(([x, y], i): Point[] => {
      const next = points[i + 1];
      if (!next) return [[x, y]];
      return range(7).map((k): Point => {
        const t = k / 7;
        return [lerp(x, next[0], t) + chance.between(-1, 1) * amount, lerp(y, next[1], t) + chance.between(-1, 1) * amount];
      });
    });
  const side = (d: number): Point[] => [
    [mx, my + r * 2.05],
    [mx + d * r * 0.42, my + r * 1.72],
    [mx + d * r * 0.95, my + r * 1.02],
    [mx + d * r * 1.36, my + r * 0.12],
    [mx + d * r * 1.72, my - r * 1.12],
    [mx + d * r * 1.84, my - r * 0.2],
    [mx + d * r * 2.0, my + r * 0.75],
    [mx + d * r * 2.55, my + r * 1.28],
    [mx + d * r * 2.95, my + r * 2.05],
    [mx + d * r * 3.1, my + r * 3.1],
    [mx + d * r * 3.7, hem - 160 * s],
    [mx + d * r * 4.8, hem + 60 * s],
    [mx + d * r * 5.4, height + 40],
  ];
  const left = rough(side(-1), 5.5 * s);
  const right = rough(side(1), 5.5 * s);
  const cloak = poly([...left.toReversed(), ...right]);
  const texture = stone(sheet, 230, 12);
  const light = sheet.radial([mx, my], 980 * s, [[0, '#e9f0fa'], [0.35, '#8fa0ba', 0.9], [0.75, '#46546c', 0.6], [1, '#28344a', 0.3]]);
  sheet.draw(
    shape(cloak, sheet.linear([0, my - r], [0, hem + 120 * s], [[0, '#0b0f18'], [0.55, '#131a27'], [1, '#2a3548']])),
  );
  // The lining: a cleft of garnet rock from the throat down to the road.
  const lining = poly([
    ...rough([[mx, my + r * 2.0], [mx - r * 0.3, my + r * 2.5], [mx - r * 0.62, my + r * 3.4], [mx - r * 1.2, hem + 40 * s]], 4 * s),
    ...rough([[mx + r * 1.25, hem + 60 * s], [mx + r * 0.7, my + r * 3.3], [mx + r * 0.34, my + r * 2.5], [mx, my + r * 2.0]], 4 * s),
  ]);
  sheet.draw(
    shape(lining, sheet.linear([mx, my + r * 1.9], [mx, hem], [[0, '#c4354c'], [0.3, '#8a1d34'], [0.7, '#4a1226'], [1, '#3a2234']])),
    ...range(9).map((i) => {
      const u = (i / 8) * 2 - 1;
      return stroke(`M${mx + u * r * 0.08} ${my + r * 2.15}Q${mx + u * r * 0.4} ${my + r * 3} ${mx + u * r * 1.05 + chance.between(-8, 8)} ${hem + 20 * s}`, '#2a0814', 5 * s, { opacity: 0.6 });
    }),
    shape(cloak, texture, { opacity: 0.75 }),
  );
  // Folds: ribs of rock, each with a lit side towards the moon and a dark one.
  for (const d of [-1, 1]) {
    for (const i of range(8)) {
      const t = (i + 0.6) / 8;
      const top: Point = [mx + d * r * lerp(0.55, 2.6, t), my + r * lerp(1.95, 1.5, t)];
      const foot: Point = [mx + d * r * lerp(1.25, 4.7, t) + chance.between(-14, 14), hem + chance.between(0, 60) * s];
      const line1 = bezier(top, [top[0] + d * r * 0.12, lerp(top[1], foot[1], 0.35)], [lerp(top[0], foot[0], 0.5), lerp(top[1], foot[1], 0.7)], foot, 22).map(([x, y]): Point => [x + chance.between(-3.5, 3.5) * s, y]);
      sheet.draw(
        shape(poly(ribbon(line1, (u) => (8 + 60 * u) * s).map(([x, y]): Point => [x + d * 22 * s, y])), '#04060c', { opacity: 0.55 }),
        stroke(line(line1), light, 3.2 * s, { opacity: 0.75 }),
        stroke(line(line1.slice(2, 15).map(([x, y]): Point => [x + d * 7 * s, y + 10 * s])), light, 1.6 * s, { opacity: 0.4 }),
      );
    }
  }
  // The collar's edges catch the moon; snow lies where the rock is flat.
  const inner = Math.round(left.length * 0.36);
  sheet.draw(
    stroke(line(left.slice(0, inner)), '#f3f7ff', 4.5 * s, { opacity: 0.95 }),
    stroke(line(right.slice(0, inner)), '#f3f7ff', 4.5 * s, { opacity: 0.95 }),
    stroke(line(left.slice(inner)), light, 2.6 * s, { opacity: 0.7 }),
    stroke(line(right.slice(inner)), light, 2.6 * s, { opacity: 0.7 }),
  );
}

/** The castle grows out of both shoulders, its windows garnet. */
function drawCastle(sheet: Sheet, { moon: [mx, my], radius: r, scale: s }: Layout): void {
  const chance = dice('castle');
  const rim = sheet.radial([mx, my], 900 * s, [[0, '#ffffff'], [0.5, '#b9c8dc', 0.9], [1, '#5a6a84', 0.4]]);
  const texture = stone(sheet, 120);
  const towers = [[-2.16, 44, 0.1, 1.3, 96], [-2.44, 58, -0.3, 1.62, 150], [-2.62, 42, 0.75, 1.9, 80], [2.14, 46, 0.0, 1.3, 110], [2.38, 40, 0.55, 1.6, 84], [2.62, 54, 0.2, 1.9, 140], [-1.66, 30, -0.72, 0.4, 90], [1.68, 28, -0.66, 0.4, 80], [-2.78, 36, 1.35, 2.6, 60], [2.8, 34, 1.3, 2.6, 64]] as const;
  for (const [dx, w, top, base, roof] of towers) {
    sheet.draw(
      tower({ x: mx + dx * r, width: w * s, top: my + top * r, base: my + base * r }, {
        chance, fill: '#0c111b', rim, window: '#ff5560', lampX: mx, texture, course: 0, shade: 0.5, roof: { height: roof * s, fill: '#080c14' },
      }),
    );
  }
  // A bridge over the throat ties the halves together.
  const y = my + r * 1.62;
  const half = r * 0.52;
  sheet.draw(
    shape(poly([[mx - half, y], [mx + half, y], [mx + half, y + r * 0.5], [mx - half, y + r * 0.5]]), '#0a0e17'),
    ...range(3).map((i) => {
      const x = mx + (i - 1) * half * 0.62;
      return shape(`M${x - half * 0.22} ${y + r * 0.5}V${y + r * 0.26}A${half * 0.22} ${half * 0.26} 0 0 1 ${x + half * 0.22} ${y + r * 0.26}V${y + r * 0.5}Z`, '#6d1a2c');
    }),
    ...range(9).map((i) => rect({ x: mx - half + (i * half * 2) / 9, y: y - r * 0.07, width: half * 0.12, height: r * 0.08 }, '#0a0e17')),
    stroke(line([[mx - half, y], [mx + half, y]]), rim, 2 * s, { opacity: 0.7 }),
  );
}

/** Forest at the hem, row behind row, and the road through it. */
function drawForest(sheet: Sheet, { hem, scale: s, road, moon: [mx, my] }: Layout): void {
  const { width, height } = sheet.frame;
  const chance = dice('forest');
  for (const [i, [level, size, color]] of ([[hem - 40 * s, 90, '#3f4d64'], [hem + 40 * s, 120, '#28344a']] as const).entries()) {
    const firs = range(width / (17 * s)).map(() => fir(chance, [chance.next() * width, level + chance.between(0, 60) * s], size * s * chance.between(0.6, 1.35), color));
    sheet.draw(
      ...firs,
      rect({ x: 0, y: level + 30 * s, width, height: height - level }, color),
      fog(sheet, { cloud: { x: 500 * i, y: level, width: 1000, height: 200 }, box: { x: 0, y: level - 140 * s, width, height: height - level + 140 * s }, density: 0.9, fill: sheet.linear([0, level - 120 * s], [0, level + 130 * s], [[0, '#9fb0c8', 0], [0.6, '#93a4bd', 0.65], [1, '#5f6f88', 0.5]]) }),
    );
  }
  const path = bezier(...road, 40);
  const widthAt = (t: number) => lerp(130, 5, t ** 0.75) * s;
  const body = ribbon(path, widthAt);
  // The ground the road runs on.
  const ground = path.slice(0, 29);
  const last = ground[ground.length - 1] ?? road[3];
  sheet.draw(
    shape(poly([[-20, height + 20], ...ground.map(([x, y], k): Point => [x, y - widthAt(k / 40) * 0.9 + chance.between(-5, 5) * s]), [lerp(last[0], width, 0.5), last[1] + 30 * s], [width + 20, last[1] + 90 * s], [width + 20, height + 20]]), '#141c2a'),
    shape(poly(body), sheet.radial([mx, my], 1300 * s, [[0, '#dfe8f4'], [0.7, '#8292aa'], [1, '#46546c']])),
    shape(poly(body), stone(sheet, 200), { opacity: 0.8 }),
  );
  for (const d of [-0.18, 0.2]) {
    sheet.draw(stroke(line(path.map(([x, y], k): Point => [x, y + d * widthAt(k / 40)])), '#1f293a', 5 * s, { opacity: 0.6 }));
  }
  // Milestones and a wayside cross.
  for (const t of [0.12, 0.5, 0.68]) {
    const [x, y] = path[Math.round(t * 40)] ?? road[0];
    const size = lerp(60, 22, t) * s;
    const foot = y - widthAt(t) * 0.55;
    sheet.draw(shape(poly([[x - size * 0.16, foot + 6], [x - size * 0.14, foot - size], [x - size * 0.5, foot - size * 0.98], [x - size * 0.5, foot - size * 1.2], [x - size * 0.12, foot - size * 1.2], [x - size * 0.1, foot - size * 1.6], [x + size * 0.12, foot - size * 1.6], [x + size * 0.13, foot - size * 1.2], [x + size * 0.5, foot - size * 1.2], [x + size * 0.5, foot - size], [x + size * 0.15, foot - size], [x + size * 0.18, foot + 6]]), '#0a0f18'));
  }
}
