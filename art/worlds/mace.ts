import { crystals, roseWindow } from '../forms/glass.ts';
import { mace } from '../forms/mace.ts';
import { arch, tower } from '../forms/masonry.ts';
import { lerp, line, type Point, poly, range } from '../geometry.ts';
import { dice } from '../random.ts';
import { createSheet, ellipse, type Frame, group, rect, type Sheet, shape, stroke } from '../sheet.ts';
import { blur, finish, fog, glow, stone } from '../texture.ts';

interface Layout {
  /** Middle and radius of the window. */
  window: Point;
  radius: number;
  /** Where the wall meets the court's floor. */
  floor: number;
  /** Foot and length of the mace. */
  foot: Point;
  length: number;
  scale: number;
}

const layouts: Readonly<Record<Frame['crop'], Layout>> = {
  cover: { window: [600, 590], radius: 350, floor: 1150, foot: [600, 1330], length: 1010, scale: 1 },
  wide: { window: [1620, 400], radius: 268, floor: 770, foot: [1620, 880], length: 690, scale: 0.72 },
  tall: { window: [600, 500], radius: 320, floor: 1000, foot: [600, 1150], length: 880, scale: 0.9 },
};

const copper = { lit: '#8fd3bd', metal: '#3f8a78', dark: '#12302c', deep: '#0a1b1a' };
const quartz = ['#fff1ee', '#f7cdd3', '#ee9fb4', '#e27f9c', '#f3b8b6', '#c95f84', '#ffe2d8', '#b24a74'] as const;

/** Mace & Magic: a castle court at night, lit through one great window of rose quartz, and the mace that stands in it. */
export function drawMace(frame: Frame): string {
  const sheet = createSheet('mace', frame);
  const layout = layouts[frame.crop];
  const { window, radius, foot, length, scale } = layout;
  drawCourt(sheet, layout);
  sheet.draw(
    glow(sheet, window, radius * 2.6, [[0, '#ffb7c4', 0.75], [0.35, '#d9749a', 0.4], [0.7, '#6a3a5a', 0.16], [1, '#20303a', 0]]),
    roseWindow(dice('rose'), window, radius, quartz, '#10211f'),
    ellipse(window, radius, radius, sheet.radial([window[0], window[1] - radius * 0.1], radius, [[0, '#fff6f0', 0.6], [0.5, '#ffd9dc', 0.12], [1, '#7a2a54', 0.4]])),
    glow(sheet, window, radius * 1.5, [[0, '#ffe9e4', 0.35], [0.5, '#ee9fb4', 0.2], [1, '#a04a72', 0]]),
  );
  drawFloor(sheet, layout);
  drawSides(sheet, layout);
  const stone3 = [...range(3)].map((i) => {
    const half = (190 + (2 - i) * 90) * scale;
    const y = foot[1] + (70 - i * 34) * scale;
    return { half, y, h: 36 * scale };
  });
  const slab = stone(sheet, 150);
  for (const { half, y, h } of stone3) {
    const top: [Point, number, number] = [[foot[0], y], half, half * 0.2];
    const front = `M${foot[0] - half} ${y}A${half} ${half * 0.2} 0 0 0 ${foot[0] + half} ${y}V${y + h}A${half} ${half * 0.2} 0 0 1 ${foot[0] - half} ${y + h}Z`;
    sheet.draw(
      shape(front, sheet.linear([foot[0] - half, 0], [foot[0] + half, 0], [[0, '#0e2422'], [0.5, '#2c5850'], [1, '#0e2422']])),
      shape(front, slab, { opacity: 0.7 }),
      ellipse(...top, sheet.radial([foot[0], y - 20], half, [[0, '#f2b6c0'], [0.45, '#7fa598'], [1, '#1d423c']], 0.4)),
      ellipse(...top, slab, { opacity: 0.6 }),
      ellipse(...top, 'none', { stroke: '#ffdbe0', 'stroke-width': 2.2 * scale, opacity: 0.5 }),
    );
  }
  sheet.draw(
    shape(poly([[foot[0] - 26 * scale, foot[1]], [foot[0] + 26 * scale, foot[1]], [foot[0] + 110 * scale, frame.height + 80], [foot[0] - 110 * scale, frame.height + 80]]), '#06110f', { opacity: 0.5, filter: blur(sheet, 9, { x: foot[0] - 200, y: foot[1] - 40, width: 400, height: frame.height - foot[1] + 60 }) }),
    crystals(sheet, { chance: dice('left crystals'), at: [foot[0] - 250 * scale, foot[1] + 92 * scale], size: 250 * scale, count: 6, lean: 0.75, faces: ['#ffd8dc', '#d9809c', '#6a2c50'] }),
    crystals(sheet, { chance: dice('right crystals'), at: [foot[0] + 270 * scale, foot[1] + 96 * scale], size: 200 * scale, count: 5, lean: 0.8, faces: ['#ffd8dc', '#d9809c', '#6a2c50'] }),
    mace(sheet, { foot, length, colors: ['#5fa894', '#1e4a42', '#081513', '#ffd3d8'] }),
    glow(sheet, [window[0], foot[1] - length * 0.74], radius * 0.9, [[0, '#ffdfe0', 0.3], [1, '#c95f84', 0]]),
    rays(sheet, layout),
    motes(layout, frame),
    finish(sheet, '#020706', [lerp(window[0], frame.width / 2, 0.3), window[1] + radius * 0.5]),
  );
  return sheet.toSvg();
}

