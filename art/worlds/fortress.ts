import { basaltColumns, cragOutline } from '../forms/basalt.ts';
import { chain } from '../forms/chain.ts';
import { embers } from '../forms/embers.ts';
import { swordsman } from '../forms/figures.ts';
import { furnaceGate } from '../forms/furnace-gate.ts';
import { tower } from '../forms/masonry.ts';
import { bezier, lerp, line, type Point, poly, range } from '../geometry.ts';
import { dice } from '../random.ts';
import { createSheet, type Frame, group, rect, type Sheet, shape, stroke } from '../sheet.ts';
import { finish, fog, glow, stone } from '../texture.ts';

interface Layout {
  /** The foot of the gate, and the citadel's size. */
  gate: Point;
  scale: number;
  /** The near end of the causeway and half its width there. */
  near: Point;
  half: number;
  /** How far down the causeway the swordsman stands, 0 to 1, and his height. */
  man: number;
  manSize: number;
}

const layouts: Readonly<Record<Frame['crop'], Layout>> = {
  cover: { gate: [640, 1050], scale: 1, near: [470, 1660], half: 330, man: 0.36, manSize: 118 },
  wide: { gate: [1640, 762], scale: 0.77, near: [760, 1130], half: 300, man: 0.36, manSize: 92 },
  tall: { gate: [640, 850], scale: 0.84, near: [480, 1580], half: 380, man: 0.3, manSize: 104 },
};

/** The Fortress of Death: a citadel like a furnace with its door ajar, and one small swordsman on the way in. */
export function drawFortress(frame: Frame): string {
  const sheet = createSheet('fod', frame);
  const layout = layouts[frame.crop];
  const { gate, scale } = layout;
  const [gx, gy] = gate;
  const { width, height } = frame;
  const lamp: Point = [gx + 12 * scale, gy - 190 * scale];
  const lit = sheet.radial(lamp, 760 * scale, [
    [0, '#f39a50'],
    [0.2, '#8f4420'],
    [0.42, '#4a2417'],
    [0.7, '#201816'],
    [1, '#0c1113'],
  ]);
  const paints: Paints = {
    lit,
    rim: sheet.radial(lamp, 1000 * scale, [
      [0, '#ffdca6'],
      [0.3, '#ff9340', 0.9],
      [0.65, '#b44a1a', 0.55],
      [1, '#6a2a12', 0.12],
    ]),
    rock: stone(sheet, 260),
    wall: stone(sheet, 150, 20),
  };
  drawSky(sheet, layout);
  drawCitadel(sheet, layout, paints);
  drawPlain(sheet, layout, paints);
  const feet = drawCauseway(sheet, layout, paints);
  sheet.draw(swordsman(sheet, feet, layout.manSize, { lamp, rim: '#ffb766' }));

  // What stands nearest frames the picture and is almost black.
  const front = dice('front');
  const frontRim = sheet.radial(lamp, width * 0.9, [
    [0, '#ff9a4a', 0.9],
    [0.6, '#b4501c', 0.6],
    [1, '#7a3014', 0.3],
  ]);
  const margin = width * (frame.crop === 'wide' ? 0.13 : 0.17);
  for (const [from, to, outer] of [
    [-40, margin, 0],
    [width - margin, width + 40, width],
  ] as const) {
    sheet.draw(
      basaltColumns({
        chance: front,
        from,
        to,
        bottom: height + 20,
        width: [40, 66],
        fill: '#06090a',
        rim: frontRim,
        texture: paints.rock,
        lampX: gx,
        top: (x) => height - 40 - Math.max(0, 1 - Math.abs(x - outer) / margin) ** 1.6 * height * 0.34,
      }),
    );
  }
  const hooks: [Point, Point][] = [
    [[gx - 262 * scale, gy - 470 * scale], [-30, height * 0.56]],
    [[gx + 280 * scale, gy - 490 * scale], [width + 40, height * 0.6]],
  ];
  sheet.draw(
    ...hooks.map(([from, to]) => chain(from, to, 70 * scale, 34, '#0a0908', paints.rim)),
    glow(sheet, lamp, 460 * scale, [
      [0, '#ffd08a', 0.55],
      [0.25, '#ff8a34', 0.3],
      [1, '#b3441a', 0],
    ]),
    embers({
      chance: dice('sparks'),
      from: [gx, gy],
      count: 170,
      height: gy,
      spread: 340 * scale,
      size: 4.2 * scale,
      colors: ['#ffd890', '#ff8436'],
      wind: 190 * scale,
    }),
    finish(sheet, '#010405', [lerp(gx, width / 2, 0.5), gy - 100 * scale]),
  );
  return sheet.toSvg();
}

interface Paints {
  lit: string;
  rim: string;
  rock: string;
  wall: string;
}

