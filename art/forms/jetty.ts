import { line, type Point, poly, range, ribbon } from '../geometry.ts';
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
    const post = poly([[x - w / 2, deck - chance.between(6, 40) * s * (i % 2 ? 1 : 0.2)], [x + w / 2, deck - 8 * s], [x + w / 2 + lean, bed], [x - w / 2 + lean, bed]]);
    parts.push(shape(post, wood), shape(post, texture, { opacity: 0.8 }), stroke(line([[x + w / 2, deck], [x + w / 2 + lean * 0.2, water]]), rim, 2 * s, { opacity: 0.8 }));
    const next = piles[i + 1];
    if (next !== undefined) {
      parts.push(stroke(line([[x, deck + 22 * s], [next, water - 4 * s]]), '#0a1210', 8 * s), stroke(line([[next, deck + 22 * s], [x, water - 4 * s]]), '#0a1210', 8 * s));
    }
    // Weed and mussels keep to the first fathom.
    for (let k = 0; k < 9; k++) {
      const y = water + chance.between(4, 150) * s;
      const drift = chance.between(8, 34) * s;
      parts.push(stroke(`M${x + chance.between(-w, w) / 2} ${y}q${drift} ${20 * s} ${drift * 0.3} ${chance.between(40, 110) * s}`, '#0d2a22', chance.between(3, 7) * s, { opacity: 0.8 }));
      parts.push(ellipse([x + chance.between(-w, w) * 0.6, water + chance.between(-6, 60) * s], 5 * s, 3.4 * s, '#0a1614'));
    }
  }
  const beam = poly([[from, deck + 12 * s], [to, deck + 12 * s], [to, deck + 30 * s], [from, deck + 30 * s]]);
  parts.push(shape(beam, '#0b1311'));
  for (let x = from; x < to; ) {
    const w = chance.between(20, 30) * s;
    const up = chance.between(-3, 3) * s;
    if (!chance.chance(0.05)) {
      const plank = poly([[x, deck + up], [x + w - 3 * s, deck + up + chance.between(-2, 2)], [x + w - 3 * s, deck + 13 * s], [x, deck + 13 * s]]);
      parts.push(shape(plank, wood), stroke(line([[x, deck + up], [x + w - 3 * s, deck + up]]), rim, 2.2 * s, { opacity: chance.between(0.3, 1) }));
    }
    x += w;
  }
  // Bollards with a rope that sags between them, and the ladder.
  const bollards = [to - 40 * s, to - 290 * s, to - 560 * s].filter((x) => x > from);
  for (const [i, x] of bollards.entries()) {
    parts.push(shape(poly([[x - 9 * s, deck + 2], [x - 11 * s, deck - 34 * s], [x + 11 * s, deck - 36 * s], [x + 9 * s, deck + 2]]), '#0c1512'), stroke(line([[x - 12 * s, deck - 30 * s], [x + 12 * s, deck - 31 * s]]), '#1a1f18', 5 * s));
    const next = bollards[i + 1];
    if (next !== undefined) parts.push(stroke(`M${x} ${deck - 26 * s}Q${(x + next) / 2} ${deck + 26 * s} ${next} ${deck - 26 * s}`, '#15201b', 4.4 * s), stroke(`M${x} ${deck - 28 * s}Q${(x + next) / 2} ${deck + 24 * s} ${next} ${deck - 28 * s}`, rim, 1.2 * s, { opacity: 0.7 }));
  }
  for (const dx of [-6, 22]) parts.push(stroke(line([[to + dx * s, deck - 14 * s], [to + dx * s, water + 90 * s]]), '#0c1512', 5 * s));
  for (const i of range(9)) parts.push(stroke(line([[to - 6 * s, deck + (8 + i * 24) * s], [to + 22 * s, deck + (8 + i * 24) * s]]), '#0c1512', 4 * s));
  return group({}, parts);
}

/** A street lamp that somebody put at the end of a jetty. @returns its drawing; the light is at `head` */
export function lampPost(foot: Point, height: number, s: number, rim: string): { drawing: string; head: Point } {
  const [x, y] = foot;
  const top = y - height;
  const head: Point = [x + 64 * s, top + 30 * s];
  const drawing = group({}, [
    shape(poly([[x - 7 * s, y], [x - 5 * s, top + 40 * s], [x + 5 * s, top + 40 * s], [x + 8 * s, y]]), '#0a1311'),
    shape(poly([[x - 15 * s, y + 2], [x - 10 * s, y - 54 * s], [x + 10 * s, y - 54 * s], [x + 16 * s, y + 2]]), '#0a1311'),
    stroke(`M${x} ${top + 60 * s}C${x - 2} ${top - 12 * s} ${x + 44 * s} ${top - 22 * s} ${head[0]} ${top + 4 * s}`, '#0a1311', 8 * s),
    stroke(`M${x + 2} ${top + 90 * s}q${40 * s} ${-10 * s} ${42 * s} ${-64 * s}`, '#0a1311', 4 * s),
    shape(poly([[head[0] - 34 * s, top + 22 * s], [head[0] - 9 * s, top], [head[0] + 9 * s, top], [head[0] + 34 * s, top + 22 * s]]), '#0a1311'),
    ellipse([head[0], head[1]], 21 * s, 15 * s, '#fff0c0'),
    stroke(line([[x + 6 * s, y], [x + 4 * s, top + 60 * s]]), rim, 2 * s, { opacity: 0.8 }),
  ]);
  return { drawing, head };
}

