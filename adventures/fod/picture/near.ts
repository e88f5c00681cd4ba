import { embers } from '#art/forms/embers.ts';
import { type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { createSheet, ellipse, rect, shape, stroke, viewFrame } from '#art/sheet.ts';
import { blur, finish, glow, stone } from '#art/texture.ts';
import { pushingHand } from './hand.ts';

/** Where plates meet above and below the middle: across, from, to. */
const seams = [
  [150, 0, 404],
  [380, 0, 404],
  [740, 0, 404],
  [1010, 0, 404],
  [260, 404, 800],
  [470, 404, 800],
  [880, 404, 800],
  [1120, 404, 800],
] as const;

/** A round rivet head with its shadow, bright on the side of the gap. @param r in drawing units */
function rivet([x, y]: Point, r: number, slit: number, iron: string, rim: string): string {
  const side = Math.sign(slit - x);
  return (
    ellipse([x - side * r * 0.3, y + r * 0.3], r * 1.12, r * 1.12, '#030303', { opacity: 0.8 }) +
    ellipse([x, y], r, r, '#191614') +
    ellipse([x, y], r, r, iron, { opacity: 0.85 }) +
    stroke(
      `M${x + side * r * 0.3} ${y - r * 0.88}Q${x + side * r * 1.05} ${y - r * 0.5} ${x + side * r * 0.9} ${y + r * 0.3}`,
      rim,
      r * 0.2,
    )
  );
}

/** The gate from an arm's length: two leaves of riveted iron, the fire between them, and a hand that begins to push. */
export function drawNear(): string {
  const sheet = createSheet('fod-near', viewFrame);
  const slit = 560;
  const lamp: Point = [slit, 400];
  const iron = sheet.radial(lamp, 760, [
    [0, '#8a5f48'],
    [0.16, '#54463f'],
    [0.45, '#2a2e31'],
    [1, '#0b0f12'],
  ]);
  const rim = sheet.radial(lamp, 620, [
    [0, '#ffe6b4'],
    [0.4, '#ff9340', 0.85],
    [1, '#6a2a12', 0.1],
  ]);
  sheet.draw(
    rect(sheet.all, iron),
    rect(sheet.all, stone(sheet, 420), { opacity: 0.4 }),
    rect(sheet.all, stone(sheet, 90, 30), { opacity: 0.25 }),
  );
  // Plates of iron, each lapped over the next and riveted; bands over them, with rivets as large as fists.
  for (const [x, from, to] of seams) {
    const lap = x < slit ? 1 : -1;
    sheet.draw(
      stroke(`M${x} ${from}V${to}`, '#030404', 8),
      stroke(`M${x + lap * 6} ${from}V${to}`, rim, 2.4, { opacity: 0.75 }),
      ...range((to - from) / 50).map((i) => rivet([x + lap * 26, from + 26 + i * 50], 7, slit, iron, rim)),
    );
  }
  sheet.draw(
    stroke('M0 404H1200', '#030404', 8),
    stroke('M0 410H1200', rim, 2.4, { opacity: 0.6 }),
    ...range(24).map((i) => rivet([24 + i * 50, 430], 7, slit, iron, rim)),
  );
  for (const y of [96, 604]) {
    const band = { x: 0, y, width: 1200, height: 104 };
    sheet.draw(
      rect(band, '#0b0908'),
      rect(band, iron, { opacity: 0.75 }),
      rect(band, stone(sheet, 300, 12), { opacity: 0.4 }),
      stroke(`M0 ${y}H1200`, rim, 3),
      stroke(`M0 ${y + 104}H1200`, '#030303', 8),
      ...[106, 238, 370, 492, 640, 768, 904, 1040, 1172].map((x) => rivet([x, y + 52], 21, slit, iron, rim)),
    );
  }
  const gap = poly([
    [slit - 15, 0],
    [slit + 40, 0],
    [slit + 52, 800],
    [slit - 15, 800],
  ]);
  sheet.draw(
    // The thickness of the leaf that moves.
    shape(
      poly([
        [slit + 36, 0],
        [slit + 74, 0],
        [slit + 88, 800],
        [slit + 48, 800],
      ]),
      sheet.linear(
        [slit + 36, 0],
        [slit + 84, 0],
        [
          [0, '#ffcf86'],
          [0.5, '#c8642a'],
          [1, '#3a1a10'],
        ],
      ),
    ),
    shape(
      gap,
      sheet.linear(
        [0, 0],
        [0, 800],
        [
          [0, '#ffb866'],
          [0.4, '#fff2c8'],
          [1, '#ffffff'],
        ],
      ),
    ),
    shape(gap, '#ffdf9c', {
      filter: blur(sheet, 26, { x: slit - 120, y: -60, width: 300, height: 920 }),
      style: 'mix-blend-mode:screen',
    }),
    glow(sheet, lamp, 560, [
      [0, '#ffca7a', 0.5],
      [0.35, '#e0702a', 0.24],
      [1, '#7a2c10', 0],
    ]),
    pushingHand(sheet),
    embers({
      chance: dice('gate sparks'),
      from: [slit + 10, 780],
      count: 60,
      height: 640,
      spread: 210,
      size: 5,
      colors: ['#fff0c0', '#ff8a3c'],
      wind: 120,
    }),
    finish(sheet, '#010304', [slit + 60, 400]),
  );
  return sheet.toSvg();
}
