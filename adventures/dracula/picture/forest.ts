import { fir } from '#art/forms/trees.ts';
import { bezier, lerp, line, type Point, poly, range, ribbon } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { rect, type Sheet, shape, stroke } from '#art/sheet.ts';
import { fog, stone } from '#art/texture.ts';
import type { Layout } from './layout.ts';

/** Forest at the hem, row behind row, and the road through it. */
export function drawForest(sheet: Sheet, { hem, scale: s, road }: Layout): void {
  const { width, height } = sheet.frame;
  const chance = dice('forest');
  for (const [i, [level, size, color]] of (
    [
      [hem - 40 * s, 90, '#3f4d64'],
      [hem + 40 * s, 120, '#28344a'],
    ] as const
  ).entries()) {
    const firs = range(width / (17 * s)).map(() =>
      fir(
        chance,
        [chance.next() * width, level + chance.between(0, 60) * s],
        size * s * chance.between(0.6, 1.35),
        color,
      ),
    );
    sheet.draw(
      ...firs,
      rect({ x: 0, y: level + 30 * s, width, height: height - level }, color),
      fog(sheet, {
        cloud: { x: 500 * i, y: level, width: 1000, height: 200 },
        box: { x: 0, y: level - 140 * s, width, height: height - level + 140 * s },
        density: 0.9,
        fill: sheet.linear(
          [0, level - 120 * s],
          [0, level + 130 * s],
          [
            [0, '#9fb0c8', 0],
            [0.6, '#93a4bd', 0.65],
            [1, '#5f6f88', 0.5],
          ],
        ),
      }),
    );
  }
  const path = bezier(...road, 40);
  const widthAt = (t: number) => lerp(130, 5, t ** 0.75) * s;
  const body = ribbon(path, widthAt);
  // The ground the road runs on.
  const ground = path.slice(0, 29);
  const last = ground[ground.length - 1] ?? road[3];
  sheet.draw(
    shape(
      poly([
        [-20, height + 20],
        ...ground.map(([x, y], k): Point => [x, y - widthAt(k / 40) * 0.9 + chance.between(-5, 5) * s]),
        [lerp(last[0], width, 0.5), last[1] + 30 * s],
        [width + 20, last[1] + 90 * s],
        [width + 20, height + 20],
      ]),
      '#141c2a',
    ),
    shape(
      poly(body),
      // Where it climbs into the fog nobody can follow it.
      sheet.linear(
        [0, road[3][1] + 40 * s],
        [0, road[0][1] + 40 * s],
        [
          [0, '#c9d4e4', 0],
          [0.16, '#b4c1d4', 0.9],
          [0.6, '#8292aa'],
          [1, '#566580'],
        ],
      ),
    ),
    shape(poly(ribbon(path.slice(0, 30), (t) => widthAt((t * 29) / 40))), stone(sheet, 200), {
      opacity: 0.8,
    }),
  );
  for (const d of [-0.18, 0.2]) {
    sheet.draw(
      stroke(
        line(path.slice(0, 32).map(([x, y], k): Point => [x, y + d * widthAt(k / 40)])),
        '#1f293a',
        5 * s,
        {
          opacity: 0.6,
        },
      ),
    );
  }
  // Milestones and a wayside cross.
  for (const t of [0.1, 0.74]) {
    const [x, y] = path[Math.round(t * 40)] ?? road[0];
    const size = lerp(60, 22, t) * s;
    const foot = y - widthAt(t) * 0.55;
    sheet.draw(
      shape(
        poly([
          [x - size * 0.16, foot + 6],
          [x - size * 0.14, foot - size],
          [x - size * 0.5, foot - size * 0.98],
          [x - size * 0.5, foot - size * 1.2],
          [x - size * 0.12, foot - size * 1.2],
          [x - size * 0.1, foot - size * 1.6],
          [x + size * 0.12, foot - size * 1.6],
          [x + size * 0.13, foot - size * 1.2],
          [x + size * 0.5, foot - size * 1.2],
          [x + size * 0.5, foot - size],
          [x + size * 0.15, foot - size],
          [x + size * 0.18, foot + 6],
        ]),
        '#0a0f18',
      ),
    );
  }
}
