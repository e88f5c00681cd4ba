import { line, type Point, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { ellipse, group, shape, stroke } from '#art/sheet.ts';

/** An old key lying on wood. */
export function ironKey([x, y]: Point, s: number, glint: string): string {
  const chance = dice('key');
  return group({ transform: `translate(${x} ${y}) rotate(-5) scale(${s} ${s * 0.62})` }, [
    ellipse([120, 26], 190, 16, '#000', { opacity: 0.6 }),
    shape(
      'M-60 -34C-96 -34 -104 34 -60 36C-34 36 -24 20 -20 8H250V44H278V22H292V50H318V8H330V-8H-20C-26 -24 -36 -34 -60 -34ZM-60 -14C-40 -14 -40 16 -60 16C-80 16 -80 -14 -60 -14Z',
      '#0d0b0a',
      { 'fill-rule': 'evenodd' },
    ),
    stroke('M-92 -4C-90 -24 -78 -34 -60 -34C-36 -34 -26 -24 -20 -8H330', glint, 3.4),
    ...range(4).map((i) =>
      stroke(
        line([
          [10 + i * 10, -8],
          [10 + i * 10, 8],
        ]),
        glint,
        2,
        { opacity: chance.between(0.3, 0.7) },
      ),
    ),
  ]);
}
