import { line, type Point, poly, range } from '../geometry.ts';
import type { Dice } from '../random.ts';
import { group, shape, stroke } from '../sheet.ts';

/** The top of a battlement from left to right: merlons with gaps between them, a merlon at either end. */
export function crenels(from: number, to: number, y: number, merlon: number, height: number): Point[] {
  const count = Math.max(1, Math.round((to - from) / merlon / 2));
  const w = (to - from) / (count * 2 - 1);
  return range(count).flatMap((i): Point[] => {
    const x = from + i * 2 * w;
    return [
      [x, y],
      [x, y - height],
      [x + w, y - height],
      [x + w, y],
    ];
  });
}

interface Tower {
  /** Middle of the tower. */
  x: number;
  width: number;
  /** Top of the battlements, and the ground. */
  top: number;
  base: number;
}

interface TowerPaint {
  chance: Dice;
  fill: string;
  rim: string;
  /** Paint of lit windows; none without. */
  window?: string;
  lampX: number;
  /** A paint that gives the wall its surface. */
  texture?: string;
  /** Courses of stone that can be seen, in drawing units; 0 for none. */
  course?: number;
  /** How dark the side away from the light is. */
  shade?: number;
  roof?: { height: number; fill: string };
}

/** A round tower with a widening foot, a parapet on corbels, arrow slits and courses of stone. */
export function tower({ x, width, top, base }: Tower, paint: TowerPaint): string {
  const { chance, fill, rim, lampX, course = 0, shade = 0.6, roof } = paint;
  const half = width / 2;
  const lip = half * 1.2;
  const unit = width / 9;
  const neck = top + unit * 3.4;
  const body: Point[] = [
    ...crenels(x - lip, x + lip, top + unit * 1.3, unit * 1.15, unit * 1.3),
    [x + lip, neck - unit * 0.8],
    [x + half, neck + unit * 0.7],
    [x + half, base - (base - neck) * 0.25],
    [x + half * 1.16, base],
    [x - half * 1.16, base],
    [x - half, base - (base - neck) * 0.25],
    [x - half, neck + unit * 0.7],
    [x - lip, neck - unit * 0.8],
  ];
  const parts = [shape(poly(body), fill)];
  if (paint.texture) parts.push(shape(poly(body), paint.texture, { opacity: 0.5 }));
  if (roof) {
    const tip = top - roof.height;
    const cone: Point[] = [
      [x - half * 0.92, top + unit * 0.4],
      [x - half * 0.3, top - roof.height * 0.42],
      [x, tip],
      [x + half * 0.3, top - roof.height * 0.42],
      [x + half * 0.92, top + unit * 0.4],
    ];
    parts.unshift(
      shape(poly(cone), roof.fill),
      stroke(
        line([
          [x, tip],
          [x, tip - roof.height * 0.16],
        ]),
        roof.fill,
        3,
      ),
    );
  }
  for (const i of range(7)) {
    const cx = x - lip + ((i + 0.5) * lip * 2) / 7;
    parts.push(
      shape(
        poly([
          [cx - unit * 0.42, neck - unit * 0.8],
          [cx + unit * 0.42, neck - unit * 0.8],
          [cx + unit * 0.3, neck + unit * 0.5],
        ]),
        '#000',
        { opacity: 0.5 },
      ),
    );
  }
  if (course > 0) {
    for (let y = neck + course; y < base; y += course) {
      const bow = course * 0.18;
      parts.push(
        stroke(`M${x - half} ${y}Q${x} ${y + bow * 2} ${x + half} ${y}`, '#000', course * 0.07, {
          opacity: 0.4,
        }),
      );
      for (let i = chance.next() * 0.2; i < 1; i += chance.between(0.1, 0.22)) {
        const sx = x - half + i * width;
        parts.push(
          stroke(
            line([
              [sx, y - course + bow],
              [sx, y + bow],
            ]),
            '#000',
            course * 0.06,
            { opacity: 0.35 },
          ),
        );
      }
    }
  }
  const left = lampX > x;
  const side = left ? -1 : 1;
  // A round body: three steps from light to dark.
  for (const [reach, dark] of [
    [1, 0.35],
    [0.45, 0.35],
    [-0.1, 0.3],
  ] as const) {
    const edge = x + side * half * (1 - reach);
    parts.push(
      shape(
        poly([
          [edge, neck],
          [x + side * lip, neck - unit],
          [x + side * half * 1.16, base],
          [edge, base],
        ]),
        '#000',
        { opacity: dark * shade },
      ),
    );
  }
  const lit = x - side * half;
  parts.push(
    stroke(
      line([
        [lit, neck + unit],
        [lit, base - (base - neck) * 0.25],
        [x - side * half * 1.16, base],
      ]),
      rim,
      2.4,
    ),
  );
  parts.push(
    stroke(
      line([
        [x - side * lip, top + unit],
        [x - side * lip, neck - unit * 0.8],
        [lit, neck + unit * 0.7],
      ]),
      rim,
      2.2,
    ),
  );
  if (paint.window) {
    for (const i of range(Math.max(1, (base - neck) / width))) {
      if (!chance.chance(0.62)) continue;
      const wx = x + chance.between(-0.5, 0.5) * half;
      const wy = neck + unit * 3 + (i * (base - neck - unit * 4)) / Math.max(1, (base - neck) / width);
      parts.push(
        shape(
          `M${wx - unit * 0.28} ${wy + unit * 1.6}V${wy}Q${wx} ${wy - unit * 0.7} ${wx + unit * 0.28} ${wy}V${wy + unit * 1.6}Z`,
          paint.window,
        ),
      );
    }
  }
  return group({}, parts);
}

/** A pointed or round arch as path data: its foot at `y`, open at the bottom. @param point 0 round, 1 pointed */
export function arch(x: number, y: number, width: number, height: number, point = 0): string {
  const half = width / 2;
  const spring = y - height + half * (1 + point * 0.5);
  const top = y - height;
  const pull = half * (0.55 + point * 0.1);
  const flat = half * (0.55 - point * 0.5);
  return `M${x - half} ${y}V${spring}C${x - half} ${spring - pull} ${x - flat} ${top} ${x} ${top}C${x + flat} ${top} ${x + half} ${spring - pull} ${x + half} ${spring}V${y}Z`;
}
