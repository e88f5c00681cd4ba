import { line, type Point, poly, range, ribbon } from '../geometry.ts';
import type { Dice } from '../random.ts';
import { ellipse, group, shape, stroke } from '../sheet.ts';

/** A body too long to be a boat: the outline along `middle`, its fins, and the ribs under its skin. */
export function longBody(
  middle: readonly Point[],
  thick: number,
  chance: Dice,
  colors: { skin: string; back: string; rim: string },
): string {
  const width = (t: number) =>
    thick *
    (0.25 + 0.75 * Math.sin(Math.PI * Math.min(1, 0.12 + t * 0.95)) ** 0.7) *
    (t > 0.75 ? 1 - ((t - 0.75) / 0.25) ** 1.5 * 0.93 : 1);
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
      shape(
        `M${a[0]} ${a[1]}Q${a[0] + ux * long + (b[0] - a[0])} ${a[1] + uy * long} ${a[0] + ux * long * 1.7 + (b[0] - a[0]) * 3} ${a[1] + uy * long * 1.2}Q${b[0] + ux * 0.3} ${b[1] + uy * 0.3} ${b[0]} ${b[1]}Z`,
        colors.back,
        { opacity: 0.75 },
      ),
      shape(
        `M${c[0]} ${c[1]}Q${c[0] + vx * long} ${c[1] + vy * long} ${c[0] + vx * long * 2.6 + (d[0] - c[0]) * 4} ${c[1] + vy * long * 2}Q${d[0] + vx * 0.5} ${d[1] + vy * 0.5} ${d[0]} ${d[1]}Z`,
        colors.back,
        { opacity: 0.6 },
      ),
    );
  }
  const ribs = range(count - 6).map((k) => {
    const i = k + 3;
    const [a, c, m] = [upper[i], lower[i], middle[i + 1]];
    return a && c && m
      ? stroke(`M${a[0]} ${a[1]}Q${m[0]} ${m[1]} ${c[0]} ${c[1]}`, '#02100d', 3.4, { opacity: 0.42 })
      : '';
  });
  const spots = range(count - 8).map((k) => {
    const m = middle[k + 4];
    return m
      ? ellipse(
          [m[0], m[1] - width((k + 4) / count) * 0.12],
          4 + 9 * (width((k + 4) / count) / thick),
          3.5,
          colors.rim,
          { opacity: 0.32 },
        )
      : '';
  });
  return group({}, [
    ...fins,
    shape(poly(outline), colors.skin),
    ...ribs,
    stroke(line(upper), colors.rim, 3.2, { opacity: 0.75 }),
    ...spots,
  ]);
}
