import { type Point, poly, range } from '#art/geometry.ts';
import type { Camera } from '#art/perspective.ts';
import { type Sheet, shape, stroke } from '#art/sheet.ts';

/** The sole of a bare foot from the heel to the ball: half its width at parts of its length. */
const sole = [
  [0, 0],
  [0.02, 0.05],
  [0.1, 0.078],
  [0.25, 0.076],
  [0.45, 0.058],
  [0.62, 0.082],
  [0.78, 0.118],
  [0.92, 0.122],
  [1, 0.08],
  [1.02, 0],
] as const;
/** Three toes before it: across, how far ahead, half width and half length, all in soles. */
const toes = [
  [-0.12, 1.24, 0.038, 0.2],
  [0.005, 1.34, 0.042, 0.26],
  [0.125, 1.22, 0.036, 0.19],
] as const;

/** Wet prints from the front to the man's heels: bare, too long, each with three toes and a claw before every toe. */
export function drawPrints(sheet: Sheet, at: Camera): void {
  const length = 0.46;
  for (const i of range(5)) {
    const z = 1.92 + i * 0.64;
    const side = i % 2 ? 1 : -1;
    const x = 1.1 - i * 0.09 + side * 0.2;
    // Each foot turns out a little.
    const on = (u: number, v: number): Point =>
      at(x + (u + side * 0.12 * v) * length * 1.5, 0, z + v * length * 0.98);
    const body = [
      ...sole.map(([v, u]) => on(u, v)),
      ...sole.toReversed().map(([v, u]) => on(-u * (side < 0 ? 0.8 : 1), v)),
    ];
    const pads = toes.map(([u, v, wide, long]) =>
      range(18).map((k): Point => {
        const a = (k / 18) * 2 * Math.PI;
        return on(u + Math.cos(a) * wide, v + Math.sin(a) * long);
      }),
    );
    const claws = toes.map(([u, v, , long]): Point[] => [
      on(u - 0.018, v + long + 0.03),
      on(u + u * 0.16, v + long + 0.22),
      on(u + 0.018, v + long + 0.03),
    ]);
    sheet.draw(
      ...[body, ...pads].map(
        (outline) =>
          shape(poly(outline), '#03100c', { opacity: 0.8 }) +
          // Wet: the edge towards the window shines.
          stroke(poly(outline), '#e6f4d4', 3 / z, { opacity: 0.34 }),
      ),
      ...claws.map((claw) => shape(poly(claw), '#03100c', { opacity: 0.9 })),
    );
  }
}
