import { creases, type Limb, limb, lit } from '#art/forms/hand.ts';
import { group, type Sheet, shape, stroke } from '#art/sheet.ts';
import { blur } from '#art/texture.ts';

/** Index, middle, ring and little finger of a right hand laid flat, seen from its back with the wrist below at (0, 0). */
const fingers: readonly Limb[] = [
  {
    joints: [
      [-62, -170],
      [-92, -286],
      [-104, -346],
      [-112, -398],
    ],
    widths: [64, 60, 56, 44],
  },
  {
    joints: [
      [-16, -188],
      [-26, -314],
      [-28, -382],
      [-28, -440],
    ],
    widths: [66, 62, 58, 44],
  },
  {
    joints: [
      [34, -180],
      [46, -298],
      [54, -362],
      [60, -416],
    ],
    widths: [64, 60, 54, 42],
  },
  {
    joints: [
      [76, -150],
      [108, -242],
      [124, -292],
      [136, -334],
    ],
    widths: [56, 52, 46, 36],
  },
];
const thumb: Limb = {
  joints: [
    [-24, -34],
    [-104, -92],
    [-160, -158],
    [-184, -208],
    [-200, -244],
  ],
  widths: [90, 86, 66, 58, 42],
};
const back =
  'M-56 40C-62 0 -84 -60 -92 -120C-98 -170 -92 -204 -62 -216C-28 -228 44 -222 76 -198C104 -178 110 -140 102 -96C90 -50 68 -10 62 40Z';
const forearm = 'M-58 10C-68 100 -60 200 -24 330H300C200 240 96 130 64 10Z';

/** A gloved right hand laid flat against the leaf, from a sleeve at the lower right corner; the fire is on its left. */
export function pushingHand(sheet: Sheet): string {
  const rim = sheet.linear(
    [-200, -200],
    [160, 0],
    [
      [0, '#fff0c4'],
      [0.4, '#ffb45e'],
      [1, '#a34c1e'],
    ],
  );
  const leather = sheet.linear(
    [-210, -140],
    [150, -60],
    [
      [0, '#8a4c28'],
      [0.25, '#4a2919'],
      [0.6, '#20140e'],
      [1, '#0a0605'],
    ],
  );
  const cloth = sheet.linear(
    [-120, 120],
    [150, 160],
    [
      [0, '#4a2a1a'],
      [0.4, '#1c120d'],
      [1, '#060404'],
    ],
  );
  const seam = '#080403';
  const outlines = [...fingers.map(limb), limb(thumb), back];
  const knuckles = [
    [-62, -178],
    [-16, -196],
    [34, -188],
    [78, -158],
  ] as const;
  return group({ transform: 'translate(878 640) rotate(-16) scale(1.04)' }, [
    // Its shadow on the iron.
    group(
      {
        transform: 'translate(38 4)',
        filter: blur(sheet, 7, { x: -260, y: -480, width: 520, height: 860 }),
      },
      [...outlines, forearm].map((d) => shape(d, '#000', { opacity: 0.7 })),
    ),
    ...outlines.map((d) => stroke(d, seam, 6)),
    lit(outlines, { fill: leather, rim, falls: [8, 2] }),
    stroke('M-40 -200Q-44 -232 -54 -262M10 -208Q12 -236 11 -262M58 -190Q66 -204 72 -218', seam, 6),
    stroke('M-92 -108Q-68 -86 -58 -40', seam, 4, { opacity: 0.8 }),
    ...knuckles.map(
      ([x, y]) =>
        stroke(`M${x} ${y + 26}Q${x * 0.75} ${y + 80} ${x * 0.5} -48`, seam, 4, { opacity: 0.75 }) +
        stroke(`M${x - 3} ${y + 26}Q${x * 0.75 - 3} ${y + 80} ${x * 0.5 - 3} -48`, rim, 1.6, {
          opacity: 0.5,
        }) +
        stroke(`M${x - 22} ${y + 12}Q${x - 18} ${y - 12} ${x + 8} ${y - 12}`, rim, 2.6, { opacity: 0.55 }),
    ),
    creases([-92, -288], [19, 5], seam, 3.6),
    creases([-26, -316], [20, 2], seam, 3.6),
    creases([46, -300], [19, -2], seam, 3.6),
    creases([108, -244], [16, -6], seam, 3.2),
    creases([-104, -346], [16, 4], seam, 2.8),
    creases([-28, -382], [17, 0], seam, 2.8),
    creases([54, -362], [16, -3], seam, 2.8),
    creases([124, -292], [13, -5], seam, 2.6),
    creases([-160, -160], [18, 14], seam, 3.6),
    // The sleeve takes in the wrist; the glove's cuff closes over it.
    lit(['M-78 40C-40 60 44 58 84 34C130 130 240 230 400 330L240 500L-40 420C-40 260 -90 150 -78 40Z'], {
      fill: cloth,
      rim,
      falls: [8, 2],
    }),
    stroke(
      'M-40 84C-40 170 20 280 40 420M14 84C30 170 110 260 170 400M54 74C90 150 190 250 270 340',
      seam,
      7,
      {
        opacity: 0.85,
      },
    ),
    stroke('M-47 84C-47 170 12 280 32 420M7 84C23 170 102 260 162 400', rim, 2, { opacity: 0.35 }),
    lit(['M-70 -14C-34 8 42 6 74 -18L90 40C50 70 -46 72 -86 46Z'], { fill: '#160d09', rim, falls: [5, 4] }),
    stroke('M-78 28C-40 52 46 50 84 22', rim, 2, { opacity: 0.6, 'stroke-dasharray': '9 7' }),
  ]);
}
