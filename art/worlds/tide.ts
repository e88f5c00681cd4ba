import { jetty, lampPost, longBody, manInHat } from '../forms/jetty.ts';
import { curve, lerp, line, type Point, poly, range } from '../geometry.ts';
import { dice } from '../random.ts';
import { createSheet, ellipse, type Frame, group, rect, type Sheet, shape, stroke } from '../sheet.ts';
import { blur, fibres, finish, fog, glow } from '../texture.ts';

interface Layout {
  /** Where air ends. */
  water: number;
  /** End of the jetty, height of its deck, where it comes from. */
  end: number;
  deck: number;
  from: number;
  scale: number;
  /** The middle line of what lies below, and how thick it is. */
  body: readonly Point[];
  thick: number;
}

const layouts: Readonly<Record<Frame['crop'], Layout>> = {
  cover: {
    water: 700, end: 720, deck: 596, from: -40, scale: 1.05, thick: 190,
    body: [[1340, 1420], [1180, 1290], [960, 1240], [700, 1290], [450, 1370], [220, 1330], [90, 1190], [150, 1050], [330, 985], [520, 960], [640, 905], [706, 836], [742, 780]],
  },
  wide: {
    water: 480, end: 1640, deck: 404, from: -40, scale: 0.78, thick: 150,
    body: [[-120, 880], [160, 780], [460, 760], [760, 830], [1060, 880], [1340, 830], [1560, 745], [1820, 710], [2020, 760], [2060, 700], [1960, 620], [1800, 600], [1700, 560], [1664, 520]],
  },
  tall: {
    water: 600, end: 740, deck: 506, from: -40, scale: 0.98, thick: 170,
    body: [[1340, 1220], [1180, 1110], [960, 1060], [700, 1100], [450, 1160], [220, 1120], [100, 1000], [170, 890], [340, 830], [530, 800], [650, 750], [724, 700], [758, 655]],
  },
};

/** Alone Against the Tide: one lamp on a jetty in green fog, a man who looks the wrong way, and what lies below him. */
export function drawTide(frame: Frame): string {
  const sheet = createSheet('tide', frame);
  const layout = layouts[frame.crop];
  const { width } = frame;
  const { water, end, deck, from, scale } = layout;
  const post = lampPost([end - 112 * scale, deck + 4], 330 * scale, scale, '#ffcf80');
  const lamp = post.head;
  drawAir(sheet, layout, lamp);
  drawWater(sheet, layout, lamp);
  const rim = sheet.radial(lamp, 620 * scale, [[0, '#ffe2a0'], [0.5, '#f0a03c', 0.8], [1, '#5a7a58', 0.15]]);
  sheet.draw(
    jetty({
      chance: dice('jetty'), from, to: end, deck, water, bed: water + 700 * scale, scale,
      wood: sheet.linear([0, deck - 20], [0, water + 520 * scale], [[0, '#3a3524'], [0.22, '#141a15'], [0.5, '#0d2620'], [1, '#0d2a24']]),
      rim, texture: fibres(sheet, 90, 300),
    }),
    post.drawing,
    manInHat([end - 34 * scale, deck + 1], 142 * scale, '#ffc870'),
    glow(sheet, lamp, 560 * scale, [[0, '#fff0c8', 0.85], [0.08, '#ffd078', 0.6], [0.3, '#e8a040', 0.28], [1, '#6a7a40', 0]]),
    rowingBoat([end + 190 * scale, water + 6], scale),
    buoy([end + (frame.crop === 'wide' ? 560 : 396) * scale, water + 2], scale),
    surface(sheet, layout, lamp),
    fog(sheet, {
      cloud: { x: 200, y: water, width: 1500, height: 240 }, box: { x: 0, y: water - 260 * scale, width, height: 330 * scale }, density: 0.85,
      fill: sheet.linear([0, water - 240 * scale], [0, water + 60 * scale], [[0, '#b9d6c2', 0], [0.7, '#cfe6d2', 0.75], [1, '#8fb8a4', 0]]),
    }),
    finish(sheet, '#010806', [lerp(lamp[0], width / 2, 0.5), water]),
  );
  return sheet.toSvg();
}