/** Night, smoke that carries the fire's colour, and mountains with fog between them. */
function drawSky(sheet: Sheet, { gate: [gx, gy], scale }: Layout): void {
  const { width } = sheet.frame;
  sheet.draw(
    rect(sheet.all, sheet.linear([0, 0], [0, gy], [
      [0, '#050b0d'],
      [0.4, '#0d1c20'],
      [0.75, '#2b2421'],
      [1, '#6a351c'],
    ])),
    glow(sheet, [gx, gy - 480 * scale], 1050 * scale, [
      [0, '#c25a20', 0.9],
      [0.4, '#6f2f15', 0.6],
      [1, '#2a1410', 0],
    ]),
    fog(sheet, {
      cloud: { x: 60, y: 30, width: 1500, height: 620 },
      fill: sheet.radial([gx + 40, gy - 620 * scale], 900 * scale, [
        [0, '#ff9a4c', 0.85],
        [0.45, '#a04a20', 0.55],
        [1, '#241a18', 0],
      ]),
    }),
    fog(sheet, {
      cloud: { x: -300, y: 160, width: 1900, height: 500 },
      density: 0.9,
      fill: sheet.linear([0, 0], [0, gy - 260 * scale], [
        [0, '#020607', 0.95],
        [0.6, '#0a1113', 0.75],
        [1, '#1a1210', 0],
      ]),
    }),
  );
  for (const [i, [rise, color]] of ([[270, '#3a251b'], [150, '#241a17']] as const).entries()) {
    const far = dice(`far ${i}`);
    const outline = cragOutline({
      chance: far,
      from: -30,
      to: width + 30,
      bottom: gy + 60,
      step: 14,
      top: (x) =>
        gy - (rise + far.ridge(x / 210, 6) * 330 + Math.abs(far.wave(x / 60)) * 40) * scale * (0.7 + (0.6 * Math.abs(x - gx)) / 900),
    });
    sheet.draw(
      shape(poly(outline), color),
      fog(sheet, {
        cloud: { x: 200 * i, y: gy - 200, width: 1300, height: 300 },
        fill: sheet.linear([0, gy - 360 * scale], [0, gy + 40], [
          [0, '#8a4420', 0],
          [0.7, '#b35c2a', 0.55],
          [1, '#4a2a1c', 0.95],
        ]),
      }),
    );
  }
}

/** Three rows of towers, nearer ones darker against the glow of those behind; chimneys that smoke; the gate. */
function drawCitadel(sheet: Sheet, { gate: [gx, gy], scale }: Layout, { lit, rim, wall }: Paints): void {
  const chance = dice('citadel');
  const at = (x: number, y: number): Point => [gx + x * scale, gy + y * scale];
  const rows = [
    { towers: [[-40, 96, -930], [88, 80, -860], [-178, 84, -800], [236, 76, -760], [-330, 80, -640], [380, 70, -600]], fill: ['#7a3d20', '#43241a'], shade: 0.35, haze: 0.85 },
    { towers: [[20, 150, -760], [168, 124, -690], [-128, 128, -720], [318, 116, -560], [-290, 120, -600], [-420, 104, -430], [452, 104, -420]], fill: ['#46251a', '#2a1914'], shade: 0.5, haze: 0.7 },
    { towers: [[-268, 176, -500], [276, 176, -520], [-470, 150, -280], [486, 150, -300], [-640, 110, -150], [650, 110, -170]], fill: ['#140f0e', '#1a110e'], shade: 0.7, haze: 0 },
  ] as const;
  const window = sheet.linear([0, gy - 900 * scale], [0, gy], [
    [0, '#ffab55'],
    [1, '#ffd288'],
  ]);
  for (const [i, { towers, fill, shade, haze }] of rows.entries()) {
    const paint = sheet.linear(at(0, -800), at(0, 0), [[0, fill[0]], [1, fill[1]]]);
    for (const [x, w, top] of towers) {
      const [tx, ty] = at(x, top);
      const body = { x: tx, width: w * scale, top: ty, base: gy + 20 };
      sheet.draw(
        tower(body, { chance, fill: paint, rim, window, lampX: gx, texture: wall, course: 20 * scale, shade }),
      );
    }
    if (haze > 0) {
      sheet.draw(
        rect(sheet.all, sheet.radial(at(0, -60), 760 * scale, [
          [0, '#ff9a4a', 0.55 * haze],
          [0.5, '#b3541f', 0.3 * haze],
          [1, '#3a1a10', 0],
        ])),
        fog(sheet, {
          cloud: { x: 300 * i, y: 0, width: 900, height: 420 },
          density: haze,
          fill: sheet.radial(at(0, -160), 700 * scale, [
            [0, '#ffb066', 0.9],
            [0.5, '#c2602a', 0.6],
            [1, '#3a1a10', 0],
          ]),
        }),
      );
    }
  }
  sheet.draw(furnaceGate(sheet, chance, { foot: [gx, gy + 6], scale, fill: lit, rim, texture: wall }));
}

