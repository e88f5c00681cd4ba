import { line, poly, range } from '../geometry.ts';
import type { Dice } from '../random.ts';
import { ellipse, group, shape, stroke } from '../sheet.ts';

interface Jetty {
  chance: Dice;
  /** From where to where the deck runs, and its height. */
  from: number;
  to: number;
  deck: number;
  /** Where the water begins and where the piles end. */
  water: number;
  bed: number;
  scale: number;
  wood: string;
  rim: string;
  texture: string;
}

/** A jetty from the side: planks, cross-braces, piles with weed below the water, ropes and a ladder at its end. */
export function jetty({ chance, from, to, deck, water, bed, scale: s, wood, rim, texture }: Jetty): string {
  const parts: string[] = [];
  const piles: number[] = [];
  for (let x = to - 24 * s; x > from - 100; x -= chance.between(118, 140) * s) piles.push(x);
  for (const [i, x] of piles.entries()) {
    const lean = chance.between(-9, 9) * s;
    const w = chance.between(17, 23) * s;
    const post = poly([
      [x - w / 2, deck - chance.between(6, 40) * s * (i % 2 ? 1 : 0.2)],
      [x + w / 2, deck - 8 * s],
      [x + w / 2 + lean, bed],
      [x - w / 2 + lean, bed],
    ]);
    parts.push(
      shape(post, wood),
      shape(post, texture, { opacity: 0.8 }),
      stroke(
        line([
          [x + w / 2, deck],
          [x + w / 2 + lean * 0.2, water],
        ]),
        rim,
        2 * s,
        { opacity: 0.8 },
      ),
    );
    const next = piles[i + 1];
    if (next !== undefined) {
      parts.push(
        stroke(
          line([
            [x, deck + 22 * s],
            [next, water - 4 * s],
          ]),
          '#0a1210',
          8 * s,
        ),
        stroke(
          line([
            [next, deck + 22 * s],
            [x, water - 4 * s],
          ]),
          '#0a1210',
          8 * s,
        ),
      );
    }
    // Weed and mussels keep to the first fathom.
    for (let k = 0; k < 9; k++) {
      const y = water + chance.between(4, 150) * s;
      const drift = chance.between(8, 34) * s;
      parts.push(
        stroke(
          `M${x + chance.between(-w, w) / 2} ${y}q${drift} ${20 * s} ${drift * 0.3} ${chance.between(40, 110) * s}`,
          '#0d2a22',
          chance.between(3, 7) * s,
          { opacity: 0.8 },
        ),
      );
      parts.push(
        ellipse(
          [x + chance.between(-w, w) * 0.6, water + chance.between(-6, 60) * s],
          5 * s,
          3.4 * s,
          '#0a1614',
        ),
      );
    }
  }
  const beam = poly([
    [from, deck + 12 * s],
    [to, deck + 12 * s],
    [to, deck + 30 * s],
    [from, deck + 30 * s],
  ]);
  parts.push(shape(beam, '#0b1311'));
  for (let x = from; x < to; ) {
    const w = chance.between(20, 30) * s;
    const up = chance.between(-3, 3) * s;
    if (!chance.chance(0.05)) {
      const plank = poly([
        [x, deck + up],
        [x + w - 3 * s, deck + up + chance.between(-2, 2)],
        [x + w - 3 * s, deck + 13 * s],
        [x, deck + 13 * s],
      ]);
      parts.push(
        shape(plank, wood),
        stroke(
          line([
            [x, deck + up],
            [x + w - 3 * s, deck + up],
          ]),
          rim,
          2.2 * s,
          { opacity: chance.between(0.3, 1) },
        ),
      );
    }
    x += w;
  }
  // Bollards with a rope that sags between them, and the ladder.
  const bollards = [to - 40 * s, to - 290 * s, to - 560 * s].filter((x) => x > from);
  for (const [i, x] of bollards.entries()) {
    parts.push(
      shape(
        poly([
          [x - 9 * s, deck + 2],
          [x - 11 * s, deck - 34 * s],
          [x + 11 * s, deck - 36 * s],
          [x + 9 * s, deck + 2],
        ]),
        '#0c1512',
      ),
      stroke(
        line([
          [x - 12 * s, deck - 30 * s],
          [x + 12 * s, deck - 31 * s],
        ]),
        '#1a1f18',
        5 * s,
      ),
    );
    const next = bollards[i + 1];
    if (next !== undefined)
      parts.push(
        stroke(
          `M${x} ${deck - 26 * s}Q${(x + next) / 2} ${deck + 26 * s} ${next} ${deck - 26 * s}`,
          '#15201b',
          4.4 * s,
        ),
        stroke(
          `M${x} ${deck - 28 * s}Q${(x + next) / 2} ${deck + 24 * s} ${next} ${deck - 28 * s}`,
          rim,
          1.2 * s,
          { opacity: 0.7 },
        ),
      );
  }
  for (const dx of [-6, 22])
    parts.push(
      stroke(
        line([
          [to + dx * s, deck - 14 * s],
          [to + dx * s, water + 90 * s],
        ]),
        '#0c1512',
        5 * s,
      ),
    );
  for (const i of range(9))
    parts.push(
      stroke(
        line([
          [to - 6 * s, deck + (8 + i * 24) * s],
          [to + 22 * s, deck + (8 + i * 24) * s],
        ]),
        '#0c1512',
        4 * s,
      ),
    );
  return group({}, parts);
}
