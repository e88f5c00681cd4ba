import { line, range } from './geometry.ts';
import { createSheet, ellipse, type Frame, group, rect, shape, stroke } from './sheet.ts';
import { blur, finish, fog, glow } from './texture.ts';

/** Writes a line of text as outlines, so that no font is needed: `scripts/build/text-outlines.ts`. */
export interface Letters {
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
      fingers(),
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
    ...title.map((content, i) => middle(display, content, -422 + i * 54, 56, paper)),
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
  return (
    shape(
      'M120 230C250 200 330 250 342 350C352 470 330 560 420 700L560 1040H60C40 860 20 700 30 560Z',
      skin,
    ) +
    stroke('M252 226C316 250 340 300 344 370C352 470 332 560 420 700L560 1040', ember, 4, { opacity: 0.55 })
  );
}

/** Four fingertips around the far edge, and the thumb that has not chosen yet. */
function fingers(): string {
  const tips = [-206, -112, -20, 64].map((y, i) => {
    const long = [34, 42, 40, 30][i] ?? 40;
    const tip = `M${-phone.half - 34} ${y}C${-phone.half - 40} ${y - 46} ${-phone.half - 4} ${y - 52} ${-phone.half + long} ${y - 30}C${-phone.half + long + 18} ${y - 20} ${-phone.half + long + 14} ${y + 16} ${-phone.half + long - 8} ${y + 24}C${-phone.half - 10} ${y + 44} ${-phone.half - 36} ${y + 40} ${-phone.half - 34} ${y}Z`;
    return (
      shape(tip, skin) +
      stroke(
        `M${-phone.half} ${y - 44}C${-phone.half + 20} ${y - 42} ${-phone.half + 34} ${y - 38} ${-phone.half + long} ${y - 30}C${-phone.half + long + 18} ${y - 20} ${-phone.half + long + 14} ${y + 16} ${-phone.half + long - 8} ${y + 24}`,
        ember,
        3.4,
        { opacity: 0.75 },
      )
    );
  });
  const thumb =
    'M344 372C338 296 316 250 282 232C258 218 230 226 222 246C214 268 232 282 250 296C270 318 268 372 264 430L300 560Z';
  return [
    ...tips,
    shape(thumb, skin),
    stroke('M282 232C258 218 230 226 222 246C214 268 232 282 250 296C270 318 268 372 264 430', ember, 3.6, {
      opacity: 0.8,
    }),
    stroke(
      line([
        [236, 246],
        [252, 250],
      ]),
      '#33434a',
      4,
    ),
  ].join('');
}