/** The night over the court, its far wall, and the keep's towers with their green roofs. */
function drawCourt(sheet: Sheet, { window: [wx, wy], radius, floor, scale }: Layout): void {
  const { width } = sheet.frame;
  const chance = dice('court');
  const texture = stone(sheet, 170);
  sheet.draw(
    rect(sheet.all, sheet.linear([0, 0], [0, floor], [[0, '#071514'], [0.6, '#16403a'], [1, '#2f6a5e']])),
    fog(sheet, { cloud: { x: 0, y: 0, width: 1200, height: 520 }, fill: sheet.radial([wx, wy], 1300 * scale, [[0, '#e0a0b0', 0.75], [0.5, '#4f8a7c', 0.5], [1, '#123430', 0.1]]) }),
    ...range(70).map(() => ellipse([chance.next() * width, chance.next() * floor * 0.5], chance.between(0.8, 2.2), chance.between(0.8, 2.2), '#e6fff4', { opacity: chance.between(0.2, 0.8) })),
  );
  const body = sheet.linear([0, wy - 700 * scale], [0, floor], [[0, '#2c6257'], [1, '#1a4039']]);
  const near = sheet.linear([0, wy - 600 * scale], [0, floor], [[0, '#173a34'], [1, '#10302b']]);
  const roof = sheet.linear([0, 0], [0, wy], [[0, '#a5e0cb'], [1, '#3f8a78']]);
  const rim = sheet.radial([wx, wy], 1000 * scale, [[0, '#ffd0d6'], [0.5, '#e790a8', 0.7], [1, '#5fa894', 0.3]]);
  const windows = sheet.linear([0, 0], [0, floor], [[0, '#ffd9d0'], [1, '#f3a8b4']]);
  const paint = { chance, fill: body, rim, lampX: wx, texture, course: 24 * scale, shade: 0.45, window: windows };
  for (const [dx, w, top, high] of [[-500, 120, -420, 240], [505, 130, -380, 260], [-700, 100, -250, 190], [720, 96, -270, 200], [-960, 130, -330, 250], [1010, 110, -210, 180], [-1240, 110, -180, 200], [-1500, 140, -260, 240]] as const) {
    sheet.draw(tower({ x: wx + dx * scale, width: w * scale, top: wy + top * scale, base: floor + 10 }, { ...paint, roof: { height: high * scale, fill: roof } }));
  }
  // The wall that holds the window: a gable with a stepped top.
  const half = radius * 1.42;
  const steps: Point[] = range(7).flatMap((i): Point[] => {
    const y = wy - radius * 0.6 - i * radius * 0.13;
    const x = half - i * radius * 0.2;
    return [[x, y], [x - radius * 0.2, y]];
  });
  const gable = poly([
    [wx - half, floor + 10],
    ...steps.map(([x, y]): Point => [wx - x, y]),
    ...steps.toReversed().map(([x, y]): Point => [wx + x, y]),
    [wx + half, floor + 10],
  ]);
  const joints = range(44).flatMap((i) => {
    const y = floor - i * 34 * scale;
    return [
      stroke(line([[wx - half, y], [wx + half, y]]), '#061412', 1.8, { opacity: 0.5 }),
      ...range(16).map((j) => {
        const x = wx - half + (j + (i % 2) * 0.5 + chance.between(-0.2, 0.2)) * half * 0.13;
        return stroke(line([[x, y], [x, y - 34 * scale]]), '#061412', 1.6, { opacity: 0.4 });
      }),
    ];
  });
  sheet.draw(
    shape(gable, near),
    shape(gable, sheet.radial([wx, wy], radius * 2, [[0, '#f2b0bc', 0.9], [0.5, '#c27a90', 0.55], [1, '#2f6a5e', 0]])),
    group({ 'clip-path': sheet.clip(gable) }, joints),
    shape(gable, texture, { opacity: 0.75 }),
    stroke(gable, rim, 2.5),
    ellipse([wx, wy], radius * 1.12, radius * 1.12, '#0d2522'),
    ...range(36).map((i) => {
      const a = (i / 36) * Math.PI * 2;
      return stroke(line([[wx + Math.cos(a) * radius, wy + Math.sin(a) * radius], [wx + Math.cos(a) * radius * 1.12, wy + Math.sin(a) * radius * 1.12]]), '#3a6f66', 2 * scale);
    }),
    ellipse([wx, wy], radius * 1.12, radius * 1.12, 'none', { stroke: '#8fc4b2', 'stroke-width': 3 * scale, opacity: 0.7 }),
  );
}