/** The plain of basalt columns at the citadel's feet, split by the causeway. */
function drawPlain(sheet: Sheet, { gate: [gx, gy], scale, near }: Layout, { lit, rim, rock }: Paints): void {
  const { width, height } = sheet.frame;
  const chance = dice('plain');
  for (const [i, [depth, w]] of ([[0, 20], [0.22, 30], [0.5, 44]] as const).entries()) {
    const level = lerp(gy - 10, height, depth);
    const gap = lerp(90, 340, depth) * scale;
    const mid = lerp(gx, near[0], depth * 0.9);
    for (const [from, to] of [[-20, mid - gap], [mid + gap, width + 30]] as const) {
      sheet.draw(
        basaltColumns({
          chance,
          from,
          to,
          bottom: height + 20,
          width: [w * 0.7 * scale, w * 1.3 * scale],
          fill: i === 0 ? lit : sheet.radial([gx, gy - 120 * scale], 900 * scale, [[0, '#7a3a1e'], [0.35, '#33201a'], [0.8, '#12181a'], [1, '#0b1214']]),
          rim,
          texture: rock,
          lampX: gx,
          edge: 0.75,
          top: (x) => {
            const away = Math.abs(x - mid) - gap;
            return level + 40 * scale - Math.min(1, away / (500 * scale)) * 120 * scale + chance.ridge(x / 110, 3) * 90 * scale;
          },
        }),
      );
    }
    sheet.draw(
      fog(sheet, {
        cloud: { x: 240 * i, y: level, width: 1100, height: 320 },
        density: 0.9,
        fill: sheet.linear([0, level - 40], [0, level + 330 * scale], [
          [0, '#8a4420', 0],
          [0.3, i === 0 ? '#d0702f' : '#7a4a34', 0.6],
          [0.65, '#4a3a34', 0.6],
          [1, '#10191b', 0.2],
        ]),
      }),
    );
  }
}

/** The causeway, slab by slab, and the light that falls out along it. @returns where the swordsman stands */
function drawCauseway(sheet: Sheet, { gate: [gx, gy], scale, near, half, man }: Layout, { lit, rim, rock }: Paints): Point {
  const chance = dice('causeway');
  const steps = 30;
  const middle = bezier([gx + 12 * scale, gy], [gx, lerp(gy, near[1], 0.25)], [lerp(gx, near[0], 0.3), lerp(gy, near[1], 0.5)], near, steps);
  const halfAt = (i: number) => lerp(70 * scale, half, (i / steps) ** 1.25);
  const at = (i: number): Point => middle[Math.min(steps, Math.max(0, Math.round(i)))] ?? near;
  const edge = (side: number) => middle.map(([x, y], i): Point => [x + side * halfAt(i), y + chance.between(-1, 1) * i * 0.15]);
  const [left, right] = [edge(-1), edge(1)];
  for (const [side, lip] of [[-1, left], [1, right]] as const) {
    const drop = lip.map(([x, y], i): Point => [x + side * 8, y + lerp(24 * scale, 230, i / steps)]);
    const wallPath = poly([...lip, ...drop.reverse()]);
    sheet.draw(shape(wallPath, '#070a0b'), shape(wallPath, rock, { opacity: 0.7 }));
  }
  const road = poly([...left, ...right.toReversed()]);
  sheet.draw(
    shape(road, '#0b1011'),
    shape(road, lit, { opacity: 0.7 }),
    shape(road, rock, { opacity: 0.8 }),
    shape(road, sheet.linear([gx, gy], near, [
      [0, '#fff0c4', 0.95],
      [0.1, '#ffb35a', 0.75],
      [0.32, '#d9661f', 0.45],
      [0.7, '#7a2c10', 0.16],
      [1, '#7a2c10', 0],
    ])),
  );
  const joints: string[] = [];
  for (const i of range(steps)) {
    const [x, y] = at(i);
    const t = i / steps;
    const w = halfAt(i);
    joints.push(stroke(line([[x - w, y + chance.between(-3, 3) * t], [x + chance.between(-0.3, 0.3) * w, y + 8 * t], [x + w, y]]), '#120a06', 1.2 + 5 * t, { opacity: 0.7 }));
    for (const j of [-0.62, -0.2, 0.24, 0.66]) {
      if (chance.chance(0.25)) continue;
      const off = j + (i % 2 === 0 ? 0.2 : 0) + chance.between(-0.06, 0.06);
      const below = at(i + 1);
      joints.push(stroke(line([[x + off * w, y], [below[0] + off * halfAt(i + 1), below[1]]]), '#120a06', 1 + 4 * t, { opacity: 0.6 }));
    }
  }
  sheet.draw(group({ 'clip-path': sheet.clip(road) }, joints));
  // Broken kerb stones hold the road's edge.
  for (const lip of [left, right]) {
    for (const [i, [x, y]] of lip.entries()) {
      if (i < 2 || chance.chance(0.3)) continue;
      const w = lerp(7 * scale, 40, i / steps);
      const h = w * chance.between(0.6, 1.7);
      const top: Point[] = [[x - w * 0.8, y - h], [x + w * 0.7, y - h * chance.between(0.75, 1.1)]];
      const block = poly([[x - w, y + 5], ...top, [x + w, y + 5]]);
      sheet.draw(shape(block, '#0a0d0d'), shape(block, lit, { opacity: 0.6 }), shape(block, rock, { opacity: 0.6 }), stroke(line(top), rim, 1 + (2 * i) / steps));
    }
  }
  const [fx, fy] = at(steps * man);
  return [fx + 6, fy];
}
