import { num, type Point } from '../geometry.ts';
import { ellipse, group, type Sheet, shape, stroke } from '../sheet.ts';
import { blur } from '../texture.ts';

interface Robed {
  lamp: Point;
  /** Colour of the edges that see the light. */
  rim: string;
  color: string;
  staff: boolean;
}

/**
 * Somebody in a hooded robe, from behind, with the shadow that the light throws towards us.
 * @param feet where they stand @param size their height in drawing units
 */
export function robedFigure(
  sheet: Sheet,
  feet: Point,
  size: number,
  { lamp, rim, color, staff }: Robed,
): string {
  const s = size / 100;
  const lean = (Math.atan2(feet[0] - lamp[0], Math.max(60, feet[1] - lamp[1])) * 180) / Math.PI;
  const shadow = group(
    {
      transform: `translate(${num(feet[0])} ${num(feet[1])}) skewX(${num(lean)}) scale(${s} ${s * 1.4})`,
      filter: blur(sheet, 2.4, { x: -60, y: -40, width: 120, height: 170 }),
      opacity: 0.7,
    },
    [shape('M-17 -2C-20 30 -18 70 -12 98C-6 112 6 112 12 98C18 70 20 30 17 -2Z', '#020605')],
  );
  const figure = [
    ellipse([0, 0], 20, 3.6, '#020605', { opacity: 0.8 }),
    // Heels under the hem, one foot a little before the other.
    shape('M-14 -14L-14.5 -3C-16 -1 -15 2.4 -10 2.4C-5 2.4 -4 0 -4.6 -3L-5 -14Z', '#010403'),
    shape('M4.6 -15L4.4 -5C3.4 -3 4 0.2 9 0.2C13.6 0.2 14.6 -2 13.6 -5L13.4 -15Z', '#010403'),
    shape(
      'M-3 -86C-10 -84 -14 -78 -15 -70C-17 -50 -19 -32 -21 -12C-16 -8 -11 -11 -5 -9C1 -7 8 -11 13 -9C16 -9 19 -10 21 -12C19 -32 17 -50 15 -70C14 -78 10 -84 3 -86Z',
      color,
    ),
    stroke('M-15 -2.6C-15.6 0 -14.6 1.6 -12 2M13.8 -4.6C14.4 -2.4 13.6 -0.6 11.4 0', rim, 0.9, {
      opacity: 0.7,
    }),
    shape('M-9 -82C-12 -94 -6 -104 1 -104C8 -103 12 -94 9 -82C5 -78 -5 -78 -9 -82Z', color),
    shape(
      'M-14 -76C-21 -66 -24 -54 -22 -44L-12 -42L-11 -64ZM14 -76C21 -66 24 -54 22 -44L12 -42L11 -64Z',
      color,
    ),
    stroke('M-6 -78C-8 -52 -11 -26 -12 -11M1 -80C1 -52 0 -30 0 -10M7 -78C9 -52 10 -30 12 -11', '#000', 1.1, {
      opacity: 0.6,
    }),
    stroke(
      'M-9 -84C-12 -95 -6 -104 1 -105C8 -104 12 -95 9 -84M-13 -77C-20 -67 -23 -55 -22 -46M13 -77C20 -67 23 -55 22 -46',
      rim,
      1.3,
    ),
    stroke('M-17 -44C-18 -32 -20 -22 -21 -13M17 -44C18 -32 20 -22 21 -13', rim, 0.9, { opacity: 0.6 }),
    staff
      ? stroke('M-25 2L-21 -112', '#1a120e', 2.6) +
        stroke('M-26 2L-22 -112', rim, 0.7, { opacity: 0.7 }) +
        ellipse([-21, -116], 4, 5, rim) +
        shape('M-24 -52C-26 -46 -24 -42 -20 -43L-18 -50Z', color)
      : '',
  ];
  return shadow + group({ transform: `translate(${num(feet[0])} ${num(feet[1])}) scale(${s})` }, figure);
}
