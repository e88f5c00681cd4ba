import type { Point } from '#art/geometry.ts';
import { ellipse, group, type Sheet, shape, stroke } from '#art/sheet.ts';
import { blur } from '#art/texture.ts';
import { middle } from './layout.ts';

const cloth = '#0c0807';
const bright = '#ffdca0';
const warm = '#ff9f52';

/**
 * Whoever listens, from above and behind: boots, a cloak, shoulders, a hood and a drawn sword. Upwards in its own frame is
 * towards the light, so the shadow falls downwards.
 */
export function drawListener(sheet: Sheet, lamp: Point): void {
  const away = Math.atan2(middle[1] - lamp[1], middle[0] - lamp[0]);
  const feet: Point = [middle[0] + Math.cos(away) * 96, middle[1] + Math.sin(away) * 96];
  const turn = (away * 180) / Math.PI - 90;
  sheet.draw(
    group({ transform: `translate(${feet[0]} ${feet[1]}) rotate(${turn}) scale(1.3)` }, [
      shadow(sheet),
      ...figure(sheet),
    ]),
  );
}

/** The same person, flat on the floor and twice as long: legs, cloak, arm and blade, shoulders, hood. */
function shadow(sheet: Sheet): string {
  const fade = sheet.linear(
    [0, 0],
    [0, 440],
    [
      [0, '#040202', 0.94],
      [0.7, '#060303', 0.78],
      [1, '#060303', 0.3],
    ],
  );
  const person =
    'M-24 -6L-30 66C-52 76 -66 70 -72 60C-70 150 -70 220 -84 286C-78 312 -52 322 -31 330C-42 366 -30 402 0 416' +
    'C30 402 42 366 31 330C52 324 76 316 84 296L122 226L112 190L100 198L108 224L84 256C76 190 72 130 72 60' +
    'C60 72 44 72 30 66L24 -6L8 -6L4 72H-4L-8 -6Z';
  const blade = 'M104 200L126 192L124 182L118 184L130 44L120 20L108 46L110 188L102 191Z';
  const box = { x: -160, y: -30, width: 320, height: 480 };
  return group({ filter: blur(sheet, 2.6, box), transform: 'scale(0.66 0.62)' }, [
    shape(person, fade),
    shape(blade, fade),
  ]);
}

function figure(sheet: Sheet): string[] {
  const lit = sheet.linear(
    [0, -150],
    [0, 0],
    [
      [0, '#3a2417'],
      [0.4, '#1d130d'],
      [1, cloth],
    ],
  );
  return [
    // Boots, one before the other; the cloak from the shoulders to its hem.
    shape('M-30 -14L-32 4C-30 14 -14 14 -12 4L-12 -14Z', '#050303'),
    shape('M12 -22L11 -6C13 4 29 4 31 -7L30 -22Z', '#050303'),
    // The arm with the sword: upper arm, elbow, forearm, glove, and the blade out into the light.
    shape('M36 -116C56 -116 78 -104 94 -84C98 -76 97 -68 92 -62L76 -30L58 -38L70 -70L38 -86Z', '#17100b'),
    stroke('M40 -116C58 -114 78 -103 94 -84C98 -76 97 -68 92 -62', bright, 3.4),
    shape('M74 -38L150 8L164 24L144 18L68 -28Z', '#d9a765'),
    stroke('M75 -38L151 8L164 24', '#fff0cc', 2.6),
    stroke('M86 -44L70 -16', '#050303', 7),
    stroke('M87 -45L83 -38', bright, 3),
    ellipse([66, -36], 13, 11, '#0e0906'),
    stroke('M56 -44Q66 -50 76 -44', warm, 2.6),
    // The other elbow stands out: that hand holds the cloak.
    shape('M-36 -116C-58 -114 -76 -98 -82 -76C-84 -64 -74 -54 -60 -54L-40 -62Z', '#17100b'),
    stroke('M-40 -116C-58 -113 -76 -98 -82 -76', bright, 3.4),
    shape(
      'M-52 -104C-46 -122 -24 -130 0 -130C24 -130 46 -122 52 -104C54 -70 58 -38 66 -8C56 0 48 -8 38 -2C28 4 18 -4 6 2' +
        'C-6 6 -16 -2 -28 2C-40 6 -52 -4 -66 -4C-58 -38 -54 -70 -52 -104Z',
      lit,
    ),
    stroke(
      'M-34 -96C-38 -62 -42 -34 -48 -4M-12 -84C-14 -54 -16 -28 -18 -2M14 -84C16 -54 18 -28 20 -2M36 -96C40 -62 44 -34 50 -4',
      '#040202',
      3,
      { opacity: 0.85 },
    ),
    stroke('M-30 -100C-34 -66 -38 -36 -43 -6M40 -98C44 -64 48 -36 55 -8', warm, 1.6, { opacity: 0.5 }),
    stroke('M-52 -103C-46 -121 -30 -128 -22 -129M22 -129C32 -127 46 -121 52 -103', bright, 4),
    stroke('M-53 -98C-55 -70 -58 -38 -66 -6M53 -98C55 -70 58 -38 66 -10', warm, 2, { opacity: 0.7 }),
    // The hood lies on the shoulders and falls to a point between them.
    shape('M-34 -116C-30 -106 -18 -98 -8 -92L2 -70L12 -92C22 -98 32 -106 34 -116Z', '#070403'),
    shape(
      'M-30 -136C-30 -160 -16 -172 0 -172C16 -172 30 -160 30 -136C30 -116 18 -102 8 -96L2 -78L-6 -96C-18 -102 -30 -116 -30 -136Z',
      lit,
    ),
    shape(
      'M-30 -136C-30 -160 -16 -172 0 -172C16 -172 30 -160 30 -136C26 -152 14 -160 0 -160C-14 -160 -26 -152 -30 -136Z',
      '#5a3820',
    ),
    stroke('M-30 -134C-30 -159 -16 -172 0 -172C16 -172 30 -159 30 -134', bright, 4),
    stroke('M2 -158C0 -136 0 -112 2 -84', '#040202', 2.6, { opacity: 0.8 }),
  ];
}
