import { creases, limb, lit } from './forms/hand.ts';
import { type Point, range } from './geometry.ts';
import { createSheet, ellipse, type Frame, group, rect, type Sheet, shape, stroke } from './sheet.ts';
import { blur, finish, fog, glow } from './texture.ts';

/** Writes a line of text as outlines, so that no font is needed: `scripts/build/text-outlines.ts`. */
interface Letters {
  width(text: string, size: number): number;
  line(text: string, options: { x: number; y: number; size: number; fill: string }): string;
}

interface AppScreen {
  display: Letters;
  text: Letters;
  /** What is being played, in lines of a few words. */
  title: readonly string[];
  /** What the narrator has just said, and what one may answer. */
  said: string;
  choices: readonly string[];
}

const ember = '#ff9a5c';
const paper = '#f3ead9';
/** The phone in its own frame: half its width and height, and how round its corners are. */
const phone = { half: 252, tall: 520, round: 64 };

/** The app in a hand, in the dark: a listener in rings of sound, and three things to do about what was heard. */
export function drawApp(frame: Frame, screen: AppScreen): string {
  const sheet = createSheet('app', frame);
  const { half, tall, round } = phone;
  const body = { x: -half, y: -tall, width: half * 2, height: tall * 2 };
  const glass = { x: -half + 16, y: -tall + 16, width: half * 2 - 32, height: tall * 2 - 32 };
  sheet.draw(
    rect(
      sheet.all,
      sheet.linear(
        [0, 0],
        [0, frame.height],
        [
          [0, '#071113'],
          [0.6, '#0d1f23'],
          [1, '#060d0f'],
        ],
      ),
    ),
    glow(sheet, [600, 720], 860, [
      [0, '#ff9a5c', 0.5],
      [0.4, '#8a4426', 0.3],
      [1, '#0d1f23', 0],
    ]),
    fog(sheet, {
      cloud: { x: 0, y: 100, width: 1200, height: 900 },
      density: 0.4,
      fill: sheet.radial([600, 720], 820, [
        [0, '#ffb27a', 0.5],
        [0.5, '#2a4a50', 0.4],
        [1, '#071113', 0],
      ]),
    }),
    // The rings go on beyond the screen: the sound is not in the phone.
    ...range(5).map((i) =>
      ellipse([590, 650], 380 + i * 112, 380 + i * 112, 'none', {
        stroke: ember,
        'stroke-width': 3,
        opacity: 0.26 - i * 0.046,
      }),
    ),
    group({ transform: 'translate(600 770) rotate(-5)' }, [
      palm(),
      rect(body, '#000', {
        rx: round,
        opacity: 0.6,
        filter: blur(sheet, 26, { x: -400, y: -640, width: 800, height: 1280 }),
      }),
      rect(body, '#15191a', { rx: round, stroke: '#4a4640', 'stroke-width': 3 }),
      rect(glass, '#071113', { rx: round - 14 }),
      rect(
        glass,
        sheet.radial([0, -120], 520, [
          [0, '#ff8a4a', 0.36],
          [0.45, '#5a2a18', 0.3],
          [1, '#071113', 0],
        ]),
        { rx: round - 14 },
      ),
      rect({ x: -52, y: -tall + 34, width: 104, height: 20 }, '#000', { rx: 10 }),
      ...listening(),
      ...words(screen),
      stroke(`M${half - 3} ${-tall + round}V${tall - round}`, ember, 2.4, { opacity: 0.4 }),
      fingers(sheet),
    ]),
    finish(sheet, '#010405', [600, 760]),
  );
  return sheet.toSvg();
}

/** The listener from above, the rings, and three sources on them: near, far, and behind. */
function listening(): string[] {
  const y = -120;
  const sources = [
    [-1.06, 92, 11],
    [0.2, 150, 8],
    [2.5, 188, 6],
  ] as const;
  return [
    ...[54, 92, 150, 206].map((r, i) =>
      ellipse([0, y], r, r, 'none', { stroke: ember, 'stroke-width': 3, opacity: 0.85 - i * 0.2 }),
    ),
    ellipse([0, y], 15, 17, paper),
    stroke(`M-23 ${y - 13}a27 27 0 0 0 0 26M23 ${y - 13}a27 27 0 0 1 0 26`, paper, 5),
    ...sources.map(([turn, far, size]) => {
      const [x, sy] = [Math.cos(turn) * far, y + Math.sin(turn) * far];
      return (
        ellipse([x, sy], size * 2.6, size * 2.6, ember, { opacity: 0.25 }) +
        ellipse([x, sy], size, size, '#ffe2c4')
      );
    }),
  ];
}

