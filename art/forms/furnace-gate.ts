import { line, num, type Point, poly, range } from '../geometry.ts';
import type { Dice } from '../random.ts';
import { ellipse, group, rect, type Sheet, shape, stroke } from '../sheet.ts';
import { blur } from '../texture.ts';
import { arch, crenels } from './masonry.ts';

interface Gate {
  foot: Point;
  scale: number;
  fill: string;
  rim: string;
  /** The paint that makes stone of it. */
  texture: string;
}

/** The gatehouse of the Fortress: an iron furnace door in basalt, one leaf ajar, the fire behind it. */
export function furnaceGate(
  sheet: Sheet,
  chance: Dice,
  { foot, scale: s, fill, rim, texture }: Gate,
): string {
  const [x, y] = foot;
  const p = (dx: number, dy: number): Point => [x + dx * s, y + dy * s];
  const house = poly([
    ...crenels(x - 214 * s, x + 214 * s, y - 560 * s, 24 * s, 30 * s),
    p(214, -520),
    p(196, -500),
    p(208, 0),
    p(-208, 0),
    p(-196, -500),
    p(-214, -520),
  ]);
  const opening = arch(x, y, 268 * s, 438 * s, 0.35);
  const fire = sheet.linear(p(20, -430), p(20, 0), [
    [0, '#ff8a2e'],
    [0.3, '#ffc061'],
    [0.7, '#fff0bd'],
    [1, '#fffbe6'],
  ]);
  const iron = sheet.linear(p(-134, 0), p(134, 0), [
    [0, '#060708'],
    [0.42, '#2a1a14'],
    [0.5, '#7a3b1c'],
    [1, '#0a0a0b'],
  ]);
  // Voussoirs: stones of the arch, each pointing at its middle.
  const stones = range(19).map((i) => {
    const a = Math.PI * (1 + i / 18);
    const ring = (r: number): Point => p(Math.cos(a) * r, -300 + Math.sin(a) * r * 1.12);
    return stroke(line([ring(136), ring(180)]), '#050403', 2.6 * s, { opacity: 0.8 });
  });
  const courses = range(22).flatMap((i) => {
    const cy = -25 * i - 10;
    const seam = stroke(line([p(-210, cy), p(210, cy)]), '#050403', 1.8 * s, { opacity: 0.5 });
    const ends = range(14).map((j) => {
      const cx = -210 + j * 32 + (i % 2) * 16 + chance.between(-4, 4);
      return stroke(line([p(cx, cy), p(cx, cy - 25)]), '#050403', 1.5 * s, { opacity: 0.4 });
    });
    return [seam, ...ends];
  });
  const rivets = (fx: number, tx: number, cy: number, count: number, bow: number) =>
    range(count).map((i) => {
      const t = (i + 0.5) / count;
      return (
        ellipse(p(fx + (tx - fx) * t, cy + bow * t), 4.2 * s, 4.2 * s, '#0b0807') +
        ellipse(p(fx + (tx - fx) * t + 1.4, cy + bow * t - 1.4), 1.5 * s, 1.5 * s, rim)
      );
    });
  const bands = [-70, -190, -310];
  // The left leaf is shut; the right one stands ajar and shows its edge.
  const leftLeaf = [
    shape(poly([p(-134, 0), p(-134, -300), p(-118, -360), p(-80, -412), p(-22, -436), p(-22, 0)]), iron),
    ...range(5).map((i) =>
      stroke(line([p(-120 + i * 24, 0), p(-120 + i * 24, -372 - i * 13)]), '#000', 2 * s, { opacity: 0.6 }),
    ),
    ...bands.flatMap((cy) => [
      rect({ x: x - 134 * s, y: y + (cy - 15) * s, width: 112 * s, height: 30 * s }, '#100c0b'),
      stroke(line([p(-134, cy - 15), p(-22, cy - 15)]), rim, 1.4 * s, { opacity: 0.5 }),
      ...rivets(-130, -26, cy, 5, 0),
    ]),
    stroke(line([p(-22, 0), p(-22, -436)]), '#ffd591', 3.4 * s),
  ];
  const rightLeaf = [
    shape(poly([p(134, 0), p(134, -300), p(124, -352), p(96, -398), p(58, -404), p(58, 26)]), '#140d0a'),
    ...range(3).map((i) =>
      stroke(line([p(76 + i * 20, 18 - i * 6), p(76 + i * 20, -400 + i * 14)]), '#000', 2 * s, {
        opacity: 0.7,
      }),
    ),
    ...bands.flatMap((cy) => [
      shape(poly([p(58, cy - 17), p(134, cy - 15), p(134, cy + 15), p(58, cy + 20)]), '#0b0808'),
      ...rivets(62, 132, cy, 3, 0),
    ]),
    // The leaf's thickness, lit from inside.
    shape(
      poly([p(58, 26), p(58, -404), p(44, -410), p(44, 14)]),
      sheet.linear(p(0, -410), p(0, 20), [
        [0, '#e06a20'],
        [0.6, '#ffb95e'],
        [1, '#ffe2a6'],
      ]),
    ),
  ];
  // Bars and hanging hooks stand black in the fire, so that the eye believes the depth.
  const inside = [
    rect({ x: x - 140 * s, y: y - 440 * s, width: 280 * s, height: 440 * s }, fire),
    ...range(3).map((i) =>
      stroke(line([p(-12 + i * 20, -440), p(-12 + i * 20, -300 - i * 26)]), '#8a3512', 4 * s, {
        opacity: 0.75,
      }),
    ),
    stroke(
      `M${num(x - 20 * s)} ${num(y - 128 * s)}h${num(70 * s)}M${num(x - 20 * s)} ${num(y - 96 * s)}h${num(70 * s)}`,
      '#d9731f',
      5 * s,
      { opacity: 0.6 },
    ),
  ];
  return (
    group({}, [shape(house, fill), shape(house, texture, { opacity: 0.5 }), ...courses, ...stones]) +
    group({ 'clip-path': sheet.clip(opening) }, [...inside, ...leftLeaf]) +
    group({}, rightLeaf) +
    shape(poly([p(-22, -436), p(44, -408), p(44, 10), p(-22, 0)]), '#fff3c9', {
      filter: blur(sheet, 14 * s, { x: x - 80 * s, y: y - 490 * s, width: 180 * s, height: 560 * s }),
      opacity: 0.75,
      style: 'mix-blend-mode:screen',
    }) +
    stroke(opening.replace(/Z$/, ''), rim, 3 * s)
  );
}