/** Fog with a town in it. */
function drawAir(sheet: Sheet, { water, scale }: Layout, lamp: Point): void {
  const { width } = sheet.frame;
  const chance = dice('town');
  sheet.draw(
    rect(sheet.all, sheet.linear([0, 0], [0, water], [[0, '#1c3a33'], [0.45, '#4d7a69'], [1, '#a9c9b3']])),
    fog(sheet, { cloud: { x: 0, y: 0, width: 1500, height: 520 }, box: { x: 0, y: 0, width, height: water }, fill: sheet.linear([0, 0], [0, water], [[0, '#0c231e', 0.95], [0.5, '#2d5549', 0.6], [1, '#d5ead6', 0.5]]) }),
  );
  for (const [i, color] of ['#7fa793', '#55806f'].entries()) {
    const base = water + 4;
    const houses: Point[] = [[-20, base]];
    const lights: string[] = [];
    for (let x = -20; x < width + 20; ) {
      const w = chance.between(34, 90) * scale;
      const h = chance.between(30, 74) * scale * (1 + i * 0.3) * (0.5 + Math.abs(chance.wave(x / 240)));
      const spire = i === 0 ? chance.chance(0.06) : chance.chance(0.05);
      if (spire) houses.push([x, base - h], [x, base - h - 60 * scale], [x + 14 * scale, base - h - 170 * scale], [x + 28 * scale, base - h - 60 * scale], [x + 28 * scale, base - h]);
      else houses.push([x, base - h], [x + w * 0.5, base - h - w * 0.42], [x + w, base - h]);
      if (chance.chance(0.3)) houses.push([x + w, base - h - 24 * scale], [x + w + 8 * scale, base - h - 24 * scale], [x + w + 8 * scale, base - h * 0.8]);
      if (i === 1 && chance.chance(0.25)) lights.push(rect({ x: x + w * 0.4, y: base - h * 0.7, width: 5 * scale, height: 8 * scale }, '#ffd48a', { opacity: 0.75 }));
      x += w + chance.between(0, 40) * scale;
    }
    houses.push([width + 20, base]);
    sheet.draw(
      shape(poly(houses), color, { opacity: 0.85 }),
      ...lights,
      fog(sheet, { cloud: { x: 300 * i, y: water - 100, width: 1200, height: 260 }, box: { x: 0, y: water - 330 * scale, width, height: 340 * scale }, density: 0.9, fill: sheet.linear([0, water - 300 * scale], [0, water], [[0, '#b9d6c2', 0], [0.8, '#cfe6d2', 0.8], [1, '#dbeeda', 0.9]]) }),
    );
  }
  sheet.draw(
    glow(sheet, lamp, 900 * scale, [[0, '#ffdf9a', 0.75], [0.25, '#e0a850', 0.4], [0.6, '#8a9a58', 0.18], [1, '#4d7a69', 0]]),
    ...range(7).map((i) => {
      const [x, y] = [chance.between(0.1, 0.95) * width, chance.between(0.16, 0.5) * water];
      const s = chance.between(10, 22) * scale;
      return stroke(`M${x - s} ${y + s * 0.1}Q${x - s * 0.4} ${y - s * 0.5} ${x} ${y}Q${x + s * 0.4} ${y - s * 0.5} ${x + s} ${y + (i % 2) * s * 0.2}`, '#16302a', 2.4 * scale, { opacity: 0.7 });
    }),
  );
}

