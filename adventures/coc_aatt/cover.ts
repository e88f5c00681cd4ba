import { manInHat } from '#art/forms/figures.ts';
import { jetty } from '#art/forms/jetty.ts';
import { lampPost } from '#art/forms/lamp-post.ts';
import { lerp } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { createSheet, type Frame } from '#art/sheet.ts';
import { fibres, finish, fog, glow } from '#art/texture.ts';
import { drawAir } from './picture/air.ts';
import { layouts } from './picture/layout.ts';
import { buoy, rowingBoat, surface } from './picture/surface.ts';
import { drawWater } from './picture/water.ts';

/** Alone Against the Tide: one lamp on a jetty in green fog, a man who looks the wrong way, and what lies below him. */
export function draw(frame: Frame): string {
  const sheet = createSheet('coc_aatt', frame);
  const layout = layouts[frame.crop];
  const { width } = frame;
  const { water, end, deck, from, scale } = layout;
  const post = lampPost([end - 112 * scale, deck + 4], 330 * scale, scale, '#ffcf80');
  const lamp = post.head;
  drawAir(sheet, layout, lamp);
  drawWater(sheet, layout, lamp);
  const rim = sheet.radial(lamp, 620 * scale, [
    [0, '#ffe2a0'],
    [0.5, '#f0a03c', 0.8],
    [1, '#5a7a58', 0.15],
  ]);
  sheet.draw(
    jetty({
      chance: dice('jetty'),
      from,
      to: end,
      deck,
      water,
      bed: water + 700 * scale,
      scale,
      wood: sheet.linear(
        [0, deck - 20],
        [0, water + 520 * scale],
        [
          [0, '#3a3524'],
          [0.22, '#141a15'],
          [0.5, '#0d2620'],
          [1, '#0d2a24'],
        ],
      ),
      rim,
      texture: fibres(sheet, 90, 300),
    }),
    post.drawing,
    manInHat([end - 34 * scale, deck + 1], 142 * scale, '#ffc870'),
    glow(sheet, lamp, 560 * scale, [
      [0, '#fff0c8', 0.85],
      [0.08, '#ffd078', 0.6],
      [0.3, '#e8a040', 0.28],
      [1, '#6a7a40', 0],
    ]),
    rowingBoat([end + 190 * scale, water + 6], scale),
    buoy([end + (frame.crop === 'wide' ? 560 : 396) * scale, water + 2], scale),
    surface(sheet, layout, lamp),
    fog(sheet, {
      cloud: { x: 200, y: water, width: 1500, height: 240 },
      box: { x: 0, y: water - 260 * scale, width, height: 330 * scale },
      density: 0.85,
      fill: sheet.linear(
        [0, water - 240 * scale],
        [0, water + 60 * scale],
        [
          [0, '#b9d6c2', 0],
          [0.7, '#cfe6d2', 0.75],
          [1, '#8fb8a4', 0],
        ],
      ),
    }),
    finish(sheet, '#010806', [lerp(lamp[0], width / 2, 0.5), water]),
  );
  return sheet.toSvg();
}
