import { curve, line, type Point, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { ellipse, group, type Sheet, shape, stroke } from '#art/sheet.ts';
import type { Layout } from './layout.ts';

/** The water's skin: its bright edge, ripples on the cut, and the lamp broken into pieces. */
export function surface(sheet: Sheet, { water, scale }: Layout, lamp: Point): string {
  const { width } = sheet.frame;
  const chance = dice('surface');
  const edge = range(121).map(
    (i): Point => [
      (i / 120) * width,
      water + Math.sin(i * 0.9) * 2.4 * scale + chance.between(-1.6, 1.6) * scale,
    ],
  );
  const bright = sheet.radial([lamp[0], water], 760 * scale, [
    [0, '#fff0b8'],
    [0.3, '#f2cc78', 0.95],
    [1, '#d9efdc', 0.55],
  ]);
  const pieces = range(46).map(() => {
    const away = chance.between(-1, 1) * Math.abs(chance.between(-1, 1));
    const [x, y] = [lamp[0] + away * 300 * scale, water + chance.between(4, 40) * scale];
    const w = chance.between(12, 60) * scale * (1 - Math.abs(away) * 0.6);
    return shape(
      curve(
        [
          [x - w, y],
          [x, y - 2.6 * scale],
          [x + w, y],
          [x, y + 2.6 * scale],
        ],
        true,
      ),
      '#ffe2a0',
      { opacity: (1 - Math.abs(away)) * chance.between(0.25, 0.85) },
    );
  });
  const ripples = range(70).map(() => {
    const [x, y] = [chance.next() * width, water + chance.between(6, 80) * scale];
    const w = chance.between(20, 110) * scale;
    return stroke(`M${x - w} ${y}q${w / 2} ${-4 * scale} ${w} 0t${w} 0`, '#d9efdc', 1.4, {
      opacity: chance.between(0.06, 0.3),
    });
  });
  return [
    ...ripples,
    ...pieces,
    stroke(line(edge), bright, 4 * scale),
    stroke(line(edge.map(([x, y]): Point => [x, y + 7 * scale])), '#06211b', 5 * scale, { opacity: 0.5 }),
  ].join('');
}

/** A boat nobody rows, its rope slack. */
export function rowingBoat([x, y]: Point, s: number): string {
  return group({}, [
    stroke(
      `M${x - 200 * s} ${y - 96 * s}Q${x - 150 * s} ${y + 8 * s} ${x - 84 * s} ${y - 26 * s}`,
      '#15201b',
      3 * s,
    ),
    shape(
      `M${x - 92 * s} ${y - 34 * s}Q${x} ${y - 18 * s} ${x + 92 * s} ${y - 40 * s}Q${x + 78 * s} ${y + 14 * s} ${x + 46 * s} ${y + 18 * s}H${x - 52 * s}Q${x - 80 * s} ${y + 10 * s} ${x - 92 * s} ${y - 34 * s}Z`,
      '#0a1512',
    ),
    stroke(
      `M${x - 92 * s} ${y - 34 * s}Q${x} ${y - 18 * s} ${x + 92 * s} ${y - 40 * s}`,
      '#e8b45c',
      2.6 * s,
      { opacity: 0.85 },
    ),
    stroke(`M${x - 84 * s} ${y - 12 * s}Q${x} ${y + 4 * s} ${x + 84 * s} ${y - 16 * s}`, '#000', 2 * s, {
      opacity: 0.6,
    }),
    stroke(
      line([
        [x + 30 * s, y - 26 * s],
        [x + 104 * s, y + 30 * s],
      ]),
      '#0a1512',
      4 * s,
    ),
  ]);
}

/** A bell buoy that leans as if something had just passed under it. */
export function buoy([x, y]: Point, s: number): string {
  return group({ transform: `translate(${x} ${y}) rotate(-14) scale(${s})` }, [
    shape('M-30 -6Q0 -16 30 -6L24 22Q0 30 -24 22Z', '#10241e'),
    stroke('M-20 -10L-8 -84M20 -10L8 -84M-15 -40H15M-12 -60H12', '#10241e', 4),
    shape('M-9 -66Q0 -78 9 -66L11 -50H-11Z', '#0a1815'),
    ellipse([0, -90], 6, 6, '#10241e'),
    stroke('M-28 -7Q0 -17 28 -7', '#d8b06a', 2, { opacity: 0.7 }),
  ]);
}
