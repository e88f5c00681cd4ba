import { microphone } from './forms/microphone.ts';
import { reader } from './forms/reader.ts';
import { range } from './geometry.ts';
import { dice } from './random.ts';
import { createSheet, ellipse, type Frame, group, rect, type Sheet, shape, stroke } from './sheet.ts';
import { finish, fog, glow } from './texture.ts';

const ember = '#ff9a5c';
const glassLight = '#8fd0c5';
/** The lamp clipped to the stand: the only light on this side of the glass. */
const lamp = [268, 1096] as const;
/** Where the voice leaves. */
const mouth = [574, 806] as const;

/** A recording booth at night: somebody reads by a small lamp, close to the microphone; somebody listens behind the glass. */
export function drawBooth(frame: Frame): string {
  const sheet = createSheet('booth', frame);
  sheet.draw(
    rect(
      sheet.all,
      sheet.linear(
        [0, 0],
        [0, frame.height],
        [
          [0, '#050b0d'],
          [0.5, '#0c1b1f'],
          [1, '#050a0c'],
        ],
      ),
    ),
    ...foam(sheet),
    ...controlRoom(sheet),
    fog(sheet, {
      cloud: { x: -200, y: 420, width: 1500, height: 900 },
      density: 0.5,
      fill: sheet.radial(lamp, 900, [
        [0, '#ffb27a', 0.6],
        [0.5, '#3b4a48', 0.4],
        [1, '#071113', 0],
      ]),
    }),
    glow(sheet, lamp, 640, [
      [0, '#ffc48a', 0.75],
      [0.3, '#b65c2c', 0.4],
      [1, '#0d1f23', 0],
    ]),
    ...voice(sheet),
    ...reader(sheet, lamp),
    ...microphone(sheet),
    ...stand(sheet),
    finish(sheet, '#010405', [480, 860]),
  );
  return sheet.toSvg();
}

/** Wedges of foam on both walls, in rows that catch less light the farther they are from the lamp. */
function foam(sheet: Sheet): string[] {
  const roll = dice('foam').next;
  const lit = sheet.radial(lamp, 1250, [
    [0, '#8a5230', 0.95],
    [0.45, '#33403e', 0.75],
    [1, '#0a1416', 0.5],
  ]);
  return range(11).flatMap((row) =>
    range(9).flatMap((column) => {
      const [x, y] = [column * 134 - 4, row * 134 + 60];
      const lean = (roll() - 0.5) * 6;
      const upright = (row + column) % 2 === 0;
      return range(4).map((ridge) => {
        const at = ridge * 33 + lean;
        const crest = upright ? `M${x + at} ${y}h16v130h-16Z` : `M${x} ${y + at}h130v16h-130Z`;
        return shape(crest, lit, { opacity: 0.34 + roll() * 0.16 });
      });
    }),
  );
}

