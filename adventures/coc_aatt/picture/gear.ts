import { curve, lerp, line, type Point, range } from '#art/geometry.ts';
import { ellipse, group, shape, stroke } from '#art/sheet.ts';

const dark = '#07130f';
const twine = '#0a1d17';

/** What hangs on the boathouse's back wall, left of the window: a net with its corks, an oar, an oilskin on a peg. */
export function gear(rim: string): string[] {
  return [net(rim), oar(rim), oilskin(rim)];
}

/** A net slung over two pegs, its meshes pulled long by its own weight; corks along the upper rope. */
function net(rim: string): string {
  const [left, right, top] = [222, 386, 262];
  const place = (u: number, v: number): Point => {
    const sag = Math.sin(u * Math.PI);
    return [
      lerp(left, right, u) + (0.5 - u) * 36 * v,
      top + sag * 22 + v * (118 + sag * 62) + Math.sin(u * 17) * 4 * v,
    ];
  };
  const meshes = 9;
  const rows = 7;
  // Two families of slanting threads make the diamonds.
  const threads = [1, -1].flatMap((slant) =>
    range(meshes * 2 + 1).map((k) => {
      const from = k / meshes - 0.5;
      const points = range(rows * 2 + 1)
        .map((j): readonly [number, number] => [from + slant * (j / (rows * 2) - 0.5), j / (rows * 2)])
        .filter(([u]) => u >= -0.001 && u <= 1.001)
        .map(([u, v]) => place(u, v));
      return points.length > 1 ? stroke(line(points), twine, 2.2) : '';
    }),
  );
  const rope = (v: number) => curve(range(13).map((i) => place(i / 12, v)));
  return group({}, [
    ...threads,
    stroke(rope(1), twine, 4),
    stroke(rope(0), dark, 5),
    ...range(8).map((i) => {
      const [x, y] = place((i + 0.5) / 8, 0);
      return (
        ellipse([x, y], 10, 7, '#1f4638') + stroke(`M${x - 7} ${y - 4}q7 -5 14 0`, rim, 1.8, { opacity: 0.6 })
      );
    }),
    ...[left, right].map((x) => stroke(`M${x} ${top + 2}V${top - 12}`, dark, 9)),
    // What hangs over the pegs falls straight down.
    ...[left, right].flatMap((x, i) => [
      stroke(`M${x} ${top}q${i ? 10 : -10} 60 ${i ? 4 : -4} 120`, twine, 5),
      stroke(`M${x + 4} ${top}q${i ? 12 : -6} 50 ${i ? 8 : 2} 96`, twine, 3),
    ]),
  ]);
}

/** An oar leaned into the corner, its blade up. */
function oar(rim: string): string {
  return group({}, [
    stroke('M166 592L196 372', dark, 9),
    stroke('M171 590L200 372', rim, 1.6, { opacity: 0.45 }),
    shape('M192 380C188 340 190 284 199 236C203 224 216 226 217 238C216 288 212 342 202 382Z', dark),
    stroke('M217 240C216 288 212 342 203 380', rim, 2, { opacity: 0.6 }),
    stroke('M205 246L198 372', '#020705', 2),
  ]);
}

/** A fisherman's coat on its peg: collar, two sleeves that hang, an open front with buttons. */
function oilskin(rim: string): string {
  return group({ transform: 'translate(448 262)' }, [
    stroke('M0 0V16M-9 -3H9', dark, 7),
    // The sleeves hang empty beside the body.
    shape('M-22 28C-38 34 -46 56 -49 92L-52 150C-47 156 -38 157 -32 152L-24 84Z', dark),
    shape('M22 28C38 34 46 56 49 92L52 150C47 156 38 157 32 152L24 84Z', dark),
    shape(
      'M-14 20C-24 24 -30 40 -31 70L-38 206C-28 214 -14 210 -3 212L-1 60L3 212C14 210 28 214 38 206L31 70C30 40 24 24 14 20Z',
      '#0a1a15',
    ),
    // Collar and the dark of the lining at the neck.
    shape('M-16 22C-14 10 14 10 16 22C10 34 4 42 0 56C-4 42 -10 34 -16 22Z', '#020705'),
    shape('M-17 24C-17 12 -8 8 -5 10C-10 20 -8 34 -1 54L-12 44Z', '#12291f'),
    shape('M17 24C17 12 8 8 5 10C10 20 8 34 1 54L12 44Z', '#12291f'),
    stroke('M0 56L-1 210', '#020705', 3),
    ...[78, 108, 138].map((y) => ellipse([7, y], 2.6, 2.6, '#4d7a66')),
    // Pockets, folds, and the side that sees the window.
    stroke(
      'M-27 142H-10M10 142H27M-20 60C-22 100 -26 150 -28 200M18 70C20 110 22 160 24 202',
      '#020705',
      2.4,
      { opacity: 0.9 },
    ),
    stroke('M23 28C38 34 46 56 49 92L52 150', rim, 2.4, { opacity: 0.75 }),
    stroke('M-50 138L-34 142M50 138L34 142', rim, 1.6, { opacity: 0.4 }),
    stroke('M33 100L38 204M17 24C17 14 12 9 6 10', rim, 1.8, { opacity: 0.6 }),
  ]);
}
