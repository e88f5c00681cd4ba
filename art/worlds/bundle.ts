import { line, num, type Point, poly, range } from '../geometry.ts';
import { dice } from '../random.ts';
import { createSheet, ellipse, type Frame, group, rect, type Sheet, shape, stroke } from '../sheet.ts';
import { blur, fibres, finish, fog, glow, stone } from '../texture.ts';

interface Book {
  /** Lower left corner of the front, its width, its lean in degrees. */
  at: Point;
  wide: number;
  turn: number;
  /** The drawing on its front, 3:4. */
  front: string;
  cloth: string;
  glint: string;
}

/** The bundle: two books lean on each other on a dark shelf, each lit by its own picture, and one key before them. */
export function drawBundle(frame: Frame, fronts: readonly [fortress: string, fist: string]): string {
  const sheet = createSheet('bundle', frame);
  const { width, height } = frame;
  const shelf = 1310;
  const books: [Book, Book] = [
    { at: [116, shelf - 46], wide: 720, turn: 4, front: fronts[0], cloth: '#2a1a14', glint: '#ff9a4a' },
    { at: [530, shelf + 62], wide: 630, turn: -7, front: fronts[1], cloth: '#3a1418', glint: '#f2c14e' },
  ];
  const boards = fibres(sheet, 190, 900, 90);
  sheet.draw(
    rect(sheet.all, sheet.linear([0, 0], [0, shelf], [[0, '#050c0e'], [0.6, '#0d1d20'], [1, '#142a2d']])),
    // Boards of the bookcase's back.
    ...range(7).map((i) => stroke(line([[i * 200 - 30, 0], [i * 200 - 34, shelf]]), '#03080a', 7, { opacity: 0.7 })),
    rect({ x: 0, y: 0, width, height: shelf }, fibres(sheet, 160, 1000), { opacity: 0.45 }),
    glow(sheet, [380, 640], 820, [[0, '#ff8a34', 0.5], [0.5, '#8a3a16', 0.22], [1, '#1a1a18', 0]]),
    glow(sheet, [850, 560], 700, [[0, '#f2b24a', 0.4], [0.5, '#7a4a1c', 0.18], [1, '#1a1a18', 0]]),
    fog(sheet, { cloud: { x: 0, y: 0, width: 1200, height: 800 }, density: 0.45, fill: sheet.linear([0, 0], [0, shelf], [[0, '#16343a', 0.9], [0.7, '#8a5030', 0.35], [1, '#8a5030', 0]]) }),
    rect({ x: 0, y: shelf - 60, width, height: height - shelf + 60 }, sheet.linear([0, shelf - 60], [0, height], [[0, '#0b1416'], [0.2, '#1c1a16'], [1, '#0a0908']])),
    rect({ x: 0, y: shelf - 60, width, height: 190 }, boards, { opacity: 0.9 }),
    glow(sheet, [400, shelf + 40], 460, [[0, '#ff9a4a', 0.65], [0.5, '#a8501c', 0.25], [1, '#2a1410', 0]], 0.24),
    glow(sheet, [850, shelf + 60], 420, [[0, '#f6c056', 0.5], [0.5, '#8a5a1c', 0.2], [1, '#2a1c10', 0]], 0.24),
  );
  for (const book of books) sheet.draw(standing(sheet, book));
  // The shelf's front edge, and the key.
  sheet.draw(
    rect({ x: 0, y: shelf + 130, width, height: height - shelf - 130 }, sheet.linear([0, shelf + 130], [0, height], [[0, '#3a2a1c'], [0.06, '#1c1611'], [1, '#050606']])),
    rect({ x: 0, y: shelf + 130, width, height: height - shelf - 130 }, boards, { opacity: 0.8 }),
    stroke(line([[0, shelf + 130], [width, shelf + 130]]), '#e8904a', 3, { opacity: 0.6 }),
    ironKey([170, shelf + 92], 1.1, '#ffc27a'),
    finish(sheet, '#010304', [560, 800]),
  );
  return sheet.toSvg();
}