/** The window to the control room: a desk with lights, and the back of whoever turns the knobs. */
function controlRoom(sheet: Sheet): string[] {
  const pane = { x: 560, y: 190, width: 560, height: 430 };
  const inside = sheet.clip(`M${pane.x} ${pane.y}h${pane.width}v${pane.height}h${-pane.width}Z`);
  const roll = dice('levels').next;
  return [
    rect({ x: pane.x - 30, y: pane.y - 30, width: pane.width + 60, height: pane.height + 60 }, '#05090a', {
      rx: 16,
    }),
    rect(
      pane,
      sheet.linear(
        [0, pane.y],
        [0, pane.y + pane.height],
        [
          [0, '#16353a'],
          [0.6, '#2a5a5c'],
          [1, '#12292c'],
        ],
      ),
      { rx: 6 },
    ),
    group({ 'clip-path': inside }, [
      glow(sheet, [900, 470], 320, [
        [0, '#9fd8cf', 0.55],
        [0.5, '#3f7d7c', 0.3],
        [1, '#0d1f23', 0],
      ]),
      // Two loudspeakers on their shelf.
      ...[620, 1010].map(
        (x) =>
          rect({ x, y: 300, width: 76, height: 122 }, '#0a1618', { rx: 6 }) +
          ellipse([x + 38, 386], 25, 25, '#14292c') +
          ellipse([x + 38, 330], 12, 12, '#14292c'),
      ),
      // Somebody who listens: head, headphones, shoulders.
      shape(
        'M736 640C738 560 780 520 826 512L824 486C796 470 790 430 802 404C818 372 862 370 880 402C892 430 886 470 858 486L856 512C904 520 946 560 948 640Z',
        '#071012',
      ),
      stroke('M794 430C790 372 822 352 842 352C862 352 894 372 890 430', '#071012', 13),
      ellipse([794, 438], 13, 24, '#071012'),
      ellipse([890, 438], 13, 24, '#071012'),
      // The desk with its lights, which rise and fall with the voice.
      shape(`M${pane.x} 580L${pane.x + pane.width} 580V640H${pane.x}Z`, '#071012'),
      ...range(26).map((i) => {
        const tall = 6 + Math.abs(Math.sin(i * 0.72)) * 20 + roll() * 8;
        return rect(
          { x: pane.x + 22 + i * 20, y: 606 - tall, width: 8, height: tall },
          i % 7 === 3 ? ember : glassLight,
          {
            opacity: 0.75,
          },
        );
      }),
    ]),
    // What the glass throws back of the lamp.
    stroke(
      `M${pane.x + 20} ${pane.y + 180}L${pane.x + 190} ${pane.y + 10}M${pane.x + 20} ${pane.y + 240}L${pane.x + 250} ${pane.y + 10}`,
      '#cfeee8',
      5,
      { opacity: 0.13 },
    ),
    stroke(`M${pane.x - 30} ${pane.y + pane.height + 30}H${pane.x + pane.width + 30}`, ember, 3, {
      opacity: 0.35,
    }),
  ];
}

/** The voice: rings from the mouth towards the microphone. */
function voice(sheet: Sheet): string[] {
  const inFront = sheet.clip(`M-100 300H${mouth[0] - 6}V1400H-100Z`);
  return [
    group(
      { 'clip-path': inFront },
      range(5).map((i) =>
        ellipse(mouth, 70 + i * 88, 70 + i * 88, 'none', {
          stroke: ember,
          'stroke-width': 3.4,
          opacity: 0.6 - i * 0.11,
        }),
      ),
    ),
  ];
}

/** The stand with the script on it, and the lamp clipped to its edge. */
function stand(sheet: Sheet): string[] {
  const page = (dx: number, turn: number) =>
    group({ transform: `translate(${220 + dx} 1260) rotate(${turn})` }, [
      shape(
        'M-116 -150L128 -128L112 176L-136 150Z',
        sheet.radial([50, -120], 380, [
          [0, '#ffe9c8'],
          [0.5, '#e2b684'],
          [1, '#6a432a'],
        ]),
      ),
      ...range(11).map((i) => {
        const long = [190, 168, 196, 92, 0, 180, 196, 150, 190, 60, 170][i] ?? 0;
        return stroke(`M${-94 - i * 1.6} ${-112 + i * 22}l${long} ${long * 0.09}`, '#3a2314', 5, {
          opacity: 0.62,
        });
      }),
    ]);
  return [
    shape('M40 1090L396 1124L372 1470L4 1430Z', '#05090a'),
    page(30, 5),
    page(-14, -1),
    stroke('M8 1432L372 1472', '#020506', 26),
    stroke('M12 1422L372 1460', ember, 3, { opacity: 0.65 }),
    stroke('M190 1460V1640', '#020506', 34),
    // The lamp: an arm, a shade, and the bulb under it.
    stroke('M70 1096C60 1010 110 960 190 978', '#020506', 14),
    shape('M160 960L300 1008C330 1026 340 1060 334 1084L176 1040C150 1020 146 984 160 960Z', '#0a1113'),
    stroke('M176 1040L334 1084', '#ffe2c4', 9),
    glow(
      sheet,
      [262, 1090],
      210,
      [
        [0, '#fff1d8', 0.95],
        [0.25, '#ffb774', 0.55],
        [1, '#0d1f23', 0],
      ],
      0.8,
    ),
  ];
}
