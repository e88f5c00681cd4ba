import { bezier, lerp, line, type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { group, type Sheet, shape, stroke } from '#art/sheet.ts';
import type { Layout, Paints } from './layout.ts';

/** The causeway, slab by slab, and the light that falls out along it. @returns where the swordsman stands */
export function drawCauseway(
  sheet: Sheet,
  { gate: [gx, gy], scale, near, half, man }: Layout,
  { lit, rim, cap, rock }: Paints,
): Point {
  const chance = dice('causeway');
  const steps = 30;
  const middle = bezier(
    [gx + 12 * scale, gy],
    [gx, lerp(gy, near[1], 0.25)],
    [lerp(gx, near[0], 0.3), lerp(gy, near[1], 0.5)],
    near,
    steps,
  );
  const halfAt = (i: number) => lerp(70 * scale, half, (i / steps) ** 1.25);
  const at = (i: number): Point => middle[Math.min(steps, Math.max(0, Math.round(i)))] ?? near;
  const edge = (side: number) =>
    middle.map(([x, y], i): Point => [x + side * halfAt(i), y + chance.between(-1, 1) * i * 0.15]);
  const [left, right] = [edge(-1), edge(1)];
  for (const [side, lip] of [
    [-1, left],
    [1, right],
  ] as const) {
    const drop = lip.map(([x, y], i): Point => [x + side * 8, y + lerp(24 * scale, 230, i / steps)]);
    const wallPath = poly([...lip, ...drop.reverse()]);
    sheet.draw(shape(wallPath, '#070a0b'), shape(wallPath, rock, { opacity: 0.7 }));
  }
  const road = poly([...left, ...right.toReversed()]);
  sheet.draw(
    shape(road, '#0b1011'),
    shape(road, lit, { opacity: 0.7 }),
    shape(road, rock, { opacity: 0.8 }),
    shape(
      road,
      sheet.linear([gx, gy], near, [
        [0, '#fff0c4', 0.95],
        [0.1, '#ffb35a', 0.75],
        [0.32, '#d9661f', 0.45],
        [0.7, '#7a2c10', 0.16],
        [1, '#7a2c10', 0],
      ]),
    ),
  );
  const joints: string[] = [];
  for (const i of range(steps)) {
    const [x, y] = at(i);
    const t = i / steps;
    const w = halfAt(i);
    joints.push(
      stroke(
        line([
          [x - w, y + chance.between(-3, 3) * t],
          [x + chance.between(-0.3, 0.3) * w, y + 8 * t],
          [x + w, y],
        ]),
        '#120a06',
        1.2 + 5 * t,
        { opacity: 0.7 },
      ),
    );
    for (const j of [-0.62, -0.2, 0.24, 0.66]) {
      if (chance.chance(0.25)) continue;
      const off = j + (i % 2 === 0 ? 0.2 : 0) + chance.between(-0.06, 0.06);
      const below = at(i + 1);
      joints.push(
        stroke(
          line([
            [x + off * w, y],
            [below[0] + off * halfAt(i + 1), below[1]],
          ]),
          '#120a06',
          1 + 4 * t,
          { opacity: 0.6 },
        ),
      );
    }
  }
  sheet.draw(group({ 'clip-path': sheet.clip(road) }, joints));
  // Broken kerb stones hold the road's edge.
  for (const lip of [left, right]) {
    for (const [i, [x, y]] of lip.entries()) {
      if (i < 2 || chance.chance(0.3)) continue;
      const w = lerp(7 * scale, 34, i / steps);
      const h = w * chance.between(0.5, 1.2);
      const deep = w * 0.42;
      // Seen from above as the road is: a face towards us, and a top that catches the fire.
      const face = poly([
        [x - w, y + 6],
        [x - w * 0.96, y - h],
        [x + w * 0.96, y - h],
        [x + w, y + 6],
      ]);
      const top = poly([
        [x - w * 0.96, y - h],
        [x - w * 0.8, y - h - deep],
        [x + w * 0.84, y - h - deep],
        [x + w * 0.96, y - h],
      ]);
      sheet.draw(
        shape(face, '#0a0d0d'),
        shape(face, lit, { opacity: 0.35 }),
        shape(face, rock, { opacity: 0.6 }),
        shape(top, cap),
        shape(top, rock, { opacity: 0.5 }),
        stroke(
          line([
            [x - w * 0.8, y - h - deep],
            [x + w * 0.84, y - h - deep],
          ]),
          rim,
          1 + (2 * i) / steps,
        ),
      );
    }
  }
  const [fx, fy] = at(steps * man);
  return [fx + 6, fy];
}
