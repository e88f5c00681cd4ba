import { line, type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { ellipse, group, rect, type Sheet, shape, stroke } from '#art/sheet.ts';
import type { Layout, Paints } from './layout.ts';

/** Courses of brick over the whole wall, every brick its own shade; some are missing. */
export function drawWall(
  sheet: Sheet,
  { scale, door, wide, high }: Layout,
  { wall, texture, rim, lamp }: Paints,
): void {
  const { width } = sheet.frame;
  const chance = dice('bricks');
  const course = 46 * scale;
  const parts: string[] = [];
  for (let row = 0; row * course < door[1]; row++) {
    const y = row * course;
    for (let x = -chance.between(20, 90); x < width; ) {
      const w = chance.between(84, 120) * scale;
      const dark = chance.chance(0.05) ? 0.85 : chance.next() ** 2 * 0.6;
      const j = () => chance.between(-2.4, 2.4);
      const brick = poly([
        [x + 3 + j(), y + 3 + j()],
        [x + w - 3 + j(), y + 3 + j()],
        [x + w - 3 + j(), y + course - 3 + j()],
        [x + 3 + j(), y + course - 3 + j()],
      ]);
      parts.push(shape(brick, '#000', { opacity: dark }));
      const below = y > lamp[1];
      parts.push(
        stroke(
          line([
            [x + 4, below ? y + 4 : y + course - 4],
            [x + w - 4, below ? y + 4 : y + course - 4],
          ]),
          rim,
          2,
          { opacity: chance.between(0.1, 0.8) },
        ),
      );
      parts.push(
        stroke(
          line([
            [x, y],
            [x, y + course],
          ]),
          '#0b0405',
          4.4,
          { opacity: 0.85 },
        ),
      );
      x += w;
    }
    parts.push(
      stroke(
        line([
          [0, y],
          [width, y],
        ]),
        '#0b0405',
        4.8,
        { opacity: 0.9 },
      ),
    );
  }
  sheet.draw(rect(sheet.all, wall), ...parts, rect(sheet.all, texture, { opacity: 0.75 }));
  // Voussoirs of hewn stone in two rings around the stair.
  const spring = door[1] - high + wide * 0.5;
  const ring = (r: number, a: number): Point => [door[0] + Math.cos(a) * r, spring + Math.sin(a) * r];
  for (const [inner, outer, count, tone] of [
    [wide * 0.5, wide * 0.62, 21, 0.16],
    [wide * 0.62, wide * 0.68, 29, 0.4],
  ] as const) {
    for (const i of range(count)) {
      const [a, b] = [Math.PI * (1 + i / count), Math.PI * (1 + (i + 1) / count)];
      const block = poly([ring(inner, a), ring(outer, a), ring(outer, b), ring(inner, b)]);
      sheet.draw(
        shape(block, wall),
        shape(block, '#000', { opacity: tone + chance.between(0, 0.3) }),
        shape(block, texture, { opacity: 0.8 }),
        stroke(block, '#080304', 4.4),
      );
    }
    for (const side of [-1, 1]) {
      let y: number = spring;
      while (y < door[1]) {
        const h = Math.min(door[1] - y, chance.between(70, 120) * scale);
        const block = poly([
          [door[0] + side * inner, y],
          [door[0] + side * outer, y],
          [door[0] + side * outer, y + h],
          [door[0] + side * inner, y + h],
        ]);
        sheet.draw(
          shape(block, wall),
          shape(block, '#000', { opacity: tone + chance.between(0, 0.3) }),
          shape(block, texture, { opacity: 0.8 }),
          stroke(block, '#080304', 4.4),
        );
        y += h;
      }
    }
  }
  sheet.draw(shackle([door[0] + wide * 1.62, spring + 60 * scale], scale));
}

/** Where prisoners stood: a plate nailed to the wall, a ring in it, and what is left of a chain. The torch is on its left. */
function shackle([x, y]: Point, scale: number): string {
  const iron = '#120908';
  const rim = '#d98c48';
  const ring = 'M-24 34A34 36 0 1 0 24 34A34 36 0 1 0 -24 34Z';
  return group({ transform: `translate(${x} ${y}) scale(${scale})` }, [
    group({ transform: 'translate(9 6)', opacity: 0.5 }, [
      rect({ x: -34, y: -34, width: 68, height: 68 }, '#000'),
      stroke(ring, '#000', 11),
      ...range(5).map((i) =>
        ellipse([0, 120 + i * 30], i % 2 ? 4 : 11, 20, 'none', { stroke: '#000', 'stroke-width': 7 }),
      ),
    ]),
    rect({ x: -34, y: -34, width: 68, height: 68 }, iron),
    stroke('M-34 34V-34H34', rim, 2.6),
    ...[-22, 22].flatMap((nx) =>
      [-22, 22].map((ny) => ellipse([nx, ny], 6, 6, '#3a2016') + ellipse([nx - 1.5, ny - 1.5], 2, 2, rim)),
    ),
    stroke(ring, iron, 11),
    stroke('M-31 46C-40 70 -28 96 -8 102', rim, 2.6),
    stroke('M-12 8A12 14 0 0 1 12 8V30H-12Z', iron, 9),
    ...range(5).flatMap((i) => [
      ellipse([0, 120 + i * 30], i % 2 ? 4 : 11, 20, 'none', { stroke: iron, 'stroke-width': 7 }),
      stroke(`M${i % 2 ? -6 : -14} ${112 + i * 30}v16`, rim, 2),
    ]),
  ]);
}
