import { line, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { ellipse, group, type Sheet, shape, stroke } from '#art/sheet.ts';
import { at, doors, foot, middle, turnOf } from './layout.ts';

/** The wall, course over course up to where the looker leans over it. */
export function drawShaft(sheet: Sheet, rim: string): void {
  const chance = dice('shaft');
  const parts: string[] = [];
  let r = foot;
  for (let row = 0; r < 1150; row++) {
    const next = r * 1.105;
    const count = 40;
    for (const j of range(count)) {
      const a = ((j + (row % 2) * 0.5) / count) * Math.PI * 2;
      const b = a + (Math.PI * 2) / count;
      const block = poly([at(r, a), at(next, a), at(next, b), at(r, b)]);
      parts.push(
        shape(block, '#000', { opacity: chance.next() ** 2 * 0.5 }),
        stroke(line([at(r, a), at(next, a)]), '#040607', 2 + row * 0.5, { opacity: 0.8 }),
      );
    }
    parts.push(
      ellipse(middle, next, next, 'none', {
        stroke: '#040607',
        'stroke-width': 3 + row * 0.5,
        opacity: 0.85,
      }),
    );
    parts.push(
      ellipse(middle, next - 3, next - 3, 'none', { stroke: rim, 'stroke-width': 1.6, opacity: 0.5 }),
    );
    r = next;
  }
  // Buttresses between the doors.
  for (const i of range(doors)) {
    const a = turnOf(i + 0.5);
    const w = 0.075;
    const body = poly([
      at(foot - 14, a - w),
      at(1200, a - w * 0.9),
      at(1200, a + w * 0.9),
      at(foot - 14, a + w),
    ]);
    parts.push(
      shape(body, '#0a0f11', { opacity: 0.8 }),
      stroke(line([at(foot - 14, a - w), at(1200, a - w * 0.9)]), rim, 3, { opacity: 0.8 }),
      stroke(line([at(foot - 14, a + w), at(1200, a + w * 0.9)]), '#000', 4, { opacity: 0.7 }),
    );
  }
  sheet.draw(group({}, parts));
}

/** Rings of paving around the middle. */
export function drawFloor(sheet: Sheet, lit: string, rim: string, texture: string): void {
  const chance = dice('rings');
  const rings = [46, 100, 158, 220, 288, foot];
  sheet.draw(ellipse(middle, foot, foot, '#101719'), ellipse(middle, foot, foot, lit, { opacity: 0.85 }));
  for (const [k, r] of rings.entries()) {
    const before = rings[k - 1] ?? 0;
    const count = k === 0 ? 1 : 6 + k * 6;
    if (k > 0) {
      for (const j of range(count)) {
        const a = (j / count) * Math.PI * 2 + k * 0.37;
        sheet.draw(
          shape(
            poly([
              at(before, a),
              at(r, a),
              at(r, a + (Math.PI * 2) / count),
              at(before, a + (Math.PI * 2) / count),
            ]),
            '#000',
            { opacity: chance.between(0, 0.32) },
          ),
          stroke(line([at(before, a), at(r, a)]), '#050708', 3),
        );
      }
    }
    sheet.draw(
      ellipse(middle, r, r, 'none', { stroke: '#050708', 'stroke-width': 6 }),
      ellipse(middle, r - 4, r - 4, 'none', { stroke: rim, 'stroke-width': 2.2, opacity: 0.8 }),
    );
  }
  sheet.draw(ellipse(middle, foot, foot, texture, { opacity: 0.7 }));
}