/** Arcades run along both sides towards the far wall; their copper roofs have gone green. */
function drawSides(sheet: Sheet, { window: [wx, wy], radius, floor, scale }: Layout): void {
  const { width, height, crop } = sheet.frame;
  const vanish: Point = [wx, floor - 120 * scale];
  const texture = stone(sheet, 220);
  for (const side of [-1, 1]) {
    const bays = crop === 'wide' && side < 0 ? 6 : 4;
    const spots = range(bays + 1).map((i) => {
      const t = (i / bays) ** 1.7;
      const inner = radius * 1.5;
      const outer = Math.max(inner + 60, side < 0 ? wx + 60 : width - wx + 60);
      return { x: wx + side * lerp(inner, outer, t), grow: lerp(1, crop === 'wide' ? 2.3 : 2.6, t) };
    });
    for (const [i, { x, grow }] of spots.entries()) {
      const next = spots[i + 1];
      if (!next) continue;
      const foot = floor + (grow - 1) * 150 * scale;
      const footNext = floor + (next.grow - 1) * 150 * scale;
      const [top, topNext] = [vanish[1] - 230 * scale * grow, vanish[1] - 230 * scale * next.grow];
      const dark = 0.1 + (i / bays) * 0.75;
      const bay = poly([[x, top], [next.x, topNext], [next.x, footNext], [x, foot]]);
      const hole = (u: number): Point => {
        const px = lerp(x, next.x, 0.14 + u * 0.72);
        const [t0, f0] = [lerp(top, topNext, 0.14 + u * 0.72), lerp(foot, footNext, 0.14 + u * 0.72)];
        return [px, lerp(f0, t0, 0.38 + 0.34 * Math.sin(Math.PI * u) ** 0.6)];
      };
      const footAt = (u: number): Point => [lerp(x, next.x, 0.14 + u * 0.72), lerp(foot, footNext, 0.14 + u * 0.72)];
      const roof = poly([[x, top], [next.x, topNext], [next.x, topNext - 90 * scale * next.grow], [x - side * 30 * scale, top - 90 * scale * grow]]);
      sheet.draw(
        shape(bay, sheet.linear([x, 0], [next.x, 0], [[0, '#3d7a6c'], [0.5, '#265049'], [1, '#1d423c']])),
        shape(bay, texture, { opacity: 0.8 }),
        shape(poly([footAt(0), ...range(13).map((k) => hole(k / 12)), footAt(1)]), '#06100f'),
        stroke(line(range(13).map((k) => hole(k / 12))), '#e9a9b6', 2.4 * scale * grow, { opacity: 0.55 }),
        // Columns: the edge nearer the window is lit.
        stroke(line([[x, top], [x, foot]]), '#0a1b1a', 16 * scale * grow),
        stroke(line([[x - side * 6 * scale * grow, top], [x - side * 6 * scale * grow, foot]]), '#f3b8c2', 2.6 * scale, { opacity: 0.7 }),
        shape(roof, sheet.linear([0, topNext - 90 * scale * next.grow], [0, top], [[0, '#6fc0a8'], [1, '#2a5f54']])),
        shape(roof, texture, { opacity: 0.6 }),
        ...range(6).map((k) => stroke(line([[lerp(x, next.x, k / 6), lerp(top, topNext, k / 6)], [lerp(x - side * 30 * scale, next.x, k / 6), lerp(top - 90 * scale * grow, topNext - 90 * scale * next.grow, k / 6)]]), '#123430', 2.5 * scale, { opacity: 0.6 })),
        stroke(line([[x, top], [next.x, topNext]]), '#e9a9b6', 2 * scale, { opacity: 0.6 }),
        shape(bay, '#04100f', { opacity: dark * 0.8 }),
        shape(roof, '#04100f', { opacity: dark * 0.7 }),
      );
    }
  }
  sheet.draw(fog(sheet, { cloud: { x: 100, y: floor, width: 1000, height: 260 }, density: 0.55, fill: sheet.linear([0, floor - 120 * scale], [0, Math.min(height, floor + 220 * scale)], [[0, '#9fd0c0', 0], [0.5, '#e6b4c0', 0.6], [1, '#9fd0c0', 0]]), box: { x: 0, y: wy, width, height: height - wy } }));
}

