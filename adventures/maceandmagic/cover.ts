import { crystals, roseWindow } from '#art/forms/glass.ts';
import { mace } from '#art/forms/mace.ts';
import { lerp, type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { createSheet, ellipse, type Frame, shape } from '#art/sheet.ts';
import { blur, finish, glow, stone } from '#art/texture.ts';
import { drawCourt } from './picture/court.ts';
import { drawFloor } from './picture/floor.ts';
import { layouts, quartz } from './picture/layout.ts';
import { motes, rays } from './picture/light.ts';
import { drawSides } from './picture/sides.ts';

/** Mace & Magic: a castle court at night, lit through one great window of rose quartz, and the mace that stands in it. */
export function draw(frame: Frame): string {
  const sheet = createSheet('maceandmagic', frame);
  const layout = layouts[frame.crop];
  const { window, radius, foot, length, scale } = layout;
  drawCourt(sheet, layout);
  sheet.draw(
    glow(sheet, window, radius * 2.6, [
      [0, '#ffb7c4', 0.75],
      [0.35, '#d9749a', 0.4],
      [0.7, '#6a3a5a', 0.16],
      [1, '#20303a', 0],
    ]),
    roseWindow(dice('rose'), window, radius, quartz, '#10211f'),
    ellipse(
      window,
      radius,
      radius,
      sheet.radial([window[0], window[1] - radius * 0.1], radius, [
        [0, '#fff6f0', 0.6],
        [0.5, '#ffd9dc', 0.12],
        [1, '#7a2a54', 0.4],
      ]),
    ),
    glow(sheet, window, radius * 1.5, [
      [0, '#ffe9e4', 0.35],
      [0.5, '#ee9fb4', 0.2],
      [1, '#a04a72', 0],
    ]),
  );
  drawFloor(sheet, layout);
  drawSides(sheet, layout);
  const steps = range(3).map((i) => {
    const half = (190 + (2 - i) * 90) * scale;
    const y = foot[1] + (70 - i * 34) * scale;
    return { half, y, h: 36 * scale };
  });
  const slab = stone(sheet, 150);
  for (const { half, y, h } of steps) {
    const top: [Point, number, number] = [[foot[0], y], half, half * 0.2];
    const front = `M${foot[0] - half} ${y}A${half} ${half * 0.2} 0 0 0 ${foot[0] + half} ${y}V${y + h}A${half} ${half * 0.2} 0 0 1 ${foot[0] - half} ${y + h}Z`;
    sheet.draw(
      shape(
        front,
        sheet.linear(
          [foot[0] - half, 0],
          [foot[0] + half, 0],
          [
            [0, '#0e2422'],
            [0.5, '#2c5850'],
            [1, '#0e2422'],
          ],
        ),
      ),
      shape(front, slab, { opacity: 0.7 }),
      ellipse(
        ...top,
        sheet.radial(
          [foot[0], y - 20],
          half,
          [
            [0, '#f2b6c0'],
            [0.45, '#7fa598'],
            [1, '#1d423c'],
          ],
          0.4,
        ),
      ),
      ellipse(...top, slab, { opacity: 0.6 }),
      ellipse(...top, 'none', { stroke: '#ffdbe0', 'stroke-width': 2.2 * scale, opacity: 0.5 }),
    );
  }
  sheet.draw(
    shape(
      poly([
        [foot[0] - 26 * scale, foot[1]],
        [foot[0] + 26 * scale, foot[1]],
        [foot[0] + 110 * scale, frame.height + 80],
        [foot[0] - 110 * scale, frame.height + 80],
      ]),
      '#06110f',
      {
        opacity: 0.5,
        filter: blur(sheet, 9, {
          x: foot[0] - 200,
          y: foot[1] - 40,
          width: 400,
          height: frame.height - foot[1] + 60,
        }),
      },
    ),
    crystals({
      chance: dice('left crystals'),
      at: [foot[0] - 250 * scale, foot[1] + 92 * scale],
      size: 250 * scale,
      count: 6,
      lean: 0.75,
      faces: ['#ffd8dc', '#d9809c', '#6a2c50'],
    }),
    crystals({
      chance: dice('right crystals'),
      at: [foot[0] + 270 * scale, foot[1] + 96 * scale],
      size: 200 * scale,
      count: 5,
      lean: 0.8,
      faces: ['#ffd8dc', '#d9809c', '#6a2c50'],
    }),
    mace(sheet, { foot, length, colors: ['#5fa894', '#1e4a42', '#081513', '#ffd3d8'] }),
    glow(sheet, [window[0], foot[1] - length * 0.74], radius * 0.9, [
      [0, '#ffdfe0', 0.3],
      [1, '#c95f84', 0],
    ]),
    rays(sheet, layout),
    motes(layout, frame),
    finish(sheet, '#020706', [lerp(window[0], frame.width / 2, 0.3), window[1] + radius * 0.5]),
  );
  return sheet.toSvg();
}
