import { line, type Point, poly } from '../geometry.ts';
import { ellipse, group, shape, stroke } from '../sheet.ts';

/** A street lamp that somebody put at the end of a jetty. @returns its drawing; the light is at `head` */
export function lampPost(
  foot: Point,
  height: number,
  s: number,
  rim: string,
): { drawing: string; head: Point } {
  const [x, y] = foot;
  const top = y - height;
  const head: Point = [x + 64 * s, top + 30 * s];
  const drawing = group({}, [
    shape(
      poly([
        [x - 7 * s, y],
        [x - 5 * s, top + 40 * s],
        [x + 5 * s, top + 40 * s],
        [x + 8 * s, y],
      ]),
      '#0a1311',
    ),
    shape(
      poly([
        [x - 15 * s, y + 2],
        [x - 10 * s, y - 54 * s],
        [x + 10 * s, y - 54 * s],
        [x + 16 * s, y + 2],
      ]),
      '#0a1311',
    ),
    stroke(
      `M${x} ${top + 60 * s}C${x - 2} ${top - 12 * s} ${x + 44 * s} ${top - 22 * s} ${head[0]} ${top + 4 * s}`,
      '#0a1311',
      8 * s,
    ),
    stroke(`M${x + 2} ${top + 90 * s}q${40 * s} ${-10 * s} ${42 * s} ${-64 * s}`, '#0a1311', 4 * s),
    shape(
      poly([
        [head[0] - 34 * s, top + 22 * s],
        [head[0] - 9 * s, top],
        [head[0] + 9 * s, top],
        [head[0] + 34 * s, top + 22 * s],
      ]),
      '#0a1311',
    ),
    ellipse([head[0], head[1]], 21 * s, 15 * s, '#fff0c0'),
    stroke(
      line([
        [x + 6 * s, y],
        [x + 4 * s, top + 60 * s],
      ]),
      rim,
      2 * s,
      { opacity: 0.8 },
    ),
  ]);
  return { drawing, head };
}
