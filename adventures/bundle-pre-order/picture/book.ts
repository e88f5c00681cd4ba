import { line, num, type Point, poly, range } from '#art/geometry.ts';
import { group, rect, type Sheet, shape, stroke } from '#art/sheet.ts';
import { blur, stone } from '#art/texture.ts';

export interface Book {
  /** Lower left corner of the front, its width, its lean in degrees. */
  at: Point;
  wide: number;
  turn: number;
  /** The drawing on its front, 3:4. */
  front: string;
  cloth: string;
  glint: string;
}

export function standing(sheet: Sheet, { at, wide, turn, front, cloth, glint }: Book): string {
  const tall = (wide * 4) / 3;
  const spine = wide * 0.11;
  const head = wide * 0.045;
  const face = { x: 0, y: -tall, width: wide, height: tall };
  const paper = range(11).map((i) =>
    stroke(
      line([
        [wide + 3 + i * 0.6, -tall + 6 - i * (head / 14)],
        [wide + spine * 0.2, -i],
      ]),
      '#1a120c',
      0.8,
      { opacity: 0.1 },
    ),
  );
  const shadow = shape(
    poly([
      [-spine, 8],
      [wide + 60, 8],
      [wide + 170, 46],
      [-spine + 30, 46],
    ]),
    '#000',
    { opacity: 0.7, filter: blur(sheet, 16, { x: -spine - 80, y: -60, width: wide + 340, height: 200 }) },
  );
  const edge = poly([
    [0, 0],
    [-spine, -8],
    [-spine, -tall - 8 + head * 0.4],
    [0, -tall],
  ]);
  const top = poly([
    [0, -tall],
    [-spine, -tall - 8 + head * 0.4],
    [wide - spine * 0.9, -tall - head],
    [wide, -tall],
  ]);
  return group({ transform: `translate(${num(at[0])} ${num(at[1])}) rotate(${turn})` }, [
    shadow,
    // The spine with its raised bands, the head of the pages, the front.
    shape(edge, cloth),
    shape(edge, stone(sheet, 120), { opacity: 0.5 }),
    ...[0.14, 0.32, 0.5, 0.68, 0.86].map(
      (t) =>
        shape(
          poly([
            [0, -tall * t],
            [-spine - 3, -tall * t - 6],
            [-spine - 3, -tall * t + 8],
            [0, -tall * t + 14],
          ]),
          '#000',
          { opacity: 0.55 },
        ) +
        stroke(
          line([
            [0, -tall * t],
            [-spine - 3, -tall * t - 6],
          ]),
          glint,
          2,
          { opacity: 0.7 },
        ),
    ),
    shape(top, '#4a3c2a'),
    ...range(7).map((i) =>
      stroke(
        line([
          [-spine + (i / 7) * spine, -tall - 7 + head * 0.4 - i * 0.4],
          [wide - spine * 0.9 + (i / 7) * spine * 0.9, -tall - head + (i / 7) * head],
        ]),
        '#1c140c',
        1.4,
        { opacity: 0.7 },
      ),
    ),
    ...paper,
    nested(front, face),
    rect(face, 'none', { stroke: '#000', 'stroke-width': 3, opacity: 0.7 }),
    // The hinge, and the edge that catches the other book's light.
    rect({ x: wide * 0.035, y: -tall, width: 5, height: tall }, '#000', { opacity: 0.4 }),
    rect({ x: wide * 0.045, y: -tall, width: 2.5, height: tall }, glint, { opacity: 0.25 }),
    stroke(
      line([
        [0, -tall],
        [wide, -tall],
        [wide, 0],
      ]),
      glint,
      2.4,
      { opacity: 0.55 },
    ),
  ]);
}

/** A whole drawing inside another. */
function nested(
  svg: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): string {
  return svg
    .trim()
    .replace(
      /width="\d+" height="\d+"/,
      `x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"`,
    );
}
