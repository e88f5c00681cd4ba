import { line, num, type Point, poly, range, ribbon } from '../geometry.ts';
import { ellipse, group, shape, stroke } from '../sheet.ts';

interface Carriage {
  /** Under the middle of the coach, on the road. */
  at: Point;
  /** Length of the whole team in drawing units. */
  length: number;
  /** Slope of the road in degrees; the team climbs to the right. */
  turn: number;
  color: string;
  /** Colour of what stands behind the near pair of horses. */
  far: string;
  rim: string;
  lantern: string;
}

/** Thigh to hoof: a leg's width on its way down, in the units of a horse. */
const legWidth = (t: number) => (t < 0.99 ? 19 * (1 - t) ** 1.5 + 5 : 8);

/** The legs in two beats of the gallop: stretched out, and gathered under the body. The far pair of each first. */
const gallop: readonly [readonly (readonly Point[])[], readonly (readonly Point[])[]] = [
  [
    [
      [-34, -54],
      [-42, -42],
      [-54, -33],
      [-60, -18],
      [-70, -12],
    ],
    [
      [30, -50],
      [42, -44],
      [54, -44],
      [60, -32],
      [70, -30],
    ],
    [
      [-40, -58],
      [-50, -44],
      [-62, -34],
      [-72, -19],
      [-84, -15],
    ],
    [
      [34, -52],
      [50, -50],
      [66, -46],
      [80, -37],
      [90, -36],
    ],
  ],
  [
    [
      [-36, -54],
      [-36, -40],
      [-44, -30],
      [-34, -16],
      [-26, -12],
    ],
    [
      [30, -50],
      [38, -38],
      [50, -32],
      [44, -18],
      [36, -12],
    ],
    [
      [-40, -58],
      [-44, -42],
      [-56, -32],
      [-52, -14],
      [-46, -4],
    ],
    [
      [34, -50],
      [40, -36],
      [46, -22],
      [42, -8],
      [48, -1],
    ],
  ],
];

/** A black coach behind four galloping horses, its driver bent against the wind, one red lantern lit. */
export function carriage({ at, length, turn, color, far, rim, lantern }: Carriage): string {
  const s = length / 420;
  const horse = (x: number, y: number, phase: 0 | 1, coat = color) =>
    group({ transform: `translate(${x} ${y})` }, [
      ...gallop[phase].map((leg) => shape(poly(ribbon(leg, legWidth)), coat)),
      // Croup, back, withers, crest, ear, face, muzzle, jaw, chest, belly, flank.
      shape(
        'M-50 -60C-53 -72 -46 -80 -33 -80C-21 -79 -11 -74 0 -74C10 -74 15 -80 23 -83C33 -89 43 -101 51 -110L53 -118L58 -110C66 -107 77 -96 87 -87C91 -83 89 -78 84 -78C77 -78 70 -84 64 -88C61 -84 58 -78 55 -72C51 -64 47 -56 42 -49C35 -42 27 -41 17 -41C5 -40 -8 -45 -19 -48C-30 -46 -41 -42 -47 -48C-51 -52 -50 -56 -50 -60Z',
        coat,
      ),
      // Mane and tail in the wind.
      shape(
        'M52 -113C40 -112 26 -103 14 -92C22 -94 25 -94 20 -86C30 -88 33 -90 30 -84C40 -90 47 -100 55 -106ZM-46 -72C-60 -84 -78 -78 -94 -62C-82 -67 -76 -64 -84 -56C-70 -62 -62 -56 -70 -48C-60 -50 -52 -56 -47 -62Z',
        coat,
      ),
      stroke('M-42 -78C-30 -81 -12 -74 0 -74C10 -74 15 -80 23 -83M58 -109C66 -106 77 -95 87 -86', rim, 1.6, {
        opacity: 0.85,
      }),
    ]);
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
    horse(258, -11, 1, far),
    horse(150, -10, 0, far),
    ...coach,
    horse(248, 0, 0),
    horse(136, 0, 1),
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
