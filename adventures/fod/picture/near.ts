import { embers } from '#art/forms/embers.ts';
import { line, type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { createSheet, ellipse, group, rect, shape, stroke, viewFrame } from '#art/sheet.ts';
import { blur, fibres, finish, glow, stone } from '#art/texture.ts';

/** The gate from an arm's length: two leaves of iron, the fire between them, and a hand that begins to push. */
export function drawNear(): string {
  const sheet = createSheet('fod-near', viewFrame);
  const slit = 560;
  const lamp: Point = [slit, 400];
  const iron = sheet.radial(lamp, 760, [
    [0, '#7a4326'],
    [0.16, '#4a2a1c'],
    [0.45, '#231a17'],
    [1, '#090b0c'],
  ]);
  const rim = sheet.radial(lamp, 620, [
    [0, '#ffe6b4'],
    [0.4, '#ff9340', 0.85],
    [1, '#6a2a12', 0.1],
  ]);
  const surface = fibres(sheet, 150, 900);
  sheet.draw(
    rect(sheet.all, iron),
    rect(sheet.all, surface, { opacity: 0.7 }),
    rect(sheet.all, stone(sheet, 260), { opacity: 0.45 }),
  );
  // Planks of iron, bands over them, rivets as large as fists.
  for (const x of [40, 172, 304, 436, 700, 836, 972, 1108]) {
    sheet.draw(
      stroke(`M${x} 0V800`, '#040404', 7, { opacity: 0.8 }),
      stroke(`M${x + (x < slit ? 5 : -5)} 0V800`, rim, 1.8, { opacity: 0.55 }),
    );
  }
  for (const y of [96, 604]) {
    const band = { x: 0, y, width: 1200, height: 104 };
    sheet.draw(
      rect(band, '#0b0908'),
      rect(band, iron, { opacity: 0.75 }),
      rect(band, surface, { opacity: 0.6 }),
      stroke(`M0 ${y}H1200`, rim, 3),
      stroke(`M0 ${y + 104}H1200`, '#030303', 8),
      ...[106, 238, 370, 492, 640, 768, 904, 1040, 1172].map((x) => {
        const toLight = Math.sign(slit - x);
        return (
          ellipse([x + 4, y + 58], 23, 23, '#030303', { opacity: 0.8 }) +
          ellipse([x, y + 52], 20, 20, '#1b1310') +
          ellipse([x, y + 52], 20, 20, iron, { opacity: 0.8 }) +
          stroke(
            `M${x + toLight * 6} ${y + 34}Q${x + toLight * 21} ${y + 42} ${x + toLight * 18} ${y + 58}`,
            rim,
            4,
          )
        );
      }),
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
    hand(rim),
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

/** A gloved right hand laid flat against the leaf, from a sleeve at the lower right corner; the fire is on its left. */
function hand(rim: string): string {
  // Root, middle joint and tip of each finger, and how thick it is.
  const fingers = [
    [[800, 470], [742, 372], [706, 288], 44],
    [[838, 440], [806, 330], [786, 236], 46],
    [[880, 440], [872, 336], [866, 250], 44],
    [[916, 466], [930, 386], [940, 320], 36],
  ] as const;
  const glove = '#0d0908';
  const thumb = 'M806 566C770 560 716 530 690 496C676 476 690 456 712 466C748 486 786 496 812 500Z';
  const palm = 'M786 452C800 428 900 416 934 452C958 500 952 574 928 640L812 652C790 600 770 520 786 452Z';
  const sleeve = 'M800 630C850 652 900 646 940 620C1010 660 1110 740 1180 830H880C860 770 820 690 800 630Z';
  return group({}, [
    // Its shadow on the iron.
    group({ transform: 'translate(34 18)' }, [
      shape(palm + thumb, '#000', { opacity: 0.5 }),
      ...fingers.map(([a, b, c, w]) =>
        stroke(line([a, b, c]), '#000', w, { opacity: 0.4, 'stroke-linejoin': 'round' }),
      ),
    ]),
    ...fingers.map(([a, b, c, w]) => stroke(line([a, b, c]), glove, w, { 'stroke-linejoin': 'round' })),
    shape(palm, glove),
    shape(thumb, glove),
    // The edges that see the fire, and the seams.
    ...fingers.map(([a, b, c, w]) => {
      const side = ([x, y]: Point): Point => [x - w * 0.44, y + w * 0.02];
      return (
        stroke(line([side(a), side(b), side(c)]), rim, 4, { 'stroke-linejoin': 'round' }) +
        stroke(`M${c[0] - w * 0.44} ${c[1]}a${w * 0.47} ${w * 0.47} 0 0 1 ${w * 0.6} ${-w * 0.42}`, rim, 4) +
        stroke(`M${b[0] - w * 0.3} ${b[1] + 8}q${w * 0.3} 8 ${w * 0.6} 0`, '#3a2014', 3)
      );
    }),
    stroke('M806 566C770 560 716 530 690 496C676 476 690 456 712 466', rim, 4),
    stroke('M786 470C778 520 790 590 810 646', rim, 3, { opacity: 0.7 }),
    ...range(3).map((i) => stroke(`M${830 + i * 38} 470q-4 40 4 ${84 - i * 8}`, '#2a1810', 3)),
    shape(sleeve, '#0a0706'),
    stroke('M800 630C850 652 900 646 940 620', rim, 4, { opacity: 0.8 }),
    stroke('M800 630C820 690 860 770 880 830', rim, 4, { opacity: 0.7 }),
    stroke('M850 664C880 720 920 780 950 830M900 656C950 710 1010 770 1050 830', '#000', 4),
  ]);
}
