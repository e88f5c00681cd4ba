import { line, poly, range } from '#art/geometry.ts';
import type { Camera } from '#art/perspective.ts';
import { type Sheet, shape, stroke } from '#art/sheet.ts';

/** A table in front on the left: papers, a notebook, a lamp that is out, a chair pushed back. */
export function drawTable(sheet: Sheet, at: Camera, rim: string, boards: string): void {
  const top = poly([at(-2.5, 0.78, 3.3), at(-0.75, 0.78, 3.3), at(-0.55, 0.78, 2.3), at(-2.6, 0.78, 2.3)]);
  const edge = poly([at(-2.6, 0.78, 2.3), at(-0.55, 0.78, 2.3), at(-0.55, 0.7, 2.3), at(-2.6, 0.7, 2.3)]);
  const leg = (x: number, z: number) => stroke(line([at(x, 0.7, z), at(x, 0, z)]), '#050d0b', 60 / z);
  const paper = (x: number, z: number, turn: number) => {
    const c = Math.cos(turn) * 0.13;
    const s = Math.sin(turn) * 0.13;
    return shape(
      poly([
        at(x - c - s, 0.785, z + c - s),
        at(x + c - s, 0.785, z + c + s),
        at(x + c + s, 0.785, z - c + s),
        at(x - c + s, 0.785, z - c - s),
      ]),
      '#b9cdb0',
      { opacity: 0.8 },
    );
  };
  const [lx, ly] = at(-2.05, 0.78, 2.9);
  sheet.draw(
    leg(-2.4, 3.2),
    leg(-0.85, 3.2),
    shape(top, '#12271f'),
    shape(top, boards, { opacity: 0.8 }),
    stroke(line([at(-2.5, 0.78, 3.3), at(-0.75, 0.78, 3.3), at(-0.55, 0.78, 2.3)]), rim, 3),
    shape(edge, '#060f0c'),
    leg(-2.5, 2.35),
    leg(-0.64, 2.35),
    paper(-1.6, 2.8, 0.3),
    paper(-1.3, 2.65, -0.5),
    paper(-1, 2.9, 0.1),
    paper(-1.42, 3.05, 0.9),
    ...range(5).map((i) =>
      stroke(line([at(-1.09, 0.79, 2.84 + i * 0.04), at(-0.93, 0.79, 2.84 + i * 0.04)]), '#24443a', 1.2),
    ),
    // An oil lamp, cold.
    shape(`M${lx - 26} ${ly}q-6 -26 12 -34h28q18 8 12 34z`, '#060f0c'),
    shape(`M${lx - 14} ${ly - 34}q-14 -34 4 -66h20q18 32 4 66z`, '#5f9a84', { opacity: 0.28 }),
    stroke(`M${lx - 14} ${ly - 34}q-14 -34 4 -66M${lx + 14} ${ly - 34}q14 -34 -4 -66`, rim, 2.2),
    stroke(`M${lx - 16} ${ly - 36}H${lx + 16}`, '#060f0c', 6),
  );
}