function words({ display, text, title, said, choices }: AppScreen): string[] {
  const middle = (face: Letters, content: string, y: number, size: number, fill: string) =>
    face.line(content, { x: -face.width(content, size) / 2, y, size, fill });
  return [
    ...title.map((content, i) => middle(display, content, -390 + i * 52, 54, paper)),
    middle(text, said, 146, 25, '#c9bfae'),
    ...choices.flatMap((choice, i) => {
      const y = 180 + i * 96;
      return [
        rect({ x: -204, y, width: 408, height: 78 }, i === 0 ? ember : 'none', {
          rx: 12,
          stroke: ember,
          'stroke-width': 2.6,
        }),
        middle(text, choice, y + 49, 29, i === 0 ? '#1a0d06' : paper),
      ];
    }),
  ];
}

const skin = '#0a1012';

/** What of the hand is behind the phone: its heel, and the wrist that leaves the picture. */
function palm(): string {
  return shape(
    'M120 230C250 200 330 250 342 350C352 470 330 560 420 700L560 1040H60C40 860 20 700 30 560Z',
    skin,
  );
}

/** Four fingers that come round the far edge, and the thumb that has not chosen yet. */
function fingers(sheet: Sheet): string {
  const edge = -phone.half;
  const touched = sheet.linear(
    [edge - 40, 0],
    [edge + 90, 0],
    [
      [0, skin],
      [0.4, '#17171a'],
      [1, '#4a2d1f'],
    ],
  );
  // From the index finger down; each lies on the next.
  const around = [
    [-116, 66, 74],
    [-38, 78, 76],
    [40, 70, 74],
    [112, 44, 66],
  ]
    .map(([y = 0, reach = 0, thick = 0]) => {
      const tip: Point = [edge + reach, y - 14];
      const body = limb({
        joints: [[edge - 30, y + 20], [edge + reach * 0.35, y], tip],
        widths: [thick, thick * 0.94, thick * 0.66],
      });
      return (
        stroke(body, '#020405', 5) +
        lit([body], { fill: touched, rim: ember, falls: [-4, 3] }) +
        ellipse([edge - 28, y + 20], thick * 0.52, thick * 0.51, touched) +
        group({ transform: `translate(${tip[0] - 20} ${tip[1] + 3}) rotate(-12)` }, [
          shape('M-14 -14C4 -17 17 -12 17 0C17 12 4 15 -14 13Q-20 0 -14 -14Z', '#6b4632', { opacity: 0.75 }),
          stroke('M-14 -14C4 -17 17 -12 17 0', ember, 2.2, { opacity: 0.7 }),
        ]) +
        creases([edge + reach * 0.1, y + 4], [2, thick * 0.3], '#050708', 3)
      );
    })
    .reverse();
  const ball = sheet.linear(
    [200, 240],
    [420, 420],
    [
      [0, '#5a3724'],
      [0.4, '#241813'],
      [1, skin],
    ],
  );
  const thumb = limb({
    joints: [
      [700, 1300],
      [500, 800],
      [392, 500],
      [344, 346],
      [286, 262],
      [216, 226],
    ],
    widths: [430, 330, 168, 98, 78, 52],
  });
  return [
    // What joins them stays in the dark.
    rect({ x: edge - 56, y: -128, width: 60, height: 284 }, touched, { rx: 30 }),
    ...around,
    stroke(thumb, '#020405', 5),
    lit([thumb], { fill: ball, rim: ember, falls: [4, 4] }),
    group({ transform: 'translate(236 234) rotate(27)' }, [
      shape('M-17 0C-17 -12 -4 -16 16 -14Q22 0 16 15C-4 17 -17 12 -17 0Z', '#6b4632', { opacity: 0.8 }),
      stroke('M-17 2C-17 -12 -4 -16 16 -14', ember, 2.4, { opacity: 0.8 }),
    ]),
    creases([288, 264], [-13, 24], '#050708', 3.4),
  ].join('');
}
