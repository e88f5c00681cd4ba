import { num, type Point, range } from '#art/geometry.ts';
import { ellipse, group, type Sheet, shape, stroke } from '#art/sheet.ts';
import { blur } from '#art/texture.ts';

/** An old brass key lying on wood: its bow a ring of three lobes, its bit cut for one lock, all of it in the books' light. */
export function brassKey(sheet: Sheet, [x, y]: Point, s: number): string {
  const brass = sheet.linear(
    [0, -46],
    [0, 56],
    [
      [0, '#ffe3a8'],
      [0.3, '#d99a4a'],
      [0.55, '#8a5524'],
      [1, '#3a2110'],
    ],
  );
  const edge = { stroke: '#1c0f07', 'stroke-width': 3, 'stroke-linejoin': 'round' };
  const bow =
    'M-20 -9C-22 -22 -34 -30 -46 -26C-50 -44 -84 -46 -90 -26C-112 -30 -124 -10 -112 2C-124 14 -112 34 -90 30C-84 50 -50 48 -46 30C-34 34 -22 24 -20 11Z' +
    'M-46 2C-46 -12 -56 -18 -68 -18C-82 -18 -92 -10 -92 2C-92 14 -82 22 -68 22C-56 22 -46 16 -46 2Z';
  return group({ transform: `translate(${num(x)} ${num(y)}) rotate(-5) scale(${s} ${s * 0.7})` }, [
    ellipse([110, 34], 250, 20, '#000', {
      opacity: 0.75,
      filter: blur(sheet, 9, { x: -200, y: -40, width: 620, height: 150 }),
    }),
    shape(bow, brass, { ...edge, 'fill-rule': 'evenodd' }),
    shape('M-24 -9H330C338 -9 340 11 330 11H-24Z', brass, edge),
    // The bit: two teeth with a slot between them.
    shape('M244 8H316V58H292V34H280V58H244Z', brass, edge),
    ...range(3).map((i) => shape(`M${-14 + i * 15} -14H${-4 + i * 15}V16H${-14 + i * 15}Z`, brass, edge)),
    shape('M204 -13H216V15H204Z', brass, edge),
    stroke(
      'M36 -5H200M222 -5H330M-86 -24C-80 -40 -54 -40 -49 -25M-112 -2C-120 -12 -108 -26 -92 -23',
      '#fff3cf',
      3,
    ),
    stroke('M248 12H312M296 30H313', '#fff3cf', 1.8, { opacity: 0.6 }),
  ]);
}