function standing(sheet: Sheet, { at, wide, turn, front, cloth, glint }: Book): string {
  const tall = (wide * 4) / 3;
  const spine = wide * 0.11;
  const head = wide * 0.045;
  const face = { x: 0, y: -tall, width: wide, height: tall };
  const paper = range(11).map((i) => stroke(line([[wide + 3 + i * 0.6, -tall + 6 - i * (head / 14)], [wide + spine * 0.2, -i]]), '#1a120c', 0.8, { opacity: 0.1 }));
  const shadow = shape(poly([[-spine, 8], [wide + 60, 8], [wide + 170, 46], [-spine + 30, 46]]), '#000', { opacity: 0.7, filter: blur(sheet, 16, { x: -spine - 80, y: -60, width: wide + 340, height: 200 }) });
  const edge = poly([[0, 0], [-spine, -8], [-spine, -tall - 8 + head * 0.4], [0, -tall]]);
  const top = poly([[0, -tall], [-spine, -tall - 8 + head * 0.4], [wide - spine * 0.9, -tall - head], [wide, -tall]]);
  return group({ transform: `translate(${num(at[0])} ${num(at[1])}) rotate(${turn})` }, [
    shadow,
    // The spine with its raised bands, the head of the pages, the front.
    shape(edge, cloth),
    shape(edge, stone(sheet, 120), { opacity: 0.5 }),
    ...[0.14, 0.32, 0.5, 0.68, 0.86].map((t) => shape(poly([[0, -tall * t], [-spine - 3, -tall * t - 6], [-spine - 3, -tall * t + 8], [0, -tall * t + 14]]), '#000', { opacity: 0.55 }) + stroke(line([[0, -tall * t], [-spine - 3, -tall * t - 6]]), glint, 2, { opacity: 0.7 })),
    shape(top, '#4a3c2a'),
    ...range(7).map((i) => stroke(line([[-spine + (i / 7) * spine, -tall - 7 + head * 0.4 - i * 0.4], [wide - spine * 0.9 + (i / 7) * spine * 0.9, -tall - head + (i / 7) * head]]), '#1c140c', 1.4, { opacity: 0.7 })),
    ...paper,
    nested(front, face),
    rect(face, 'none', { stroke: '#000', 'stroke-width': 3, opacity: 0.7 }),
    // The hinge, and the edge that catches the other book's light.
    rect({ x: wide * 0.035, y: -tall, width: 5, height: tall }, '#000', { opacity: 0.4 }),
    rect({ x: wide * 0.045, y: -tall, width: 2.5, height: tall }, glint, { opacity: 0.25 }),
    stroke(line([[0, -tall], [wide, -tall], [wide, 0]]), glint, 2.4, { opacity: 0.55 }),
  ]);
}

/** A whole drawing inside another. */
function nested(svg: string, { x, y, width, height }: { x: number; y: number; width: number; height: number }): string {
  return svg.trim().replace(/width="\d+" height="\d+"/, `x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"`);
}

/** An old key lying on wood. */
function ironKey([x, y]: Point, s: number, glint: string): string {
  const chance = dice('key');
  return group({ transform: `translate(${x} ${y}) rotate(-5) scale(${s} ${s * 0.62})` }, [
    ellipse([120, 26], 190, 16, '#000', { opacity: 0.6 }),
    shape('M-60 -34C-96 -34 -104 34 -60 36C-34 36 -24 20 -20 8H250V44H278V22H292V50H318V8H330V-8H-20C-26 -24 -36 -34 -60 -34ZM-60 -14C-40 -14 -40 16 -60 16C-80 16 -80 -14 -60 -14Z', '#0d0b0a', { 'fill-rule': 'evenodd' }),
    stroke('M-92 -4C-90 -24 -78 -34 -60 -34C-36 -34 -26 -24 -20 -8H330', glint, 3.4),
    ...range(4).map((i) => stroke(line([[10 + i * 10, -8], [10 + i * 10, 8]]), glint, 2, { opacity: chance.between(0.3, 0.7) })),
  ]);
}
