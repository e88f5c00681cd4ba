import { bat, carriage } from '#art/forms/carriage.ts';
import { fir } from '#art/forms/trees.ts';
import { bezier, lerp, num, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { createSheet, type Frame, group } from '#art/sheet.ts';
import { finish, fog, glow } from '#art/texture.ts';
import { drawCastle } from './picture/castle.ts';
import { drawCloak } from './picture/cloak.ts';
import { drawForest } from './picture/forest.ts';
import { layouts } from './picture/layout.ts';
import { drawNight } from './picture/night.ts';

/** Where the bats are, in radii from the moon's middle, the width of each and how it banks, in degrees. */
const bats = [
  [-0.2, 0.36, 84, -16],
  [0.46, -0.22, 66, 12],
  [-0.42, -0.5, 46, -6],
  [0.98, -0.86, 56, 18],
  [-1.12, -1.3, 50, -14],
  [0.3, -1.42, 36, 8],
  [1.36, -1.62, 40, -10],
  [-0.5, -1.78, 26, 6],
  [0.86, -1.98, 24, 14],
] as const;

/** Curse of the Vampire: a mountain that stands like somebody in a cloak with a torn collar, the moon for a face, and a coach on its way up. */
export function draw(frame: Frame): string {
  const sheet = createSheet('dracula', frame);
  const layout = layouts[frame.crop];
  const { moon, radius, scale, hem, road } = layout;
  const { width, height } = frame;
  drawNight(sheet, layout);
  drawCloak(sheet, layout);
  drawCastle(sheet, layout);
  sheet.draw(
    fog(sheet, {
      cloud: { x: 80, y: hem - 200, width: 1300, height: 360 },
      box: { x: 0, y: hem - 330 * scale, width, height: height - hem + 330 * scale },
      density: 0.95,
      fill: sheet.linear(
        [0, hem - 300 * scale],
        [0, hem + 160 * scale],
        [
          [0, '#8fa0b8', 0],
          [0.55, '#a9b8cc', 0.75],
          [1, '#5a6a82', 0.35],
        ],
      ),
    }),
  );
  drawForest(sheet, layout);
  const path = bezier(...road, 40);
  const at = path[Math.round(40 * layout.coach)] ?? road[0];
  const edge = sheet.radial(moon, 1500 * scale, [
    [0, '#eef3fa'],
    [0.6, '#9fb0c8', 0.9],
    [1, '#4a5a72', 0.5],
  ]);
  const { facing, coachLength } = layout;
  const team = carriage({
    at: [at[0], at[1] + 12 * scale],
    length: coachLength,
    turn: layout.turn,
    color: '#05070b',
    far: '#1c2535',
    rim: edge,
    lantern: '#ff4a52',
  });
  sheet.draw(
    facing > 0 ? team : group({ transform: `translate(${num(at[0] * 2)} 0) scale(-1 1)` }, [team]),
    glow(sheet, [at[0] + facing * 24 * (coachLength / 420), at[1] - 96 * (coachLength / 420)], 190 * scale, [
      [0, '#ff6a6a', 0.7],
      [0.3, '#c8263a', 0.35],
      [1, '#5a0c1c', 0],
    ]),
    // Out of the clouds and across the moon, the nearest largest; none before the rock, where nobody would see it.
    ...bats.map(([dx, dy, span, turn]) =>
      bat([moon[0] + dx * radius, moon[1] + dy * radius], span * scale, turn, '#070a10'),
    ),
  );
  // Nearest: dead branches and firs, black.
  const near = dice('near');
  for (const side of [-1, 1]) {
    for (const i of range(5)) {
      const x = side < 0 ? -30 + i * 52 : width + 30 - i * 52;
      sheet.draw(
        fir(near, [x, height + 40], height * (0.4 - i * 0.066) * near.between(0.85, 1.1), '#04060a'),
      );
    }
  }
  sheet.draw(
    fog(sheet, {
      cloud: { x: 0, y: height - 200, width: 1400, height: 300 },
      box: { x: 0, y: height - 300 * scale, width, height: 300 * scale },
      density: 0.8,
      fill: sheet.linear(
        [0, height - 280 * scale],
        [0, height],
        [
          [0, '#7a8aa4', 0],
          [0.8, '#67768e', 0.55],
          [1, '#2a3446', 0.7],
        ],
      ),
    }),
    finish(sheet, '#02040a', [lerp(moon[0], width / 2, 0.4), moon[1] + 260 * scale]),
  );
  return sheet.toSvg();
}
