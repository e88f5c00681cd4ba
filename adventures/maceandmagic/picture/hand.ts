import { creases, type Limb, limb, lit } from '#art/forms/hand.ts';
import { group, type Sheet, shape, stroke } from '#art/sheet.ts';

/** Index, middle, ring and little finger of a right hand from its back, half bent, seen with the wrist below at (0, 0). */
const fingers: readonly Limb[] = [
  {
    joints: [
      [-58, -170],
      [-76, -268],
      [-66, -334],
      [-50, -374],
    ],
    widths: [62, 58, 50, 36],
  },
  {
    joints: [
      [-12, -188],
      [-8, -296],
      [4, -366],
      [18, -410],
    ],
    widths: [64, 60, 52, 36],
  },
  {
    joints: [
      [36, -180],
      [56, -272],
      [66, -336],
      [76, -376],
    ],
    widths: [60, 56, 48, 34],
  },
  {
    joints: [
      [76, -152],
      [108, -224],
      [120, -272],
      [128, -304],
    ],
    widths: [52, 48, 42, 30],
  },
];
const thumb: Limb = {
  joints: [
    [-30, -40],
    [-108, -96],
    [-156, -170],
    [-168, -226],
    [-162, -258],
  ],
  widths: [84, 84, 60, 54, 36],
};
const back =
  'M-50 30C-58 -10 -82 -60 -92 -120C-98 -170 -92 -200 -66 -212C-30 -226 40 -222 74 -198C104 -178 108 -140 98 -96C86 -50 62 -10 56 30Z';

/** A bare right hand out of a wide sleeve, from above left, half bent above what it is about to grip. */
export function reachingHand(sheet: Sheet): string {
  // From the thumb, which is nearest to the window, to the little finger.
  const skin = sheet.linear(
    [-190, -180],
    [130, -120],
    [
      [0, '#6d7f74'],
      [0.3, '#3d5b51'],
      [0.65, '#172f2a'],
      [1, '#050d0c'],
    ],
  );
  const cloth = sheet.linear(
    [-110, 0],
    [110, 0],
    [
      [0, '#2c5148'],
      [0.35, '#14302b'],
      [1, '#061110'],
    ],
  );
  const outlines = [...fingers.map(limb), limb(thumb), back];
  const rim = '#ffdce1';
  const fold = '#06110f';
  const nail = (x: number, y: number, turn: number, width: number) =>
    group({ transform: `translate(${x} ${y}) rotate(${turn})` }, [
      shape(
        `M${-width} 12C${-width} -12 ${-width * 0.6} -22 0 -22C${width * 0.6} -22 ${width} -12 ${width} 12Q0 22 ${-width} 12Z`,
        '#8fa098',
        { opacity: 0.55 },
      ),
      stroke(`M${-width} 10C${-width} -12 ${-width * 0.6} -22 0 -22`, rim, 2, { opacity: 0.8 }),
    ]);
  return group({ transform: 'translate(176 300) rotate(152) scale(0.78)' }, [
    ...outlines.map((d) => stroke(d, '#030b0a', 7)),
    lit(outlines, { fill: skin, rim, falls: [6, 1] }),
    // Between the fingers, and where the thumb's ball meets the back.
    stroke('M-40 -196Q-38 -230 -42 -262M14 -202Q20 -236 24 -268M62 -186Q76 -212 84 -236', fold, 6),
    stroke('M-88 -108Q-66 -84 -58 -44', fold, 4, { opacity: 0.7 }),
    // Sinews to the knuckles.
    ...[
      [-52, -176, -22],
      [-8, -192, -6],
      [36, -184, 10],
      [72, -158, 24],
    ].map(
      ([x = 0, y = 0, foot = 0]) =>
        stroke(`M${x} ${y + 14}Q${(x + foot) / 2 + 2} ${y + 70} ${foot} -40`, '#8fa79c', 3, {
          opacity: 0.35,
        }) +
        stroke(`M${x - 20} ${y + 10}Q${x - 18} ${y - 12} ${x + 4} ${y - 14}`, rim, 2.4, { opacity: 0.28 }) +
        stroke(`M${x + 20} ${y + 4}Q${x + 12} ${y + 22} ${x - 8} ${y + 20}`, fold, 4, { opacity: 0.4 }),
    ),
    creases([-75, -270], [18, 2], fold, 3.4),
    creases([-6, -298], [19, -2], fold, 3.4),
    creases([57, -276], [17, -4], fold, 3.4),
    creases([108, -228], [14, -6], fold, 3),
    creases([-65, -334], [15, 4], fold, 2.6),
    creases([6, -366], [15, -4], fold, 2.6),
    creases([67, -336], [14, -4], fold, 2.6),
    creases([-154, -172], [18, 8], fold, 3.4),
    nail(-56, -360, 20, 13),
    nail(13, -396, 18, 13),
    nail(73, -364, 14, 12),
    nail(126, -294, 14, 10),
    nail(-166, -236, 2, 15),
    // The sleeve: the hand comes out of its dark mouth.
    shape('M-86 30C-50 2 52 -2 88 26L100 64H-100Z', fold),
    shape(
      'M-94 36C-50 66 60 64 98 30C118 110 128 150 170 250C190 330 190 430 196 540H-170C-160 400 -140 160 -94 36Z',
      rim,
    ),
    shape(
      'M-88 39C-46 69 62 68 100 34C120 112 134 152 176 252C196 332 196 430 202 540H-164C-154 400 -134 160 -88 39Z',
      cloth,
    ),
    stroke('M-100 70C-52 102 68 100 110 66', rim, 2.4, { opacity: 0.7 }),
    stroke(
      'M-66 110C-80 170 -84 260 -110 400M-20 120C-10 200 -40 280 -30 420M50 112C56 190 110 240 112 400M88 98C98 150 130 200 150 270',
      fold,
      7,
      {
        opacity: 0.8,
      },
    ),
    stroke(
      'M-58 112C-72 180 -72 260 -98 400M-12 122C-2 200 -30 280 -20 420M58 112C64 190 118 240 122 400',
      rim,
      2,
      { opacity: 0.3 },
    ),
  ]);
}