/** Paving in perspective, and the window thrown across it in coloured light. */
function drawFloor(sheet: Sheet, { window: [wx], radius, floor, foot, scale }: Layout): void {
  const { width, height } = sheet.frame;
  const chance = dice('paving');
  const box = { x: 0, y: floor, width, height: height - floor };
  const vanish: Point = [wx, floor - 120 * scale];
  sheet.draw(rect(box, sheet.radial([wx, floor], 1000 * scale, [[0, '#b58a94'], [0.3, '#4f7a70'], [0.7, '#1d3f3a'], [1, '#0a1b1a']], 0.6)));
  const rows = 11;
  const yAt = (i: number) => floor + box.height * (i / rows) ** 1.7;
  const xAt = (j: number, y: number) => vanish[0] + j * 120 * scale * ((y - vanish[1]) / (floor - vanish[1]));
  for (const i of range(rows)) {
    for (const j of range(40)) {
      const column = j - 20;
      const [y0, y1] = [yAt(i), yAt(i + 1)];
      const tile = poly([[xAt(column, y0), y0], [xAt(column + 1, y0), y0], [xAt(column + 1, y1), y1], [xAt(column, y1), y1]]);
      sheet.draw(shape(tile, (i + j) % 2 ? '#04100f' : '#cfeee2', { opacity: (i + j) % 2 ? chance.between(0.15, 0.4) : chance.between(0, 0.1) }), stroke(tile, '#05110f', 2 + i * 0.25, { opacity: 0.7 }));
    }
  }
  sheet.draw(
    rect(box, stone(sheet, 240), { opacity: 0.6 }),
    group({ transform: `translate(${wx} ${foot[1] + 90 * scale}) scale(1.25 0.36)`, opacity: 0.62, style: 'mix-blend-mode:screen' }, [
      roseWindow(dice('rose on stone'), [0, 0], radius * 1.1, quartz.map((color) => color), '#14302b'),
    ]),
    rect(box, sheet.radial([wx, foot[1] + 60 * scale], 800 * scale, [[0, '#071413', 0], [0.5, '#071413', 0.25], [1, '#050f0e', 0.9]], 0.5)),
  );
}

/** Beams between the panes, wider as they come nearer. */
function rays(sheet: Sheet, { window: [wx, wy], radius, foot, scale }: Layout): string {
  const chance = dice('rays');
  const fade = sheet.linear([wx, wy - radius * 0.2], [wx, foot[1] + 200 * scale], [[0, '#ffd9dc', 0], [0.22, '#ffd9dc', 0.24], [0.6, '#f3a8b8', 0.1], [1, '#e27f9c', 0]]);
  return group({ style: 'mix-blend-mode:screen' }, range(9).map((i) => {
    const a = (i / 8) * 2 - 1 + chance.between(-0.08, 0.08);
    const w = chance.between(0.04, 0.13) * radius;
    const far = a * radius * 2.1;
    return shape(poly([[wx + a * radius * 0.8 - w, wy - radius * 0.2], [wx + a * radius * 0.8 + w, wy - radius * 0.2], [wx + far + w * 3, foot[1] + 220 * scale], [wx + far - w * 3, foot[1] + 220 * scale]]), fade);
  }));
}

/** Dust of glass in the light. */
function motes({ window: [wx, wy], radius, foot }: Layout, frame: Frame): string {
  const chance = dice('motes');
  return range(90).map(() => {
    const x = wx + chance.between(-1, 1) * radius * 1.9;
    const y = lerp(wy - radius, Math.min(frame.height, foot[1] + 150), chance.next());
    const r = chance.between(0.8, 3.4);
    return shape(poly([[x, y - r * 1.6], [x + r, y], [x, y + r * 1.6], [x - r, y]]), '#fff0ee', { opacity: chance.between(0.25, 0.9) });
  }).join('');
}
