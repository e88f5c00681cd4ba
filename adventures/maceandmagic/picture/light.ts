import { lerp, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { type Frame, group, type Sheet, shape } from '#art/sheet.ts';
import type { Layout } from './layout.ts';

/** Beams between the panes, wider as they come nearer. */
export function rays(sheet: Sheet, { window: [wx, wy], radius, foot, scale }: Layout): string {
  const chance = dice('rays');
  const fade = sheet.linear(
    [wx, wy - radius * 0.2],
    [wx, foot[1] + 200 * scale],
    [
      [0, '#ffd9dc', 0],
      [0.22, '#ffd9dc', 0.24],
      [0.6, '#f3a8b8', 0.1],
      [1, '#e27f9c', 0],
    ],
  );
  return group(
    { style: 'mix-blend-mode:screen' },
    range(9).map((i) => {
      const a = (i / 8) * 2 - 1 + chance.between(-0.08, 0.08);
      const w = chance.between(0.04, 0.13) * radius;
      const far = a * radius * 2.1;
      return shape(
        poly([
          [wx + a * radius * 0.8 - w, wy - radius * 0.2],
          [wx + a * radius * 0.8 + w, wy - radius * 0.2],
          [wx + far + w * 3, foot[1] + 220 * scale],
          [wx + far - w * 3, foot[1] + 220 * scale],
        ]),
        fade,
      );
    }),
  );
}

/** Dust of glass in the light. */
export function motes({ window: [wx, wy], radius, foot }: Layout, frame: Frame): string {
  const chance = dice('motes');
  return range(90)
    .map(() => {
      const x = wx + chance.between(-1, 1) * radius * 1.9;
      const y = lerp(wy - radius, Math.min(frame.height, foot[1] + 150), chance.next());
      const r = chance.between(0.8, 3.4);
      return shape(
        poly([
          [x, y - r * 1.6],
          [x + r, y],
          [x, y + r * 1.6],
          [x - r, y],
        ]),
        '#fff0ee',
        { opacity: chance.between(0.25, 0.9) },
      );
    })
    .join('');
}
