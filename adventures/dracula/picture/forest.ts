import { fir } from '#art/forms/trees.ts';
import { bezier, lerp, type Point, poly, range, ribbon } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { rect, type Sheet, shape } from '#art/sheet.ts';
import { fog, stone } from '#art/texture.ts';
import type { Layout } from './layout.ts';

/** Forest at the hem, row behind row, and the road through it. */
export function drawForest(sheet: Sheet, { hem, scale: s, ground: horizon, road }: Layout): void {
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
  const widthAt = (t: number) => lerp(120, 16, t ** 0.7) * s;
  const body = ribbon(path, (t) => widthAt(t));
  const ground = poly([
    [-20, height + 20],
    ...range(width / 20 + 3).map(
      (k): Point => [k * 20 - 20, horizon + (chance.wave(k / 14) * 9 + chance.between(-2, 2)) * s],
    ),
    [width + 20, height + 20],
  ]);
  sheet.draw(
    shape(ground, '#141c2a'),
    shape(
      poly(body),
      sheet.linear(
        [0, horizon],
        [0, road[0][1] + 30 * s],
        [
          // Under the trees it is as dark as they are.
          [0.06, '#141c2a'],
          [0.24, '#3a475d'],
          [0.45, '#6f7f98'],
          [1, '#4b5a74'],
        ],
      ),
    ),
    shape(poly(body), stone(sheet, 200), { opacity: 0.8 }),
  );
  for (const d of [-0.2, 0.2]) {
    sheet.draw(
      shape(
        poly(
          ribbon(
            path.map(([x, y], k): Point => [x, y + d * widthAt(k / 40)]),
            (t) => widthAt(t) * 0.06,
          ),
        ),
        '#1f293a',
        { opacity: 0.7 },
      ),
    );
  }
  // A wood stands where the road goes in; nobody sees where it comes out.
  const [inX, inY] = road[3];
  const wood = range(44)
    .map(
      (i): Point =>
        i < 38
          ? [inX + (i - 18.5) * 12 * s + chance.between(-8, 8) * s, inY + chance.between(0, 26) * s]
          : [inX + (i - 40.5) * 11 * s, inY + chance.between(12, 24) * s],
    )
    .sort((a, b) => a[1] - b[1])
    .map((foot, i) => fir(chance, foot, chance.between(80, 165) * s, i % 2 ? '#101824' : '#18212f'));
  sheet.draw(...wood);
  // A wayside cross.
  const [x, y] = path[6] ?? road[0];
  const size = 60 * s;
  const foot = y - widthAt(0.15) * 0.62;
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
