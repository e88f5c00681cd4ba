import { line, num, type Point, poly, range } from '../geometry.ts';
import { ellipse, group, type Sheet, shape, stroke } from '../sheet.ts';

interface Gauntlet {
  /** Middle of the fist. */
  at: Point;
  scale: number;
  /** Lean of the torch in degrees. */
  turn: number;
  /** From which side below the arm comes: 1 from the right, -1 from the left. */
  side: 1 | -1;
  /** Lit and shaded iron, and the glint on its edges. */
  colors: readonly [lit: string, iron: string, dark: string, glint: string];
  texture: string;
}

/**
 * A mailed fist around a torch, seen from the fingers' side: four fingers of three plates each, a thumb over them, a
 * flared cuff with rivets, and the plates of the forearm, which comes in at a slant: the torch's end shows below the little
 * finger. The fire is to be drawn at `(0, -330)` of its own frame.
 */
export function gauntlet(sheet: Sheet, { at, scale, turn, side, colors, texture }: Gauntlet): string {
  const [lit, iron, dark, glint] = colors;
  const plate = (top: number, bottom: number) =>
    sheet.linear(
      [0, top],
      [0, bottom],
      [
        [0, lit],
        [0.1, '#8f6a42'],
        [0.26, iron],
        [0.7, dark],
        [0.88, '#060505'],
        [1, '#5a2f18'],
      ],
    );
  const shaft = sheet.linear(
    [-26, 0],
    [26, 0],
    [
      [0, '#1a0d08'],
      [0.35, '#6b4022'],
      [0.6, '#3a2012'],
      [1, '#0c0604'],
    ],
  );
  const parts: string[] = [
    shape(
      poly([
        [-23, -330],
        [24, -330],
        [19, 206],
        [0, 216],
        [-18, 206],
      ]),
      shaft,
    ),
    stroke('M-20 178Q0 190 20 178', '#0c0604', 10),
    stroke('M-20 173Q0 185 20 173', lit, 2, { opacity: 0.6 }),
    ...range(7).map((i) =>
      stroke(
        line([
          [-22, -318 + i * 34],
          [23, -300 + i * 34],
        ]),
        '#150a06',
        5,
        { opacity: 0.6 },
      ),
    ),
    // The iron basket that holds the fire.
    ...[-52, -26, 0, 26, 52].map((x) =>
      stroke(`M${x * 0.3} -262C${x} -290 ${x * 1.3} -330 ${x * 1.15} -386`, '#120a07', 11),
    ),
    ...[
      [-286, 29],
      [-330, 62],
    ].map(
      ([y = 0, r = 0]) =>
        stroke(`M${-r} ${y}Q0 ${y + 24} ${r} ${y}`, '#1c0f09', 15) +
        stroke(`M${-r} ${y - 6}Q0 ${y + 17} ${r} ${y - 6}`, glint, 2.4),
    ),
  ];
  // The forearm: overlapping plates, narrower towards the cuff.
  const forearm = range(6).map((i) => {
    const y = 212 + i * 92;
    const w = 104 + i * 13;
    return (
      shape(
        `M${-w + 8} ${y}Q0 ${y + 42} ${w - 8} ${y}L${w + 10} ${y + 118}Q0 ${y + 162} ${-w - 10} ${y + 118}Z`,
        plate(y - 10, y + 150),
      ) +
      stroke(`M${-w - 9} ${y + 116}Q0 ${y + 160} ${w + 9} ${y + 116}`, '#060404', 7) +
      stroke(`M${-w - 4} ${y + 111}Q0 ${y + 155} ${w + 4} ${y + 111}`, lit, 2.4, { opacity: 0.85 }) +
      stroke(`M${-w + 8} ${y}L${-w - 8} ${y + 112}`, glint, 3, { opacity: 0.7 }) +
      ellipse([-w * 0.62, y + 100], 6, 6, dark) +
      ellipse([w * 0.62, y + 100], 6, 6, dark) +
      ellipse([-w * 0.62 - 1, y + 98], 2, 2, glint)
    );
  });
  const cuff =
    shape(
      'M-78 92C-88 140 -112 190 -142 226Q0 300 142 226C112 190 90 140 82 92Q0 128 -78 92Z',
      plate(80, 300),
    ) +
    shape('M-142 226Q0 300 142 226L146 246Q0 322 -146 246Z', plate(214, 330)) +
    stroke('M-142 226Q0 300 142 226', glint, 3.4) +
    stroke('M-78 94C-88 140 -112 190 -142 226', glint, 3.4) +
    stroke('M82 96C90 140 112 190 140 224', lit, 2.4) +
    stroke('M-76 98Q0 134 80 98', lit, 2.6) +
    stroke('M-60 112C-66 150 -84 196 -106 228M60 114C66 150 84 196 106 228M0 122V260', dark, 3.4, {
      opacity: 0.8,
    }) +
    range(9)
      .map((i) => {
        const t = (i / 8) * 2 - 1;
        return (
          ellipse([t * 126, 288 - t * t * 46 - 8], 5.4, 5.4, '#0a0605') +
          ellipse([t * 126 - 1.5, 285 - t * t * 46 - 8], 2, 2, glint)
        );
      })
      .join('');
  // The back of the hand stands out behind the fingers on the left.
  const back =
    shape('M-84 104C-112 60 -120 -10 -106 -76C-92 -104 -62 -112 -40 -104L-30 110Z', plate(-110, 130), {
      stroke: '#050303',
      'stroke-width': 5,
    }) + stroke('M-84 104C-112 60 -120 -10 -106 -76C-92 -104 -62 -112 -40 -104', glint, 3.4);
  const outline = { stroke: '#050303', 'stroke-width': 4.5, 'stroke-linejoin': 'round' };
  const fingers = range(4).map((i) => {
    const y = -102 + i * 50;
    const out = [0, 10, 7, -9][i] ?? 0;
    const h = [50, 53, 52, 46][i] ?? 50;
    const face = plate(y - 4, y + h + 4);
    // Tip, middle plate and knuckle, each lapped over the one before it, with a ridge where it bends.
    return [
      shape(
        `M${44 + out} ${y - 3}L${78 + out} ${y + 1}Q${96 + out} ${y + 10} ${97 + out} ${y + h * 0.52}Q${96 + out} ${y + h - 6} ${76 + out} ${y + h - 1}L${44 + out} ${y + h}Z`,
        face,
        outline,
      ),
      shape(
        `M-26 ${y - 6}L${44 + out} ${y - 8}Q${62 + out} ${y + h * 0.4} ${50 + out} ${y + h + 2}L-24 ${y + h + 2}Z`,
        face,
        outline,
      ),
      shape(
        `M-88 ${y + 2}Q-58 ${y - 10} -20 ${y - 8}Q-4 ${y + h * 0.42} -18 ${y + h + 3}Q-58 ${y + h + 5} -86 ${y + h - 3}Q-104 ${y + h / 2} -88 ${y + 2}Z`,
        face,
        outline,
      ),
      stroke(
        `M-86 ${y + 4}Q-58 ${y - 7} -24 ${y - 5}M-14 ${y - 3}L${42 + out} ${y - 5}M${52 + out} ${y}L${78 + out} ${y + 4}Q${90 + out} ${y + 10} ${93 + out} ${y + 20}`,
        glint,
        3.2,
      ),
      stroke(
        `M-17 ${y + 6}Q-7 ${y + h * 0.42} -15 ${y + h - 6}M${50 + out} ${y + 5}Q${62 + out} ${y + h * 0.4} ${53 + out} ${y + h - 6}`,
        lit,
        1.8,
        { opacity: 0.75 },
      ),
      // A pyramid on every knuckle: lit above, black below.
      shape(
        poly([
          [-66, y + h * 0.46],
          [-50, y + h * 0.12],
          [-34, y + h * 0.46],
        ]),
        lit,
      ),
      shape(
        poly([
          [-66, y + h * 0.46],
          [-50, y + h * 0.84],
          [-34, y + h * 0.46],
        ]),
        '#090605',
      ),
      stroke(
        line([
          [-66, y + h * 0.46],
          [-34, y + h * 0.46],
        ]),
        glint,
        1.8,
      ),
      ellipse([14 + out * 0.4, y + h * 0.3], 3.4, 3.4, '#070504'),
      ellipse([13 + out * 0.4, y + h * 0.27], 1.4, 1.4, glint),
    ].join('');
  });
  // The thumb: its ball, two plates that climb, and the tip that closes over the fingers.
  const thumb =
    shape(
      'M70 118C112 104 134 62 128 22C124 -2 114 -18 104 -28L58 2C68 34 62 74 40 112Z',
      plate(-30, 120),
      outline,
    ) +
    shape('M110 -20C98 -48 80 -66 54 -74L30 -34C48 -26 58 -12 62 8Z', plate(-84, 20), outline) +
    shape(
      'M62 -72C38 -84 4 -88 -14 -74C-24 -62 -18 -46 -2 -42C14 -39 28 -34 38 -26Z',
      plate(-92, -20),
      outline,
    ) +
    stroke(
      'M128 24C125 0 114 -18 105 -27M106 -26C96 -48 80 -64 56 -73M58 -73C36 -83 6 -86 -12 -73',
      glint,
      3.2,
    ) +
    stroke('M62 4Q88 -2 108 -20M34 -32Q46 -54 55 -71', lit, 2.2, { opacity: 0.85 }) +
    stroke('M58 84Q92 76 116 44', '#060404', 4, { opacity: 0.7 }) +
    ellipse([92, 30], 4.4, 4.4, '#070504') +
    ellipse([91, 28.5], 1.8, 1.8, glint);
  const arm = group({ transform: 'rotate(-24 4 70)' }, [
    ...forearm.reverse(),
    ellipse([2, 84], 82, 40, '#080605'),
    cuff,
    shape('M-90 90H90L150 240L180 900H-180L-150 240Z', texture, { opacity: 0.14 }),
  ]);
  return group(
    {
      transform: `translate(${num(at[0])} ${num(at[1])}) rotate(${turn}) scale(${scale * side} ${scale})`,
    },
    [arm, back, ...parts, ...fingers, thumb, shape('M-120 -110H128V120H-90Z', texture, { opacity: 0.14 })],
  );
}