/** The water cut open: light from the lamp above, murk below, and the long body between. */
function drawWater(sheet: Sheet, { water, end, scale, body, thick }: Layout, lamp: Point): void {
  const { width, height } = sheet.frame;
  const chance = dice('deep');
  const box = { x: 0, y: water, width, height: height - water };
  sheet.draw(
    rect(box, sheet.linear([0, water], [0, height], [[0, '#5f9a84'], [0.1, '#2f7060'], [0.42, '#12463c'], [0.75, '#08261f'], [1, '#03100d']])),
    glow(sheet, [lamp[0], water + 30], 620 * scale, [[0, '#f2d27a', 0.8], [0.3, '#9aa850', 0.42], [1, '#1d5a48', 0]], 0.85),
    fog(sheet, { cloud: { x: 100, y: 0, width: 1300, height: 700 }, box, density: 0.5, fill: sheet.linear([0, water], [0, height], [[0, '#7fc0a4', 0.5], [0.6, '#1a5a4a', 0.5], [1, '#020a08', 0.9]]) }),
  );
  // Beams that sway as they sink.
  const fade = sheet.linear([0, water], [0, water + 620 * scale], [[0, '#f6e6a0', 0.42], [0.5, '#a8c888', 0.14], [1, '#4a8a70', 0]]);
  sheet.draw(group({ style: 'mix-blend-mode:screen' }, range(11).map((i) => {
    const a = (i / 10) * 2 - 1;
    const x = lamp[0] + a * 210 * scale;
    const far = lamp[0] + a * 560 * scale + chance.between(-60, 60);
    const w = chance.between(10, 34) * scale;
    return shape(poly([[x - w * 0.4, water], [x + w * 0.4, water], [far + w * 1.5, water + 640 * scale], [far - w * 1.5, water + 640 * scale]]), fade);
  })));
  const middle = smoothed(body, 64);
  const murk = blur(sheet, 9 * scale, box);
  const dark = sheet.radial([lamp[0], water + 60 * scale], 1050 * scale, [[0, '#0f3a30'], [0.4, '#06231d'], [1, '#041611']]);
  const rim = sheet.radial([lamp[0], water], 1000 * scale, [[0, '#ffe9a0'], [0.35, '#b9d08a', 0.8], [0.8, '#5fa088', 0.35], [1, '#3a7a68', 0.15]]);
  const shadow = middle.map(([x, y]): Point => [x + 30 * scale, y + 60 * scale]);
  sheet.draw(
    group({ filter: murk, opacity: 0.5 }, [longBody(shadow, thick * 1.1, dice('shadow'), { skin: '#020d0a', back: '#020d0a', rim: '#020d0a' })]),
    longBody(middle, thick, dice('body'), { skin: dark, back: '#06241d', rim }),
    fog(sheet, { cloud: { x: 0, y: 200, width: 1100, height: 500 }, box, density: 0.75, fill: sheet.linear([0, water + 200 * scale], [0, height], [[0, '#2f7a66', 0], [0.5, '#17584a', 0.6], [1, '#04140f', 0.95]]) }),
  );
  // Fish that leave, bubbles that stay.
  for (const i of range(26)) {
    const t = chance.next();
    const [x, y] = [end + lerp(120, 560, t) * scale * (i % 5 ? 1 : -1.3), water + chance.between(90, 330) * scale];
    const s = chance.between(5, 11) * scale;
    sheet.draw(shape(`M${x} ${y}q${s} ${-s * 0.6} ${s * 2} 0q${-s} ${s * 0.6} ${-s * 2} 0l${-s * 0.8} ${-s * 0.45}v${s * 0.9}Z`, '#0b2f27', { opacity: 0.85 }));
  }
  for (const _ of range(40)) {
    const r = chance.between(1.2, 6) * scale;
    const at: Point = [lamp[0] + chance.between(-300, 330) * scale, water + chance.between(30, 620) * scale];
    sheet.draw(ellipse(at, r, r, 'none', { stroke: '#d9efc8', 'stroke-width': 1.3, opacity: chance.between(0.15, 0.6) }));
  }
}

/** Points along the smooth line through `points`. */
function smoothed(points: readonly Point[], count: number): Point[] {
  const at = (i: number) => points[Math.min(points.length - 1, Math.max(0, i))] ?? ([0, 0] as Point);
  return range(count).map((k): Point => {
    const u = (k / (count - 1)) * (points.length - 1);
    const i = Math.min(points.length - 2, Math.floor(u));
    const t = u - i;
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const mix = (j: 0 | 1) =>
      0.5 * (2 * b[j] + (c[j] - a[j]) * t + (2 * a[j] - 5 * b[j] + 4 * c[j] - d[j]) * t * t + (3 * b[j] - a[j] - 3 * c[j] + d[j]) * t ** 3);
    return [mix(0), mix(1)];
  });
}

