import { type Point, poly } from '#art/geometry.ts';
import { ellipse, group, type Sheet, shape, stroke } from '#art/sheet.ts';
import { at, foot, middle, open, turnOf } from './layout.ts';

/** The fire's way across the floor and up the wall on the other side. */
export function drawLight(sheet: Sheet): void {
  const a = turnOf(open);
  const w = 0.13;
  const paint = sheet.linear(at(foot, a), at(-1000, a), [
    [0, '#fff3cc', 0.95],
    [0.14, '#ffbe66', 0.7],
    [0.35, '#f08030', 0.42],
    [0.62, '#a8481c', 0.2],
    [1, '#7a2c10', 0],
  ]);
  const spread = (r: number, turn: number): Point => at(r, a + Math.PI + turn);
  sheet.draw(
    group({ style: 'mix-blend-mode:screen' }, [
      shape(
        poly([
          at(foot, a - w),
          at(foot, a + w),
          spread(foot, -0.42),
          spread(1100, -0.36),
          spread(1100, 0.36),
          spread(foot, 0.42),
        ]),
        paint,
      ),
    ]),
  );
}

/** Whoever listens, from above: a hood, shoulders, a cloak, and a shadow longer than the hall is wide. */
export function drawListener(sheet: Sheet, lamp: Point): void {
  const away = Math.atan2(middle[1] - lamp[1], middle[0] - lamp[0]);
  const degrees = (away * 180) / Math.PI;
  sheet.draw(
    group({ transform: `translate(${middle[0]} ${middle[1]}) rotate(${degrees})` }, [
      shape(
        'M0 -46C120 -58 260 -74 420 -96L560 -112V112L420 96C260 74 120 58 0 46Z',
        sheet.linear(
          [0, 0],
          [560, 0],
          [
            [0, '#040202', 0.9],
            [0.6, '#060303', 0.6],
            [1, '#060303', 0],
          ],
        ),
      ),
      // The cloak around, one foot before the other, shoulders, and the head in its hood well back between them.
      shape('M-34 -36C-50 -38 -60 -33 -61 -27C-60 -20 -46 -17 -30 -20Z', '#0b0806'),
      shape(
        'M-12 -62C22 -80 62 -74 90 -50C104 -34 110 -14 106 0C112 12 104 36 90 52C60 76 22 80 -12 62Z',
        '#0d0908',
      ),
      stroke(
        'M18 -50C44 -56 70 -50 88 -40M30 -24C56 -26 84 -22 102 -14M32 20C56 22 84 20 104 14M18 52C44 58 68 54 86 44',
        '#000',
        3,
        {
          opacity: 0.8,
        },
      ),
      shape(
        'M-34 0C-36 -22 -34 -50 -18 -64C0 -72 22 -52 24 0C22 52 0 72 -18 64C-34 50 -36 22 -34 0Z',
        '#1a120d',
      ),
      ellipse([10, 4], 33, 32, '#060403', { opacity: 0.7 }),
      ellipse([2, 0], 29, 28, '#33241a'),
      shape('M30 -8C40 -6 46 -2 50 0C46 2 40 6 30 8Z', '#2a1d14'),
      stroke('M-26 0C-8 -2 24 -2 46 0', '#0a0706', 2.6),
      stroke('M-34 -6C-36 -24 -33 -50 -18 -63M-34 6C-36 24 -33 50 -18 63', '#ffc27a', 4),
      stroke('M-2 -27C-18 -25 -27 -12 -27 0C-27 12 -18 25 -2 27', '#ffe0a8', 4),
    ]),
  );
}
