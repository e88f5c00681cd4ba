import { roseWindow } from '#art/forms/glass.ts';
import { type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { group, rect, type Sheet, shape, stroke } from '#art/sheet.ts';
import { stone } from '#art/texture.ts';
import { type Layout, quartz } from './layout.ts';

/** Paving in perspective, and the window thrown across it in coloured light. */
export function drawFloor(sheet: Sheet, { window: [wx], radius, floor, foot, scale }: Layout): void {
  const { width, height } = sheet.frame;
  const chance = dice('paving');
  const box = { x: 0, y: floor, width, height: height - floor };
  const vanish: Point = [wx, floor - 120 * scale];
  sheet.draw(
    rect(
      box,
      sheet.radial(
        [wx, floor],
        1000 * scale,
        [
          [0, '#b58a94'],
          [0.3, '#4f7a70'],
          [0.7, '#1d3f3a'],
          [1, '#0a1b1a'],
        ],
        0.6,
      ),
    ),
  );
  const rows = 11;
  const yAt = (i: number) => floor + box.height * (i / rows) ** 1.7;
  const xAt = (j: number, y: number) => vanish[0] + j * 120 * scale * ((y - vanish[1]) / (floor - vanish[1]));
  for (const i of range(rows)) {
    for (const j of range(40)) {
      const column = j - 20;
      const [y0, y1] = [yAt(i), yAt(i + 1)];
      const tile = poly([
        [xAt(column, y0), y0],
        [xAt(column + 1, y0), y0],
        [xAt(column + 1, y1), y1],
        [xAt(column, y1), y1],
      ]);
      sheet.draw(
        shape(tile, (i + j) % 2 ? '#04100f' : '#cfeee2', {
          opacity: (i + j) % 2 ? chance.between(0.15, 0.4) : chance.between(0, 0.1),
        }),
        stroke(tile, '#05110f', 2 + i * 0.25, { opacity: 0.7 }),
      );
    }
  }
  sheet.draw(
    rect(box, stone(sheet, 240), { opacity: 0.6 }),
    group(
      {
        transform: `translate(${wx} ${foot[1] + 90 * scale}) scale(1.25 0.36)`,
        opacity: 0.62,
        style: 'mix-blend-mode:screen',
      },
      [
        roseWindow(
          dice('rose on stone'),
          [0, 0],
          radius * 1.1,
          quartz.map((color) => color),
          '#14302b',
        ),
      ],
    ),
    rect(
      box,
      sheet.radial(
        [wx, foot[1] + 60 * scale],
        800 * scale,
        [
          [0, '#071413', 0],
          [0.5, '#071413', 0.25],
          [1, '#050f0e', 0.9],
        ],
        0.5,
      ),
    ),
  );
}
