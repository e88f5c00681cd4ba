import { line, num, type Point, range } from '../geometry.ts';
import { ellipse, group, shape, stroke } from '../sheet.ts';

interface Carriage {
  /** Under the middle of the coach, on the road. */
  at: Point;
  /** Length of the whole team in drawing units. */
  length: number;
  /** Slope of the road in degrees; the team climbs to the right. */
  turn: number;
  color: string;
  rim: string;
  lantern: string;
}

/** A black coach behind four galloping horses, its driver bent against the wind, one red lantern lit. */
export function carriage({ at, length, turn, color, rim, lantern }: Carriage): string {
  const s = length / 420;
  const horse = (x: number, y: number, phase: number) => {
    const legs = phase
      ? 'M-34 -40C-44 -30 -52 -22 -60 -10L-64 -12C-58 -26 -50 -40 -44 -48ZM-28 -40C-32 -26 -44 -18 -46 -4L-52 -4C-50 -20 -42 -32 -38 -46ZM26 -46C40 -40 48 -34 58 -36L60 -30C46 -28 34 -32 22 -38ZM20 -44C30 -34 34 -26 40 -18L48 -18L48 -13L36 -14C28 -24 20 -32 14 -38Z'
      : 'M-34 -42C-40 -28 -38 -18 -44 -2L-50 -2C-46 -18 -48 -34 -44 -50ZM-26 -40C-22 -28 -30 -16 -26 -2L-32 -2C-36 -16 -30 -28 -34 -44ZM22 -44C32 -38 44 -44 54 -36L50 -28L46 -30L47 -35C38 -36 28 -32 18 -36ZM18 -42C20 -30 18 -16 24 -3L18 -2C12 -16 14 -28 10 -40Z';
    return group({ transform: `translate(${x} ${y})` }, [
      shape(legs, color),
      // Rump, back, withers, neck, head, chest, belly.
      shape(
        'M-46 -58C-44 -70 -32 -74 -18 -70C-4 -67 8 -68 18 -74C26 -82 34 -94 44 -102L46 -110L51 -103C58 -100 66 -94 72 -86L70 -80C64 -81 60 -82 55 -82C50 -74 44 -62 36 -52C32 -44 26 -40 18 -38C0 -34 -14 -40 -26 -38C-40 -36 -48 -46 -46 -58Z',
        color,
      ),
      // Mane and tail in the wind.
      shape(
        'M44 -102C32 -100 20 -90 12 -76C20 -84 24 -82 18 -74C28 -82 38 -90 44 -102ZM-44 -66C-58 -72 -72 -66 -84 -54C-72 -60 -62 -58 -48 -52Z',
        color,
      ),
      stroke('M-42 -68C-34 -73 -26 -72 -18 -70C-4 -67 8 -68 18 -74M46 -103C56 -100 64 -94 71 -87', rim, 1.6, {
        opacity: 0.85,
      }),
    ]);
  };
  const wheel = (x: number, r: number) =>
    ellipse([x, -r], r, r, 'none', { stroke: color, 'stroke-width': 4.6 }) +
    ellipse([x, -r], 4.5, 4.5, color) +
    range(5)
      .map((i) =>
        stroke(
          line([
            [x - Math.cos(i * 0.63) * r, -r - Math.sin(i * 0.63) * r],
            [x + Math.cos(i * 0.63) * r, -r + Math.sin(i * 0.63) * r],
          ]),
          color,
          1.8,
        ),
      )
      .join('');
  const coach = [
    wheel(-58, 29),
    wheel(22, 22),
    shape('M-84 -42C-98 -46 -96 -36 -82 -34H30C44 -34 52 -42 50 -54L40 -56C38 -48 34 -44 26 -43Z', color),
    // The body: round below, a flat roof with luggage roped on it.
    shape(
      'M-74 -112H10C16 -112 18 -106 16 -98L10 -62C6 -48 0 -44 -12 -44H-52C-64 -44 -70 -50 -74 -62C-80 -80 -80 -98 -74 -112Z',
      color,
    ),
    shape('M-82 -118H20L14 -108H-78ZM-62 -118V-134H-34V-118ZM-30 -118V-128H-4V-118Z', color),
    shape('M-54 -100H-34V-78H-54ZM-24 -100H-4V-78H-24Z', '#2a0b12'),
    shape('M-54 -100H-34V-78H-54Z', lantern, { opacity: 0.5 }),
    // The driver, his whip, his cape.
    shape(
      'M18 -92C12 -108 20 -122 30 -124C30 -132 38 -134 41 -127L46 -126L41 -121C46 -112 48 -100 46 -84L54 -78L40 -70L22 -72Z',
      color,
    ),
    shape('M18 -118C4 -116 -10 -110 -20 -118C-8 -100 6 -94 18 -92Z', color),
    stroke('M44 -102C70 -112 90 -140 84 -168C100 -150 120 -146 150 -150', color, 2),
    stroke('M-82 -118H20M-78 -112C-80 -96 -80 -80 -74 -64', rim, 1.8, { opacity: 0.9 }),
    stroke('M30 -125C36 -134 41 -130 42 -124', rim, 1.4, { opacity: 0.8 }),
    // Shaft and reins.
    stroke('M44 -48C80 -46 120 -52 250 -52M46 -86C110 -78 160 -74 262 -82', color, 2.2),
    ellipse([24, -102], 5, 7, lantern),
    ellipse([24, -102], 20, 20, lantern, { opacity: 0.25 }),
  ];
  return group({ transform: `translate(${num(at[0])} ${num(at[1])}) rotate(${turn}) scale(${s})` }, [
    horse(246, -7, 0),
    horse(140, -6, 1),
    ...coach,
    horse(254, 0, 1),
    horse(150, 0, 0),
  ]);
}

/** A bat from below. @param span from tip to tip in drawing units */
export function bat([x, y]: Point, span: number, turn: number, color: string): string {
  return group({ transform: `translate(${num(x)} ${num(y)}) rotate(${turn}) scale(${span / 100})` }, [
    shape(
      'M0 -8L3 -13L5 -7C14 -14 28 -20 50 -10C42 -8 38 -2 37 5C31 1 26 3 22 9C16 5 9 7 5 12L0 20L-5 12C-9 7 -16 5 -22 9C-26 3 -31 1 -37 5C-38 -2 -42 -8 -50 -10C-28 -20 -14 -14 -5 -7L-3 -13Z',
      color,
    ),
  ]);
}
