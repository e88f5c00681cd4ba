import { lerp, line, type Point, poly } from '../geometry.ts';
import type { Dice } from '../random.ts';
import { group, shape, stroke } from '../sheet.ts';

interface Columns {
  chance: Dice;
  from: number;
  to: number;
  /** Height of the tops, by place. */
  top: (x: number) => number;
  bottom: number;
  /** Narrowest and widest column. */
  width: readonly [number, number];
  fill: string;
  /** Paint of the edges that see the light. */
  rim: string;
  /** Paint of the broken tops, which face the sky. */
  cap: string;
  /** Where the light is: columns turn their bright face to it. */
  lampX: number;
  /** A paint that gives the rock its surface. */
  texture: string;
  /** How strongly the edges are lit, 0 to 1. */
  edge?: number;
}

/** A cliff of basalt: six-sided columns broken off at different heights, cracked across as they cool. */
export function basaltColumns(cliff: Columns): string {
  const { chance, from, to, bottom, fill, rim, lampX, edge = 1 } = cliff;
  const bodies: string[] = [];
  const edges: string[] = [];
  const tops: string[] = [];
  const faces: string[] = [];
  for (let x = from; x < to; ) {
    const w = chance.between(...cliff.width);
    const y = cliff.top(x + w / 2) + chance.between(-1, 1) * w * 0.9;
    const [a, b] = [x + w * chance.between(0.2, 0.34), x + w * chance.between(0.66, 0.8)];
    const cap = w * 0.19;
    bodies.push(
      shape(
        poly([
          [x, y],
          [a, y - cap],
          [b, y - cap],
          [x + w, y],
          [x + w + 1, bottom],
          [x, bottom],
        ]),
        fill,
      ),
    );
    bodies.push(
      shape(
        poly([
          [x, y],
          [a, y + cap],
          [b, y + cap],
          [x + w, y],
          [b, y - cap],
          [a, y - cap],
        ]),
        cliff.cap,
      ),
    );
    tops.push(
      stroke(
        line([
          [lerp(x, a, 0.5), y + cap * 0.1],
          [lerp(a, b, chance.between(0.4, 0.6)), y - cap * chance.between(-0.3, 0.4)],
          [lerp(b, x + w, 0.4), y - cap * 0.2],
        ]),
        '#000',
        w * 0.03,
        { opacity: 0.4 },
      ),
    );
    const lampIsLeft = lampX < x;
    const far: Point[] = lampIsLeft
      ? [
          [b, y + cap],
          [x + w, y],
          [x + w, bottom],
          [b, bottom],
        ]
      : [
          [x, y],
          [a, y + cap],
          [a, bottom],
          [x, bottom],
        ];
    const near: Point[] = lampIsLeft
      ? [
          [x, y],
          [a, y + cap],
          [a, bottom],
          [x, bottom],
        ]
      : [
          [b, y + cap],
          [x + w, y],
          [x + w, bottom],
          [b, bottom],
        ];
    bodies.push(shape(poly(far), '#000', { opacity: 0.62 }));
    bodies.push(
      shape(
        poly([
          [a, y + cap],
          [b, y + cap],
          [b, bottom],
          [a, bottom],
        ]),
        '#000',
        { opacity: 0.34 },
      ),
    );
    const lit = lampIsLeft ? x : x + w;
    edges.push(
      stroke(
        line([
          [lit, y + 2],
          [lit, lerp(y, bottom, chance.between(0.1, 0.75))],
        ]),
        rim,
        1.7,
        { opacity: edge * chance.between(0.15, 0.9) },
      ),
      stroke(
        line([
          [x, y],
          [a, y + cap],
          [b, y + cap],
          [x + w, y],
        ]),
        rim,
        1.6,
        { opacity: edge * chance.between(0.4, 1) },
      ),
    );
    // Cooling cracks.
    for (let crack = y + chance.between(30, 120); crack < bottom; crack += chance.between(50, 190)) {
      const slope = chance.between(-4, 4);
      bodies.push(
        stroke(
          line([
            [x, crack],
            [a, crack + cap * 0.8 + slope],
            [b, crack + cap * 0.8],
            [x + w, crack + slope],
          ]),
          '#000',
          2.4,
          { opacity: 0.55 },
        ),
      );
    }
    bodies.push(shape(poly(near), fill, { opacity: 0.35 }));
    faces.push(
      poly([
        [x, y],
        [a, y - cap],
        [b, y - cap],
        [x + w, y],
        [x + w, bottom],
        [x, bottom],
      ]),
    );
    x += w;
  }
  return group({}, [...bodies, shape(faces.join(''), cliff.texture, { opacity: 0.45 }), ...tops, ...edges]);
}

interface Crag {
  chance: Dice;
  from: number;
  to: number;
  top: (x: number) => number;
  bottom: number;
  step: number;
}

/** The outline of a mountain, from left to right and closed at the bottom. */
export function cragOutline({ chance, from, to, top, bottom, step }: Crag): Point[] {
  const points: Point[] = [];
  for (let x = from; x <= to; x += step * chance.between(0.5, 1.4)) points.push([x, top(x)]);
  return [...points, [to, bottom], [from, bottom]];
}
