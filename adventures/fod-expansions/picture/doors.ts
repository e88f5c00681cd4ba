import { line, type Point, poly, range } from '#art/geometry.ts';
import { ellipse, group, type Sheet, shape, stroke } from '#art/sheet.ts';
import { at, foot, lintel } from './layout.ts';

function doorway(a: number, w: number, grow = 1): string {
  const side = range(9).map((k): Point => {
    const t = k / 8;
    return at(lintel - 60 + Math.sin((t * Math.PI) / 2) * 60 * grow, a - w * Math.cos((t * Math.PI) / 2));
  });
  const other = range(9).map((k): Point => {
    const t = k / 8;
    return at(lintel - 60 + Math.cos((t * Math.PI) / 2) * 60 * grow, a + w * Math.sin((t * Math.PI) / 2));
  });
  return poly([at(foot, a - w), ...side, ...other, at(foot, a + w)]);
}

export function shutDoor(a: number, rim: string): string {
  const w = 0.13;
  const bands = [0.22, 0.5, 0.78].map((t) => {
    const r = foot + (lintel - 50 - foot) * t;
    return (
      stroke(line([at(r, a - w * 0.96), at(r, a + w * 0.96)]), '#030505', 13) +
      stroke(line([at(r - 7, a - w * 0.96), at(r - 7, a + w * 0.96)]), rim, 1.8, { opacity: 0.7 })
    );
  });
  return group({}, [
    shape(doorway(a, w * 1.24, 1.3), '#070b0c'),
    shape(doorway(a, w * 1.24, 1.3), 'none', { stroke: rim, 'stroke-width': 3, opacity: 0.75 }),
    shape(doorway(a, w), '#1d1713'),
    ...[-0.6, -0.2, 0.2, 0.6].map((u) =>
      stroke(line([at(foot, a + u * w), at(lintel - 40, a + u * w)]), '#020303', 3),
    ),
    ...bands,
    ellipse(at(foot + 84, a + w * 0.6), 7, 7, 'none', { stroke: rim, 'stroke-width': 2.6 }),
  ]);
}

export function openDoor(sheet: Sheet, a: number): string {
  const w = 0.13;
  const hinge = a + w;
  return group({}, [
    shape(doorway(a, w * 1.24, 1.3), '#1a0d08'),
    shape(
      doorway(a, w),
      sheet.linear(at(foot, a), at(lintel, a), [
        [0, '#fffbe6'],
        [0.5, '#ffd27a'],
        [1, '#ff8a2e'],
      ]),
    ),
    // The leaf stands into the hall, seen from its edge.
    shape(
      poly([
        at(foot, hinge),
        at(foot - 96, hinge - 0.015),
        at(foot - 88, hinge + 0.05),
        at(lintel - 80, hinge + 0.045),
        at(lintel - 60, hinge),
      ]),
      '#0d0806',
    ),
    stroke(line([at(foot - 96, hinge - 0.015), at(foot, hinge)]), '#ffe2a0', 4),
    shape(doorway(a, w * 1.24, 1.3), 'none', { stroke: '#ffd591', 'stroke-width': 4 }),
  ]);
}
