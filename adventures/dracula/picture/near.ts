import { limb } from '#art/forms/hand.ts';
import { between, line, type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { createSheet, ellipse, group, rect, type Sheet, shape, stroke, viewFrame } from '#art/sheet.ts';
import { blur, fibres, finish, glow } from '#art/texture.ts';

/** A table in moonlight: wine poured for one, a letter with a broken seal, and the shadow of a hand that reaches across. */
export function drawNear(): string {
  const sheet = createSheet('dracula-near', viewFrame);
  const lamp: Point = [1040, 40];
  const edge = 300;
  const wood = sheet.radial([860, 420], 900, [
    [0, '#7f90aa'],
    [0.3, '#46546c'],
    [0.65, '#1c2536'],
    [1, '#080c14'],
  ]);
  sheet.draw(
    rect(
      sheet.all,
      sheet.radial(lamp, 900, [
        [0, '#6a7c98'],
        [0.3, '#2e3a50'],
        [0.7, '#101622'],
        [1, '#05070d'],
      ]),
    ),
    // A window's lattice, far out of reach of the eye's sharpness.
    group({ filter: blur(sheet, 9, { x: 800, y: -120, width: 420, height: 440 }) }, [
      shape('M880 300V60Q880 -60 1040 -110Q1200 -60 1200 60V300Z', '#c9d6e8'),
      ellipse([1060, 70], 62, 62, '#ffffff'),
      ...range(5).map((i) => stroke(`M${880 + i * 80} -80V300M860 ${-60 + i * 84}H1220`, '#101622', 11)),
    ]),
    rect({ x: 0, y: edge, width: 1200, height: 500 }, wood),
    rect({ x: 0, y: edge, width: 1200, height: 500 }, fibres(sheet, 150, 1200, 88), { opacity: 0.75 }),
    stroke(`M0 ${edge}H1200`, '#dfe8f4', 3, { opacity: 0.55 }),
    // The window again, on the wood.
    group(
      { filter: blur(sheet, 5, { x: 200, y: 320, width: 900, height: 400 }) },
      range(3).flatMap((i) =>
        range(2).map((j) => {
          const [x, y] = [470 + i * 210 - j * 130, 350 + j * 190];
          return shape(
            poly([
              [x, y],
              [x + 176, y],
              [x + 60, y + 160],
              [x - 116, y + 160],
            ]),
            '#dfe8f4',
            { opacity: 0.2 - j * 0.05 },
          );
        }),
      ),
    ),
  );
  sheet.draw(
    handOfShadow(sheet),
    letter(sheet),
    goblet(sheet),
    glow(sheet, lamp, 560, [
      [0, '#f3f7ff', 0.55],
      [0.35, '#b9c8dc', 0.2],
      [1, '#28344a', 0],
    ]),
    finish(sheet, '#02040a', [660, 420]),
  );
  return sheet.toSvg();
}

/** Knuckle, two joints and the claw of each finger, the thumb last, and how thick it is at the knuckle. */
const shadowFingers: readonly (readonly [joints: readonly Point[], thick: number])[] = [
  [
    [
      [226, 480],
      [384, 416],
      [492, 418],
      [604, 452],
    ],
    54,
  ],
  [
    [
      [246, 522],
      [436, 474],
      [566, 488],
      [700, 534],
    ],
    56,
  ],
  [
    [
      [244, 566],
      [424, 552],
      [544, 576],
      [660, 622],
    ],
    52,
  ],
  [
    [
      [216, 606],
      [352, 622],
      [440, 650],
      [520, 694],
    ],
    44,
  ],
  [
    [
      [96, 632],
      [206, 704],
      [316, 716],
      [404, 694],
    ],
    60,
  ],
];

/** Longer than a hand should be: bony fingers thrown across the table from the left, towards the glass. */
function handOfShadow(sheet: Sheet): string {
  const bony = ([joints, thick]: (typeof shadowFingers)[number]): string =>
    limb({
      // Thin between the joints.
      joints: joints.flatMap((joint, i) => [
        joint,
        ...joints.slice(i + 1, i + 2).map((next) => between(joint, next, 0.5)),
      ]),
      widths: [1, 0.72, 0.86, 0.6, 0.72, 0.46, 0.1].map((part) => part * thick),
    });
  const wrist =
    'M-40 486C20 492 60 470 120 452C180 440 240 448 262 480C280 520 276 574 246 612C210 646 150 660 100 652C50 640 10 610 -40 612Z';
  return group(
    { filter: blur(sheet, 3.4, { x: -60, y: 340, width: 820, height: 440 }), opacity: 0.86 },
    [wrist, ...shadowFingers.map(bony)].map((d) => shape(d, '#03050a')),
  );
}

/** A letter on heavy paper, its wax broken. The writing is a line, and that is enough. */
function letter(sheet: Sheet): string {
  const chance = dice('writing');
  const page: Point[] = [
    [640, 600],
    [930, 560],
    [1010, 690],
    [700, 742],
  ];
  const written = range(7).map((i) => {
    const t = 0.16 + i * 0.1;
    const [x0, y0] = [640 + 60 * t + 26, 600 + 142 * t - 4];
    const points = range(26).map(
      (k): Point => [x0 + k * 9.4, y0 - k * 1.35 + chance.between(-3.4, 3.4) * (k % 6 === 0 ? 0 : 1)],
    );
    return stroke(line(points.slice(0, i === 6 ? 12 : 26)), '#28344a', 2.2, {
      opacity: 0.75,
      'stroke-linejoin': 'round',
    });
  });
  return group({}, [
    shape(poly(page.map(([x, y]): Point => [x - 8, y + 12])), '#03050a', {
      opacity: 0.6,
      filter: blur(sheet, 7, { x: 560, y: 500, width: 540, height: 320 }),
    }),
    shape(
      poly(page),
      sheet.linear(page[0] ?? [0, 0], page[2] ?? [0, 0], [
        [0, '#8292aa'],
        [0.5, '#c9d3e0'],
        [1, '#eef3fa'],
      ]),
    ),
    // A fold across it, and the flap that stands up.
    stroke(
      line([
        [668, 670],
        [968, 624],
      ]),
      '#6a7c98',
      2.4,
    ),
    ...written,
    stroke(line(page.slice(0, 3)), '#ffffff', 2.4, { opacity: 0.8 }),
    shape('M930 690C914 676 924 654 946 654C968 648 990 664 984 684C984 704 950 712 930 690Z', '#8a1d34'),
    shape('M938 686C928 676 934 664 948 664C962 660 976 670 972 682C970 694 950 698 938 686Z', '#5a0f20'),
    stroke('M926 676C926 660 940 654 952 654', '#ff8a9a', 3),
    stroke('M956 652L948 668L960 678L950 702', '#2a0810', 3),
  ]);
}

/** A goblet of cut glass, filled a finger too high. */
function goblet(sheet: Sheet): string {
  const [x, y] = [800, 500];
  const bowl = `M${x - 84} ${y - 330}C${x - 96} ${y - 200} ${x - 60} ${y - 134} ${x - 12} ${y - 122}H${x + 12}C${x + 60} ${y - 134} ${x + 96} ${y - 200} ${x + 84} ${y - 330}Z`;
  const wine = `M${x - 90} ${y - 268}C${x - 88} ${y - 192} ${x - 56} ${y - 142} ${x - 12} ${y - 130}H${x + 12}C${x + 56} ${y - 142} ${x + 88} ${y - 192} ${x + 90} ${y - 268}Z`;
  return group({}, [
    ellipse([x - 60, y + 18], 150, 20, '#03050a', {
      opacity: 0.7,
      filter: blur(sheet, 8, { x: x - 260, y: y - 40, width: 400, height: 120 }),
    }),
    // Light that has gone through the wine lies red on the wood.
    ellipse([x - 150, y + 30], 130, 26, '#c4354c', {
      opacity: 0.5,
      filter: blur(sheet, 14, { x: x - 340, y: y - 60, width: 380, height: 180 }),
      style: 'mix-blend-mode:screen',
    }),
    shape(bowl, '#b9c8dc', { opacity: 0.18 }),
    shape(
      wine,
      sheet.linear(
        [x - 90, 0],
        [x + 90, 0],
        [
          [0, '#2a0610'],
          [0.55, '#7a1228'],
          [0.85, '#d63a54'],
          [1, '#6a1022'],
        ],
      ),
    ),
    ellipse([x, y - 268], 90, 15, '#8a1d34'),
    ellipse([x, y - 268], 90, 15, 'none', { stroke: '#ff8a9a', 'stroke-width': 2, opacity: 0.8 }),
    shape(
      `M${x - 12} ${y - 124}H${x + 12}L${x + 8} ${y - 24}C${x + 30} ${y - 8} ${x + 70} ${y - 4} ${x + 74} ${y + 6}C${x + 60} ${y + 24} ${x - 60} ${y + 24} ${x - 74} ${y + 6}C${x - 70} ${y - 4} ${x - 30} ${y - 8} ${x - 8} ${y - 24}Z`,
      '#b9c8dc',
      {
        opacity: 0.4,
      },
    ),
    ellipse([x, y - 84], 19, 15, '#dfe8f4', { opacity: 0.5 }),
    ellipse([x, y - 330], 84, 13, 'none', { stroke: '#f3f7ff', 'stroke-width': 3, opacity: 0.9 }),
    // Cuts in the glass, and the moon on its right side.
    ...range(7).map((i) => {
      const u = (i / 6) * 2 - 1;
      return stroke(
        `M${x + u * 70} ${y - 196}Q${x + u * 56} ${y - 150} ${x + u * 14} ${y - 126}`,
        '#f3f7ff',
        2,
        { opacity: 0.35 },
      );
    }),
    stroke(
      `M${x + 84} ${y - 330}C${x + 96} ${y - 200} ${x + 60} ${y - 134} ${x + 12} ${y - 122}L${x + 8} ${y - 24}C${x + 30} ${y - 8} ${x + 70} ${y - 4} ${x + 74} ${y + 6}`,
      '#ffffff',
      4,
    ),
    stroke(
      `M${x - 84} ${y - 330}C${x - 96} ${y - 200} ${x - 60} ${y - 134} ${x - 12} ${y - 122}L${x - 8} ${y - 24}C${x - 30} ${y - 8} ${x - 70} ${y - 4} ${x - 74} ${y + 6}`,
      '#dfe8f4',
      2,
      { opacity: 0.6 },
    ),
    stroke(
      `M${x + 62} ${y - 310}C${x + 72} ${y - 240} ${x + 58} ${y - 190} ${x + 44} ${y - 170}`,
      '#ffffff',
      7,
      { opacity: 0.75 },
    ),
  ]);
}
