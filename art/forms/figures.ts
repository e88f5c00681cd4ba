import { line, num, type Point } from '../geometry.ts';
import { ellipse, group, type Sheet, shape, stroke } from '../sheet.ts';
import { blur } from '../texture.ts';

interface Backlight {
  lamp: Point;
  /** Colour of the edges that see the light. */
  rim: string;
}

/**
 * A cloaked swordsman from behind, blade lowered, with his shadow thrown away from the light.
 * @param feet where he stands @param size his height in drawing units
 */
export function swordsman(sheet: Sheet, feet: Point, size: number, { lamp, rim }: Backlight): string {
  const s = size / 100;
  const away = Math.atan2(feet[1] - lamp[1], feet[0] - lamp[0]);
  const lean = (Math.atan2(feet[0] - lamp[0], Math.max(60, feet[1] - lamp[1])) * 180) / Math.PI;
  const cloak =
    'M-3 -89C-8 -88 -11 -84 -13 -79C-18 -68 -22 -44 -27 -14C-24 -10 -20 -12 -16 -9C-12 -6 -8 -11 -3 -8C2 -6 6 -10 11 -7C15 -5 18 -9 22 -12C19 -40 16 -66 12 -79C10 -84 8 -88 3 -89Z';
  const hood = 'M-8 -86C-10 -95 -6 -103 0 -104C7 -103 10 -95 8 -86C5 -82 -5 -82 -8 -86Z';
  const figure = [
    // Boots apart, weight on the left.
    shape('M-13 -12L-15 -1C-17 1 -10 1 -8 0L-5 -12ZM3 -12L8 -1C8 1 15 1 15 -1L11 -13Z', '#060404'),
    shape(cloak, '#0b0706'),
    shape(hood, '#0b0706'),
    // The right arm and the drawn blade.
    shape('M10 -78C17 -74 22 -62 25 -50L30 -49L29 -45L22 -46C17 -54 12 -62 8 -68Z', '#0b0706'),
    shape('M25 -50L31 -46L33 -44L48 -12L49 -7L45 -11L29 -43L24 -45Z', '#1a0f0a'),
    stroke(
      line([
        [22, -42],
        [34, -49],
      ]),
      '#0b0706',
      2.2,
    ),
    stroke('M31 -45L48 -10', rim, 1.1),
    stroke('M-10 -86C-12 -95 -7 -104 0 -105C7 -104 10 -96 9 -88', rim, 1.2, { opacity: 0.9 }),
    stroke('M10 -79C17 -74 22 -62 25 -51', rim, 1.1, { opacity: 0.9 }),
    stroke('M-13 -79C-18 -68 -22 -44 -27 -15', rim, 1.1, { opacity: 0.75 }),
    // Folds.
    stroke(
      'M-6 -78C-9 -56 -12 -34 -14 -12M2 -80C2 -56 1 -30 -1 -10M8 -76C10 -52 12 -30 14 -10',
      '#000',
      1.3,
      { opacity: 0.7 },
    ),
  ];
  const shadow = group(
    {
      transform: `translate(${num(feet[0])} ${num(feet[1])}) skewX(${num(lean)}) scale(${num(s)} ${num(s * 1.5)})`,
      filter: blur(sheet, 2.2, { x: -60, y: -40, width: 120, height: 160 }),
      opacity: 0.78,
    },
    [
      shape(
        'M-6 0C-16 14 -22 40 -26 74C-22 92 -14 102 0 104C14 102 20 90 22 74C19 40 16 14 10 0Z',
        '#060302',
      ),
    ],
  );
  return (
    shadow +
    ellipse([feet[0] - Math.cos(away) * 2, feet[1]], 17 * s, 3.4 * s, '#050302', { opacity: 0.8 }) +
    group({ transform: `translate(${num(feet[0])} ${num(feet[1])}) scale(${s})` }, figure)
  );
}

/** A man in a hat and a long coat, from behind, a bag in his hand. @param size his height in drawing units */
export function manInHat([x, y]: Point, size: number, rim: string): string {
  const s = size / 100;
  return group({ transform: `translate(${x} ${y}) scale(${s})` }, [
    shape('M-8 -14L-9 0L-1 0L-1 -16ZM2 -16L3 0L11 0L9 -14Z', '#050a09'),
    shape(
      'M-9 -78C-15 -72 -17 -58 -17 -40L-16 -12C-8 -9 8 -9 15 -12L17 -40C17 -58 15 -72 9 -78C4 -81 -4 -81 -9 -78Z',
      '#070d0b',
    ),
    shape(
      'M-16 -70C-21 -58 -22 -46 -20 -34L-15 -34L-13 -60ZM15 -70C20 -60 22 -48 22 -36L17 -35L13 -60Z',
      '#070d0b',
    ),
    shape('M15 -36L28 -37L30 -18L14 -17Z', '#060b0a'),
    stroke('M18 -36Q21 -42 25 -37', '#060b0a', 2.2),
    shape('M-7 -80C-8 -90 -5 -95 0 -95C5 -95 8 -90 7 -80C4 -77 -4 -77 -7 -80Z', '#070d0b'),
    shape(
      'M-15 -89C-9 -92 9 -92 15 -89C11 -85 -11 -85 -15 -89ZM-8 -90C-8 -100 -5 -103 0 -102C5 -103 8 -100 8 -90Z',
      '#050a09',
    ),
    stroke('M8 -101C9 -97 8 -93 9 -90L15 -89M9 -78C15 -72 18 -60 21 -36M17 -34L15 -12', rim, 1.4),
    stroke('M0 -76V-14', '#000', 1, { opacity: 0.6 }),
  ]);
}
