import { line, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { rect, type Sheet, shape, stroke } from '#art/sheet.ts';
import { horizonOf, type Layout, type Paints } from './layout.ts';

/** Flagstones before the stair. */
export function drawFloor(sheet: Sheet, layout: Layout, { wall, rim, texture }: Paints): void {
  const { door, scale, wide } = layout;
  const horizon = horizonOf(layout);
  const { width, height } = sheet.frame;
  const chance = dice('flags');
  const floor = { x: 0, y: door[1], width, height: height - door[1] };
  sheet.draw(
    rect(floor, '#160a0a'),
    rect(floor, wall, { opacity: 0.75 }),
    rect(floor, texture, { opacity: 0.8 }),
  );
  const rows = 5;
  const flags: string[] = [];
  for (const i of range(rows + 1)) {
    const y = door[1] + floor.height * (i / rows) ** 1.5;
    flags.push(
      stroke(
        line([
          [0, y],
          [width, y],
        ]),
        '#090404',
        3 + i * 1.6,
      ),
      stroke(
        line([
          [0, y + 3 + i],
          [width, y + 3 + i],
        ]),
        rim,
        1.4,
        { opacity: 0.5 },
      ),
    );
    const next = door[1] + floor.height * ((i + 1) / rows) ** 1.5;
    for (const j of range(30)) {
      const spread = (y - horizon) / (door[1] - horizon);
      const spreadNext = (next - horizon) / (door[1] - horizon);
      const x = (j - 15 + (i % 2) * 0.5 + chance.between(-0.12, 0.12)) * 150 * scale;
      flags.push(
        stroke(
          line([
            [door[0] + x * spread, y],
            [door[0] + x * spreadNext, next],
          ]),
          '#090404',
          2.5 + i,
        ),
      );
    }
  }
  sheet.draw(
    ...flags,
    shape(
      poly([
        [door[0] - wide / 2, door[1]],
        [door[0] + wide / 2, door[1]],
        [door[0] + wide * 0.6, door[1] + 20 * scale],
        [door[0] - wide * 0.6, door[1] + 20 * scale],
      ]),
      '#050202',
      { opacity: 0.55 },
    ),
  );
}
