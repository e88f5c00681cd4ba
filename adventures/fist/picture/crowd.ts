import type { Point } from '#art/geometry.ts';
import { type Dice, dice } from '#art/random.ts';
import { ellipse, group, type Sheet, shape, stroke } from '#art/sheet.ts';

/** What they wear on their heads, each head one unit from crown to chin, its middle at (0, 0). */
const heads = [
  // Short hair, long hair, a hood, an iron hat, a helmet with a crest.
  'M-0.4 0C-0.44 -0.4 -0.2 -0.56 0 -0.56C0.22 -0.56 0.44 -0.4 0.4 0C0.36 0.34 0.2 0.5 0 0.5C-0.2 0.5 -0.36 0.34 -0.4 0Z',
  'M-0.44 0C-0.5 -0.46 -0.22 -0.6 0 -0.6C0.24 -0.6 0.5 -0.46 0.44 0L0.6 0.9H-0.6Z',
  'M-0.62 0.8C-0.62 0 -0.46 -0.5 0.1 -0.86C0.34 -0.5 0.62 0 0.62 0.8Z',
  'M-0.9 -0.14C-0.5 -0.26 -0.46 -0.66 0 -0.68C0.46 -0.66 0.5 -0.26 0.9 -0.14C0.6 0 0.44 0 0.4 0.04C0.36 0.34 0.2 0.5 0 0.5C-0.2 0.5 -0.36 0.34 -0.4 0.04C-0.44 0 -0.6 0 -0.9 -0.14Z',
  'M-0.42 0.4V-0.1C-0.44 -0.5 -0.26 -0.62 -0.08 -0.64C-0.3 -0.9 0.1 -1.24 0.7 -1.04C0.5 -0.96 0.36 -0.8 0.2 -0.62C0.38 -0.54 0.44 -0.3 0.42 -0.1V0.4Z',
];
const trunk =
  'M-0.24 0.3L-0.3 0.56C-0.6 0.7 -1 0.7 -1.08 1.14C-1.2 1.8 -1.2 2.4 -1.3 3.4H1.3C1.2 2.4 1.2 1.8 1.08 1.14C1 0.7 0.6 0.7 0.3 0.56L0.24 0.3Z';
/** Arms on the right: shoulder, elbow, fist. Shaken, thrown up, and stretched out at somebody. */
const arms: readonly (readonly Point[])[] = [
  [
    [0.9, 1],
    [1.6, 0.7],
    [1.25, -0.35],
  ],
  [
    [0.9, 1],
    [1.75, 0.2],
    [1.35, -0.95],
  ],
  [
    [0.9, 1],
    [1.7, 0.9],
    [2.2, -0.1],
  ],
];

/** Three rows of people who shout: shoulder to shoulder, arms, hoods, hats, spears. Nobody down here will ever see a face. */
export function drawCrowd(sheet: Sheet, rim: string): void {
  const chance = dice('crowd');
  for (const [row, color] of ['#5a2a1e', '#33171a', '#14090b'].entries()) {
    const size = 22 + row * 8;
    for (let x = -20; x < 1230; x += size * chance.between(1.35, 2.1)) {
      // Nobody stands where the fire is.
      if (Math.abs(x - 600) < 100) continue;
      const y = 190 + row * 34 + ((x - 600) / 600) ** 2 * -52 + chance.between(-11, 11);
      sheet.draw(spectator(chance, [x, y], size, { color, rim, shout: row < 2 ? 0.34 : 0.24 }));
    }
  }
}

interface Look {
  color: string;
  rim: string;
  /** How often one of them has an arm up, 0 to 1. */
  shout: number;
}

function spectator(chance: Dice, [x, y]: Point, size: number, { color, rim, shout }: Look): string {
  const toFire = x < 600 ? 1 : -1;
  const head = heads[Math.floor(chance.next() * heads.length)] ?? '';
  const tilt = chance.between(-14, 14);
  const raised = [-1, 1].filter(() => chance.chance(shout));
  const thin = 2 / size;
  return group({ transform: `translate(${x} ${y}) scale(${size})` }, [
    // Now and then a spear stands among them.
    chance.chance(0.06)
      ? stroke('M1.25 3.4L1.1 -2.6', color, 0.12) + shape('M0.92 -2.5L1.08 -3.2L1.28 -2.5Z', color)
      : '',
    ...raised.map((side) => {
      const [a = [0, 0], b = [0, 0], c = [0, 0]] = arms[Math.floor(chance.next() * arms.length)] ?? [];
      const arm = `M${a[0] * side} ${a[1]}L${b[0] * side} ${b[1]}L${c[0] * side} ${c[1]}`;
      return (
        stroke(arm, color, 0.32, { 'stroke-linejoin': 'round' }) +
        ellipse([c[0] * side, c[1] - 0.1], 0.27, 0.3, color) +
        stroke(`M${b[0] * side + toFire * 0.15} ${b[1]}L${c[0] * side + toFire * 0.15} ${c[1]}`, rim, thin, {
          opacity: 0.8,
        })
      );
    }),
    shape(trunk, color),
    group({ transform: `rotate(${tilt})` }, [
      shape(head, color),
      stroke(
        `M${0.4 * toFire} 0.1C${0.46 * toFire} -0.3 ${0.3 * toFire} -0.5 ${0.06 * toFire} -0.58`,
        rim,
        thin,
        {
          opacity: 0.85,
        },
      ),
    ]),
    stroke(`M${0.34 * toFire} 0.6C${0.64 * toFire} 0.7 ${1 * toFire} 0.72 ${1.08 * toFire} 1.14`, rim, thin, {
      opacity: 0.8,
    }),
  ]);
}
