import { line, type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { createSheet, ellipse, group, rect, type Sheet, shape, stroke, viewFrame } from '#art/sheet.ts';
import { blur, finish, glow, stone } from '#art/texture.ts';

/** A telephone in the castle wall, its receiver off the hook: the voice in it says where to go. Light falls in from a torch. */
export function drawNear(): string {
  const sheet = createSheet('fist-near', viewFrame);
  const lamp: Point = [150, 60];
  const wall = sheet.radial(lamp, 1150, [
    [0, '#f6bc64'],
    [0.16, '#c06c38'],
    [0.4, '#7a3024'],
    [0.68, '#3a1618'],
    [1, '#120709'],
  ]);
  const rim = sheet.radial(lamp, 1150, [
    [0, '#fff0c4'],
    [0.5, '#f2b23c', 0.9],
    [1, '#7a3a18', 0.35],
  ]);
  const texture = stone(sheet, 210);
  drawBricks(sheet, wall, rim);
  sheet.draw(rect(sheet.all, texture, { opacity: 0.75 }));
  // The niche that it stands in, and the slab.
  const niche = 'M330 640V330A330 240 0 0 1 990 330V640Z';
  sheet.draw(
    shape(niche, '#0c0506', { stroke: '#2a1210', 'stroke-width': 58 }),
    ...range(19).map((i) => {
      const a = Math.PI * (1 + i / 18);
      const ring = (r: number): Point => [660 + Math.cos(a) * (330 + r), 330 + Math.sin(a) * (240 + r)];
      return stroke(line([ring(-29), ring(29)]), '#080304', 5);
    }),
    shape(niche, 'none', { stroke: texture, 'stroke-width': 58, opacity: 0.6 }),
    ...[330, 404, 478, 552].flatMap((y) => [301, 961].map((x) => stroke(`M${x} ${y}h58`, '#080304', 5))),
    // The inner edge of the stones, on the side that sees the torch.
    stroke('M961 628V330A301 211 0 0 0 557 132', rim, 3.4, { opacity: 0.9 }),
    shape(
      niche,
      sheet.radial([430, 520], 620, [
        [0, '#7a3a22', 0.9],
        [0.5, '#33150f', 0.7],
        [1, '#0c0506', 0],
      ]),
    ),
    rect({ x: 0, y: 628, width: 1200, height: 172 }, '#1a0c0b'),
    rect({ x: 0, y: 628, width: 1200, height: 172 }, wall, { opacity: 0.55 }),
    rect({ x: 0, y: 628, width: 1200, height: 172 }, texture, { opacity: 0.9 }),
    stroke('M0 628H1200', rim, 4),
    stroke('M0 742H1200', '#080304', 8),
    shape('M470 664H1010C1060 664 1080 704 1010 712H560C480 712 430 690 470 664Z', '#000', {
      opacity: 0.6,
      filter: blur(sheet, 12, { x: 380, y: 610, width: 760, height: 150 }),
    }),
  );
  sheet.draw(
    telephone(sheet, rim),
    receiver(sheet, rim),
    // Someone is speaking: rings where the sound is.
    ...range(5).map((i) => {
      const ring = range(17).map((k): Point => {
        const a = Math.PI * (0.96 + (k / 16) * 0.5);
        return [276 + Math.cos(a) * (66 + i * 34), 660 + Math.sin(a) * (66 + i * 34)];
      });
      return stroke(line(ring), '#ffd27a', 4 - i * 0.4, { opacity: 0.75 - i * 0.13 });
    }),
    glow(sheet, lamp, 620, [
      [0, '#ffdc98', 0.75],
      [0.3, '#d9822e', 0.32],
      [1, '#7a3014', 0],
    ]),
    finish(sheet, '#050203', [480, 420]),
  );
  return sheet.toSvg();
}

function drawBricks(sheet: Sheet, wall: string, rim: string): void {
  const chance = dice('niche bricks');
  const course = 84;
  const parts: string[] = [];
  for (const row of range(9)) {
    const y = row * course - 20;
    for (let x = -chance.between(20, 140); x < 1200; ) {
      const w = chance.between(150, 220);
      const j = () => chance.between(-4, 4);
      parts.push(
        shape(
          poly([
            [x + 5 + j(), y + 5 + j()],
            [x + w - 5 + j(), y + 5 + j()],
            [x + w - 5 + j(), y + course - 5 + j()],
            [x + 5 + j(), y + course - 5 + j()],
          ]),
          '#000',
          { opacity: chance.next() ** 2 * 0.6 },
        ),
        stroke(`M${x + 8} ${y + 8}H${x + w - 8}M${x + 8} ${y + 8}V${y + course - 8}`, rim, 2.6, {
          opacity: chance.between(0.1, 0.6),
        }),
        stroke(`M${x} ${y}V${y + course}`, '#0b0405', 8, { opacity: 0.85 }),
      );
      x += w;
    }
    parts.push(stroke(`M0 ${y}H1200`, '#0b0405', 9, { opacity: 0.9 }));
  }
  sheet.draw(rect(sheet.all, wall), ...parts);
}

/** A desk telephone with a dial, without its receiver. */
function telephone(sheet: Sheet, rim: string): string {
  const shell = sheet.linear(
    [520, 330],
    [960, 690],
    [
      [0, '#5a3524'],
      [0.18, '#2a1812'],
      [0.5, '#100a09'],
      [1, '#050303'],
    ],
  );
  const [cx, cy] = [744, 540];
  return group({}, [
    shape(
      'M556 690C560 580 600 470 640 412C680 384 810 384 850 412C890 470 930 580 934 690C900 708 590 708 556 690Z',
      shell,
    ),
    // The cradle: two horns and the pegs between them.
    shape(
      'M596 404C590 360 612 346 634 352L648 392H842L856 352C878 346 900 360 894 404C880 424 850 420 842 414H648C640 420 610 424 596 404Z',
      shell,
    ),
    shape('M676 392V366H706V392ZM784 392V366H814V392Z', '#0a0605'),
    stroke('M596 404C590 360 612 346 634 352L648 392H842L856 352C868 348 880 350 888 362', rim, 3.6),
    stroke('M558 684C562 580 602 472 642 414C664 400 700 393 744 392', rim, 4.4),
    stroke('M676 368H706M784 368H814', rim, 3),
    ellipse([cx, cy], 122, 112, '#080504'),
    ellipse([cx, cy], 122, 112, 'none', { stroke: rim, 'stroke-width': 3.4, opacity: 0.85 }),
    ...range(10).map((i) => {
      const a = -Math.PI * 0.26 - i * 0.52;
      const hole: Point = [cx + Math.cos(a) * 86, cy + Math.sin(a) * 79];
      return (
        ellipse(hole, 19, 17.5, '#2c1a12') +
        stroke(`M${hole[0] - 17} ${hole[1] + 4}a19 17.5 0 0 1 26 -18`, '#000', 4) +
        stroke(`M${hole[0] + 16} ${hole[1] - 5}a19 17.5 0 0 1 -24 20`, rim, 1.8, { opacity: 0.55 })
      );
    }),
    // Where a number would stand, there is a fist.
    ellipse([cx, cy], 46, 42, '#c8864a'),
    ellipse([cx, cy], 46, 42, '#000', { opacity: 0.25 }),
    shape(
      `M${cx - 20} ${cy + 18}V${cy - 8}Q${cx - 20} ${cy - 20} ${cx - 10} ${cy - 20}H${cx + 16}Q${cx + 24} ${cy - 18} ${cx + 22} ${cy - 6}L${cx + 18} ${cy + 18}Z`,
      '#1a0c08',
    ),
    stroke(
      `M${cx - 9} ${cy - 19}V${cy - 2}M${cx + 2} ${cy - 19}V${cy - 2}M${cx + 12} ${cy - 19}V${cy - 2}M${cx - 20} ${cy}H${cx + 12}`,
      '#c8864a',
      2.4,
    ),
    stroke(`M${cx + 96} ${cy + 44}l34 14`, rim, 7),
    stroke('M566 676C620 694 860 694 924 676', rim, 2, { opacity: 0.4 }),
  ]);
}

/** The receiver on the slab before it, its mouthpiece towards us, and the cord that leads back. */
function receiver(sheet: Sheet, rim: string): string {
  const shell = sheet.linear(
    [0, 560],
    [0, 730],
    [
      [0, '#6a3e26'],
      [0.25, '#241410'],
      [1, '#060404'],
    ],
  );
  const coil: Point[] = range(120).map((i) => {
    const t = i / 119;
    const [x, y] = [500 + t * 110, 712 + Math.sin(t * Math.PI) * 46 - t * 24];
    return [x + Math.cos(i * 0.9) * 8, y + Math.sin(i * 0.9) * 13];
  });
  return group({}, [
    shape('M230 716H560C580 730 560 744 520 746H280C230 744 210 730 230 716Z', '#000', {
      opacity: 0.7,
      filter: blur(sheet, 8, { x: 180, y: 690, width: 430, height: 80 }),
    }),
    stroke(line(coil), '#080504', 7),
    stroke(line(coil), rim, 1.8, { opacity: 0.55 }),
    shape(
      'M236 640C236 610 262 596 292 604C316 610 330 626 372 630H420C462 628 476 610 502 604C532 598 556 614 556 642L550 712C548 732 468 734 464 712L460 688C440 674 352 674 332 688L328 712C324 734 246 732 242 712Z',
      shell,
    ),
    stroke(
      'M238 690L236 640C236 610 262 596 292 604C316 610 330 626 372 630H420C462 628 476 610 502 604C520 600 540 606 550 622',
      rim,
      4.4,
    ),
    ellipse([285, 716], 44, 15, '#140b09'),
    ellipse([285, 716], 44, 15, 'none', { stroke: rim, 'stroke-width': 2.6, opacity: 0.9 }),
    ...range(9).map((i) =>
      ellipse([285 + ((i % 3) - 1) * 18, 716 + (Math.floor(i / 3) - 1) * 6], 3.4, 1.8, '#ffcf86'),
    ),
    ellipse([507, 716], 43, 14, '#140b09'),
    stroke('M464 716a43 14 0 0 0 86 0', rim, 2, { opacity: 0.5 }),
  ]);
}
