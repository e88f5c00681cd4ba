export type Point = readonly [x: number, y: number];

/** A number as short as a drawing needs it: tenths of a unit. */
export function num(value: number): string {
  return String(Math.round(value * 10) / 10 || 0);
}

const at = ([x, y]: Point) => `${num(x)} ${num(y)}`;

/** A closed shape with straight edges, as path data. */
export function poly(points: readonly Point[]): string {
  return `M${points.map(at).join('L')}Z`;
}

/** An open line with straight parts, as path data. */
export function line(points: readonly Point[]): string {
  return `M${points.map(at).join('L')}`;
}

/** A smooth line through the points (Catmull-Rom), open or closed, as path data. */
export function curve(points: readonly Point[], closed = false): string {
  const count = points.length;
  const point = (i: number): Point => {
    const index = closed ? (i + count) % count : Math.min(Math.max(i, 0), count - 1);
    return points[index] ?? [0, 0];
  };
  const parts = [`M${at(point(0))}`];
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [a, b, c, d] = [point(i - 1), point(i), point(i + 1), point(i + 2)];
    const first: Point = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6];
    const second: Point = [c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6];
    parts.push(`C${at(first)} ${at(second)} ${at(c)}`);
  }
  return parts.join('') + (closed ? 'Z' : '');
}

export const lerp = (a: number, b: number, t: number): number => a + (b - a) * t;

/** The point a part `t` of the way from `a` to `b`. */
export function between(a: Point, b: Point, t: number): Point {
  return [lerp(a[0], b[0], t), lerp(a[1], b[1], t)];
}

/** `count` whole numbers from 0. */
export function range(count: number): number[] {
  return Array.from({ length: Math.max(0, Math.round(count)) }, (_, i) => i);
}

/**
 * A body along a middle line: the outline that is `width(t)` wide on both sides together, `t` from 0 to 1.
 * For limbs, serpents, smoke, folds.
 */
export function ribbon(middle: readonly Point[], width: (t: number) => number): Point[] {
  const last = middle.length - 1;
  const sides = middle.map((here, i) => {
    const before = middle[Math.max(0, i - 1)] ?? here;
    const after = middle[Math.min(last, i + 1)] ?? here;
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const length = Math.hypot(dx, dy) || 1;
    const half = width(i / last) / 2;
    const [nx, ny] = [(-dy / length) * half, (dx / length) * half];
    return { left: [here[0] + nx, here[1] + ny] as Point, right: [here[0] - nx, here[1] - ny] as Point };
  });
  return [...sides.map(({ left }) => left), ...sides.map(({ right }) => right).reverse()];
}

/** Points of a cubic curve, for bodies that follow one. */
export function bezier(a: Point, b: Point, c: Point, d: Point, count: number): Point[] {
  return range(count + 1).map((i) => {
    const t = i / count;
    const ab = between(a, b, t);
    const bc = between(b, c, t);
    const cd = between(c, d, t);
    return between(between(ab, bc, t), between(bc, cd, t), t);
  });
}
