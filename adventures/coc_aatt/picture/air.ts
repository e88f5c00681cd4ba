import { type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { rect, type Sheet, shape, stroke } from '#art/sheet.ts';
import { fog, glow } from '#art/texture.ts';
import type { Layout } from './layout.ts';

/** Fog with a town in it. */
export function drawAir(sheet: Sheet, { water, scale }: Layout, lamp: Point): void {
  const { width } = sheet.frame;
  const chance = dice('town');
  sheet.draw(
    rect(
      sheet.all,
      sheet.linear(
        [0, 0],
        [0, water],
        [
          [0, '#1c3a33'],
          [0.45, '#4d7a69'],
          [1, '#a9c9b3'],
        ],
      ),
    ),
    fog(sheet, {
      cloud: { x: 0, y: 0, width: 1500, height: 520 },
      box: { x: 0, y: 0, width, height: water },
      fill: sheet.linear(
        [0, 0],
        [0, water],
        [
          [0, '#0c231e', 0.95],
          [0.5, '#2d5549', 0.6],
          [1, '#d5ead6', 0.5],
        ],
      ),
    }),
  );
  for (const [i, color] of ['#7fa793', '#55806f'].entries()) {
    const base = water + 4;
    const houses: Point[] = [[-20, base]];
    const lights: string[] = [];
    for (let x = -20; x < width + 20; ) {
      const w = chance.between(34, 90) * scale;
      const h = chance.between(30, 74) * scale * (1 + i * 0.3) * (0.5 + Math.abs(chance.wave(x / 240)));
      const spire = i === 0 ? chance.chance(0.06) : chance.chance(0.05);
      if (spire)
        houses.push(
          [x, base - h],
          [x, base - h - 60 * scale],
          [x + 14 * scale, base - h - 170 * scale],
          [x + 28 * scale, base - h - 60 * scale],
          [x + 28 * scale, base - h],
        );
      else houses.push([x, base - h], [x + w * 0.5, base - h - w * 0.42], [x + w, base - h]);
      if (chance.chance(0.3))
        houses.push(
          [x + w, base - h - 24 * scale],
          [x + w + 8 * scale, base - h - 24 * scale],
          [x + w + 8 * scale, base - h * 0.8],
        );
      if (i === 1 && chance.chance(0.25))
        lights.push(
          rect({ x: x + w * 0.4, y: base - h * 0.7, width: 5 * scale, height: 8 * scale }, '#ffd48a', {
            opacity: 0.75,
          }),
        );
      x += w + chance.between(0, 40) * scale;
    }
    houses.push([width + 20, base]);
    sheet.draw(
      shape(poly(houses), color, { opacity: 0.85 }),
      ...lights,
      fog(sheet, {
        cloud: { x: 300 * i, y: water - 100, width: 1200, height: 260 },
        box: { x: 0, y: water - 330 * scale, width, height: 340 * scale },
        density: 0.9,
        fill: sheet.linear(
          [0, water - 300 * scale],
          [0, water],
          [
            [0, '#b9d6c2', 0],
            [0.8, '#cfe6d2', 0.8],
            [1, '#dbeeda', 0.9],
          ],
        ),
      }),
    );
  }
  sheet.draw(
    glow(sheet, lamp, 900 * scale, [
      [0, '#ffdf9a', 0.75],
      [0.25, '#e0a850', 0.4],
      [0.6, '#8a9a58', 0.18],
      [1, '#4d7a69', 0],
    ]),
    ...range(7).map((i) => {
      const [x, y] = [chance.between(0.1, 0.95) * width, chance.between(0.16, 0.5) * water];
      const s = chance.between(10, 22) * scale;
      return stroke(
        `M${x - s} ${y + s * 0.1}Q${x - s * 0.4} ${y - s * 0.5} ${x} ${y}Q${x + s * 0.4} ${y - s * 0.5} ${x + s} ${y + (i % 2) * s * 0.2}`,
        '#16302a',
        2.4 * scale,
        { opacity: 0.7 },
      );
    }),
  );
}
