import { between, type Point, poly, range } from '../geometry.ts';
import type { Dice } from '../random.ts';
import { ellipse, shape, stroke } from '../sheet.ts';

/** A round window of quartz panes in three rings of tracery, petals outside and a star within. */
export function roseWindow(
  chance: Dice,
  at: Point,
  radius: number,
  panes: readonly string[],
  lead: string,
): string {
  const p = (r: number, a: number): Point => [
    at[0] + Math.cos(a) * r * radius,
    at[1] + Math.sin(a) * r * radius,
  ];
  const pick = () => panes[Math.floor(chance.next() * panes.length)] ?? '#fff';
  const parts: string[] = [];
  const petals = 12;
  const wedge = (2 * Math.PI) / petals;
  for (const i of range(petals)) {
    const a = i * wedge - Math.PI / 2;
    // Each petal is four panes around its middle line.
    const tip = p(0.9, a);
    for (const [from, to, left, right] of [
      [0.4, 0.62, -0.5, 0],
      [0.4, 0.62, 0, 0.5],
      [0.62, 0.9, -0.5, 0],
      [0.62, 0.9, 0, 0.5],
    ] as const) {
      const pane: Point[] = [
        p(from, a + left * wedge),
        p(from, a + right * wedge),
        p(to, a + right * wedge),
        p(to, a + left * wedge),
      ];
      parts.push(shape(poly(pane), pick()), stroke(poly(pane), lead, radius * 0.012));
    }
    parts.push(
      shape(
        `M${p(0.4, a - wedge / 2).join(' ')}Q${p(0.74, a - wedge * 0.56).join(' ')} ${tip.join(' ')}Q${p(0.74, a + wedge * 0.56).join(' ')} ${p(0.4, a + wedge / 2).join(' ')}`,
        'none',
        { stroke: lead, 'stroke-width': radius * 0.035 },
      ),
    );
    const round = p(0.93, a + wedge / 2);
    parts.push(
      ellipse(round, radius * 0.055, radius * 0.055, pick(), { stroke: lead, 'stroke-width': radius * 0.02 }),
    );
    const star: Point[] = [p(0.36, a - wedge / 2), p(0.36, a + wedge / 2), p(0.17, a)];
    parts.push(shape(poly(star), pick()), stroke(poly(star), lead, radius * 0.014));
    const inner: Point[] = [p(0.17, a - wedge), p(0.36, a - wedge / 2), p(0.17, a)];
    parts.push(shape(poly(inner), pick()), stroke(poly(inner), lead, radius * 0.014));
  }
  return [
    ellipse(at, radius, radius, pick()),
    ...parts,
    ellipse(at, radius * 0.17, radius * 0.17, panes[0] ?? '#fff', {
      stroke: lead,
      'stroke-width': radius * 0.03,
    }),
    ...[0.38, 1].map((r) =>
      ellipse(at, radius * r, radius * r, 'none', {
        stroke: lead,
        'stroke-width': radius * (r === 1 ? 0.07 : 0.04),
      }),
    ),
  ].join('');
}

interface Crystals {
  chance: Dice;
  at: Point;
  size: number;
  count: number;
  /** Widest lean in radians. */
  lean: number;
  /** Faces from the brightest to the darkest. */
  faces: readonly [string, string, string];
}

/** A cluster of quartz: six-sided shafts with a slanting point each, leaning out of one root. */
export function crystals({ chance, at, size, count, lean, faces }: Crystals): string {
  const shafts = range(count).map((i) => {
    const turn = (count === 1 ? 0 : (i / (count - 1)) * 2 - 1) * lean + chance.between(-0.12, 0.12);
    const tall = size * (1 - Math.abs(turn / (lean || 1)) * 0.5) * chance.between(0.55, 1.1);
    const wide = tall * chance.between(0.16, 0.26);
    const along: Point = [Math.sin(turn), -Math.cos(turn)];
    const across: Point = [Math.cos(turn), Math.sin(turn)];
    const root: Point = [at[0] + (i - count / 2) * size * 0.11, at[1] + chance.between(0, size * 0.06)];
    const p = (u: number, v: number): Point => [
      root[0] + across[0] * u * wide + along[0] * v * tall,
      root[1] + across[1] * u * wide + along[1] * v * tall,
    ];
    const shoulder = chance.between(0.68, 0.8);
    const tip = p(chance.between(-0.15, 0.15), 1);
    const [a, b, c, d] = [
      p(-0.5, shoulder - 0.04),
      p(-0.12, shoulder),
      p(0.24, shoulder - 0.02),
      p(0.5, shoulder - 0.07),
    ];
    const foot = [p(-0.46, 0), p(-0.12, 0.02), p(0.24, 0.02), p(0.46, 0)] as const;
    return [
      shape(poly([foot[0], a, b, foot[1]]), faces[1]),
      shape(poly([foot[1], b, c, foot[2]]), faces[0]),
      shape(poly([foot[2], c, d, foot[3]]), faces[2]),
      shape(poly([a, b, tip]), faces[0]),
      shape(poly([b, c, tip]), faces[1]),
      shape(poly([c, d, tip]), faces[2]),
      stroke(
        `M${between(foot[1], b, 0.1).join(' ')}L${b.join(' ')}L${tip.join(' ')}M${c.join(' ')}L${tip.join(' ')}`,
        '#fff0f2',
        size * 0.008,
        { opacity: 0.75 },
      ),
    ].join('');
  });
  return shafts.join('');
}