/** The water's skin: its bright edge, ripples on the cut, and the lamp broken into pieces. */
function surface(sheet: Sheet, { water, scale }: Layout, lamp: Point): string {
  const { width } = sheet.frame;
  const chance = dice('surface');
  const edge = range(121).map((i): Point => [(i / 120) * width, water + Math.sin(i * 0.9) * 2.4 * scale + chance.between(-1.6, 1.6) * scale]);
  const bright = sheet.radial([lamp[0], water], 760 * scale, [[0, '#fff0b8'], [0.3, '#f2cc78', 0.95], [1, '#d9efdc', 0.55]]);
  const pieces = range(46).map(() => {
    const away = chance.between(-1, 1) * Math.abs(chance.between(-1, 1));
    const [x, y] = [lamp[0] + away * 300 * scale, water + chance.between(4, 40) * scale];
    const w = chance.between(12, 60) * scale * (1 - Math.abs(away) * 0.6);
    return shape(curve([[x - w, y], [x, y - 2.6 * scale], [x + w, y], [x, y + 2.6 * scale]], true), '#ffe2a0', { opacity: (1 - Math.abs(away)) * chance.between(0.25, 0.85) });
  });
  const ripples = range(70).map(() => {
    const [x, y] = [chance.next() * width, water + chance.between(6, 80) * scale];
    const w = chance.between(20, 110) * scale;
    return stroke(`M${x - w} ${y}q${w / 2} ${-4 * scale} ${w} 0t${w} 0`, '#d9efdc', 1.4, { opacity: chance.between(0.06, 0.3) });
  });
  return [...ripples, ...pieces, stroke(line(edge), bright, 4 * scale), stroke(line(edge.map(([x, y]): Point => [x, y + 7 * scale])), '#06211b', 5 * scale, { opacity: 0.5 })].join('');
}

/** A boat nobody rows, its rope slack. */
function rowingBoat([x, y]: Point, s: number): string {
  return group({}, [
    stroke(`M${x - 200 * s} ${y - 96 * s}Q${x - 150 * s} ${y + 8 * s} ${x - 84 * s} ${y - 26 * s}`, '#15201b', 3 * s),
    shape(`M${x - 92 * s} ${y - 34 * s}Q${x} ${y - 18 * s} ${x + 92 * s} ${y - 40 * s}Q${x + 78 * s} ${y + 14 * s} ${x + 46 * s} ${y + 18 * s}H${x - 52 * s}Q${x - 80 * s} ${y + 10 * s} ${x - 92 * s} ${y - 34 * s}Z`, '#0a1512'),
    stroke(`M${x - 92 * s} ${y - 34 * s}Q${x} ${y - 18 * s} ${x + 92 * s} ${y - 40 * s}`, '#e8b45c', 2.6 * s, { opacity: 0.85 }),
    stroke(`M${x - 84 * s} ${y - 12 * s}Q${x} ${y + 4 * s} ${x + 84 * s} ${y - 16 * s}`, '#000', 2 * s, { opacity: 0.6 }),
    stroke(line([[x + 30 * s, y - 26 * s], [x + 104 * s, y + 30 * s]]), '#0a1512', 4 * s),
  ]);
}

/** A bell buoy that leans as if something had just passed under it. */
function buoy([x, y]: Point, s: number): string {
  return group({ transform: `translate(${x} ${y}) rotate(-14) scale(${s})` }, [
    shape('M-30 -6Q0 -16 30 -6L24 22Q0 30 -24 22Z', '#10241e'),
    stroke('M-20 -10L-8 -84M20 -10L8 -84M-15 -40H15M-12 -60H12', '#10241e', 4),
    shape('M-9 -66Q0 -78 9 -66L11 -50H-11Z', '#0a1815'),
    ellipse([0, -90], 6, 6, '#10241e'),
    stroke('M-28 -7Q0 -17 28 -7', '#d8b06a', 2, { opacity: 0.7 }),
  ]);
}
