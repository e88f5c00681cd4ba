import { type Point, poly } from '#art/geometry.ts';
import { group, type Sheet, shape } from '#art/sheet.ts';
import { at, foot, open, turnOf } from './layout.ts';

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
