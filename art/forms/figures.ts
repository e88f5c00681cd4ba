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

/** A man in a hat and a long coat, from behind, one hand in his pocket, a bag in the other. @param size his height in drawing units */
export function manInHat([x, y]: Point, size: number, rim: string): string {
  const s = size / 100;
  const coat = '#070d0b';
  return group({ transform: `translate(${num(x)} ${num(y)}) scale(${s})` }, [
    // Trousers and shoes, weight on the right leg.
    shape('M-9 -27L-8 -4L-12 -1V1H-2L-1 -27ZM1 -27L3 -4L2 1H13L12 -2L9 -4L9 -27Z', '#050a09'),
    // The coat: shoulders, waist, a hem that swings out, a slit.
    shape(
      'M-6 -83C-12 -81 -15 -77 -15 -70L-13 -52C-13 -44 -15 -34 -17 -22C-12 -19 -6 -18 -2 -19L0 -36L3 -19C8 -18 13 -19 17 -23C14 -35 13 -44 13 -52L15 -70C15 -77 12 -81 6 -83Z',
      coat,
    ),
    shape('M-13 -79C-19 -72 -22 -60 -22 -50C-21 -43 -16 -40 -11 -41L-10 -47C-15 -48 -15 -55 -11 -66Z', coat),
    shape('M13 -79C18 -72 20 -60 20 -51L20 -41L14 -41L13 -53L10 -68Z', coat),
    ellipse([17, -38], 3, 3.6, '#050a09'),
    shape('M8 -32C8 -34 10 -34 11 -34H24C26 -34 27 -33 27 -32L28 -17H7Z', '#060b0a'),
    stroke('M13 -34Q17 -40 22 -34', '#060b0a', 1.8),
    // Collar up, the head between it and the hat.
    ellipse([0.4, -90], 5, 6.2, coat),
    shape('M-8 -80L-7.5 -88C-4 -84 4 -84 7.5 -88L8 -80Z', coat),
    shape('M-13.5 -93.5C-8 -96.5 8 -97.5 13.5 -95C10 -91 -9 -90 -13.5 -93.5Z', '#050a09'),
    shape(
      'M-7.4 -94C-8.4 -101 -7 -105 -3 -105C-1 -104 2 -104 4 -105.4C7.6 -105 8.4 -101 7.4 -95Z',
      '#050a09',
    ),
    stroke(
      'M-3 -105C-1 -104 2 -104 4 -105.4C7 -105 8 -101 7.6 -97M-13 -94C-8 -96.8 -4 -96.8 -1 -97M9 -96.4L13.4 -95M-7 -83C-12 -81 -15 -78 -17 -74M7 -83C12 -81 15 -77 17 -73C19 -66 20 -58 20 -50',
      rim,
      1.3,
    ),
    stroke('M15 -40L17 -24M24 -34C26 -34 27 -33 27 -32', rim, 1.1, { opacity: 0.7 }),
    stroke('M0 -78V-36', '#000', 0.9, { opacity: 0.6 }),
  ]);
}