/** A man in a hat and a long coat, from behind, a bag in his hand. @param size his height in drawing units */
export function manInHat([x, y]: Point, size: number, rim: string): string {
  const s = size / 100;
  return group({ transform: `translate(${x} ${y}) scale(${s})` }, [
    shape('M-8 -14L-9 0L-1 0L-1 -16ZM2 -16L3 0L11 0L9 -14Z', '#050a09'),
    shape('M-9 -78C-15 -72 -17 -58 -17 -40L-16 -12C-8 -9 8 -9 15 -12L17 -40C17 -58 15 -72 9 -78C4 -81 -4 -81 -9 -78Z', '#070d0b'),
    shape('M-16 -70C-21 -58 -22 -46 -20 -34L-15 -34L-13 -60ZM15 -70C20 -60 22 -48 22 -36L17 -35L13 -60Z', '#070d0b'),
    shape('M15 -36L28 -37L30 -18L14 -17Z', '#060b0a'),
    stroke('M18 -36Q21 -42 25 -37', '#060b0a', 2.2),
    shape('M-7 -80C-8 -90 -5 -95 0 -95C5 -95 8 -90 7 -80C4 -77 -4 -77 -7 -80Z', '#070d0b'),
    shape('M-15 -89C-9 -92 9 -92 15 -89C11 -85 -11 -85 -15 -89ZM-8 -90C-8 -100 -5 -103 0 -102C5 -103 8 -100 8 -90Z', '#050a09'),
    stroke('M8 -101C9 -97 8 -93 9 -90L15 -89M9 -78C15 -72 18 -60 21 -36M17 -34L15 -12', rim, 1.4),
    stroke('M0 -76V-14', '#000', 1, { opacity: 0.6 }),
  ]);
}

/** A body too long to be a boat: the outline along `middle`, its fins, and the ribs under its skin. */
export function longBody(middle: readonly Point[], thick: number, chance: Dice, colors: { skin: string; back: string; rim: string }): string {
  const width = (t: number) => thick * (0.25 + 0.75 * Math.sin(Math.PI * Math.min(1, 0.12 + t * 0.95)) ** 0.7) * (t > 0.75 ? 1 - ((t - 0.75) / 0.25) ** 1.5 * 0.93 : 1);
  const outline = ribbon(middle, width);
  const count = middle.length;
  const upper = outline.slice(0, count);
  const lower = outline.slice(count).reverse();
  const fins: string[] = [];
  for (let i = 3; i < count - 4; i += 2) {
    const [a, b] = [upper[i], upper[i + 1]];
    const [c, d] = [lower[i], lower[i + 1]];
    const m = middle[i];
    if (!a || !b || !c || !d || !m) continue;
    const grow = width(i / (count - 1)) / thick;
    const [ux, uy] = [a[0] - m[0], a[1] - m[1]];
    const [vx, vy] = [c[0] - m[0], c[1] - m[1]];
    const long = chance.between(0.5, 1.05) * grow;
    fins.push(
      shape(`M${a[0]} ${a[1]}Q${a[0] + ux * long + (b[0] - a[0])} ${a[1] + uy * long} ${a[0] + ux * long * 1.7 + (b[0] - a[0]) * 3} ${a[1] + uy * long * 1.2}Q${b[0] + ux * 0.3} ${b[1] + uy * 0.3} ${b[0]} ${b[1]}Z`, colors.back, { opacity: 0.75 }),
      shape(`M${c[0]} ${c[1]}Q${c[0] + vx * long} ${c[1] + vy * long} ${c[0] + vx * long * 2.6 + (d[0] - c[0]) * 4} ${c[1] + vy * long * 2}Q${d[0] + vx * 0.5} ${d[1] + vy * 0.5} ${d[0]} ${d[1]}Z`, colors.back, { opacity: 0.6 }),
    );
  }
  const ribs = range(count - 6).map((k) => {
    const i = k + 3;
    const [a, c, m] = [upper[i], lower[i], middle[i + 1]];
    return a && c && m ? stroke(`M${a[0]} ${a[1]}Q${m[0]} ${m[1]} ${c[0]} ${c[1]}`, '#02100d', 3.4, { opacity: 0.42 }) : '';
  });
  const spots = range(count - 8).map((k) => {
    const m = middle[k + 4];
    return m ? ellipse([m[0], m[1] - width((k + 4) / count) * 0.12], 4 + 9 * (width((k + 4) / count) / thick), 3.5, colors.rim, { opacity: 0.32 }) : '';
  });
  return group({}, [...fins, shape(poly(outline), colors.skin), ...ribs, stroke(line(upper), colors.rim, 3.2, { opacity: 0.75 }), ...spots]);
}
