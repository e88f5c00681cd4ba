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
        'M0 -34C120 -46 260 -66 420 -92L560 -110V110L420 92C260 66 120 46 0 34Z',
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
      // Cloak, shoulders with the arms held close, hood.
      shape(
        'M-10 -66C34 -84 92 -62 112 -30C122 -10 122 12 112 32C92 62 34 84 -10 66C-30 40 -30 -40 -10 -66Z',
        '#0d0908',
      ),
      shape(
        'M-16 -72C4 -82 24 -74 28 -52C34 -20 34 20 28 52C24 74 4 82 -16 72C-30 60 -34 40 -30 22L-30 -22C-34 -40 -30 -60 -16 -72Z',
        '#15100d',
      ),
      stroke(
        'M20 -66C52 -48 84 -28 118 -14M20 66C52 48 84 28 118 14M34 -30C64 -18 90 -6 120 0M34 30C64 18 90 8 120 4',
        '#000',
        4,
        { opacity: 0.8 },
      ),
      ellipse([-8, 0], 31, 27, '#1d1511'),
      stroke('M-6 -26Q30 -10 24 0Q30 10 -6 26', '#0a0706', 4),
      stroke('M-17 -72C-31 -60 -35 -40 -31 -22M-31 22C-35 40 -31 60 -17 72', '#ffc27a', 5),
      stroke('M-32 -16Q-43 0 -32 16', '#ffe0a8', 4.6),
    ]),
  );
}
