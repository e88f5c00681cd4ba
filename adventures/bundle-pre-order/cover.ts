import { line, range } from '#art/geometry.ts';
import { createSheet, type Frame, rect, stroke } from '#art/sheet.ts';
import { fibres, finish, fog, glow } from '#art/texture.ts';
import { type Book, standing } from './picture/book.ts';
import { brassKey } from './picture/key.ts';

/** The bundle: two books lean on each other on a dark shelf, each lit by its own picture, and one key before them. */
export function draw(frame: Frame, coverOf: (id: string) => string): string {
  const sheet = createSheet('bundle-pre-order', frame);
  const { width, height } = frame;
  const shelf = 1270;
  const books: [Book, Book] = [
    { at: [64, shelf - 42], wide: 670, turn: 4, front: coverOf('fod'), cloth: '#2a1a14', glint: '#ff9a4a' },
    {
      at: [604, shelf + 58],
      wide: 570,
      turn: -6,
      front: coverOf('fist'),
      cloth: '#3a1418',
      glint: '#f2c14e',
    },
  ];
  const boards = fibres(sheet, 190, 900, 90);
  sheet.draw(
    rect(
      sheet.all,
      sheet.linear(
        [0, 0],
        [0, shelf],
        [
          [0, '#050c0e'],
          [0.6, '#0d1d20'],
          [1, '#142a2d'],
        ],
      ),
    ),
    // Boards of the bookcase's back.
    ...range(7).map((i) =>
      stroke(
        line([
          [i * 200 - 30, 0],
          [i * 200 - 34, shelf],
        ]),
        '#03080a',
        7,
        { opacity: 0.7 },
      ),
    ),
    rect({ x: 0, y: 0, width, height: shelf }, fibres(sheet, 160, 1000), { opacity: 0.45 }),
    glow(sheet, [380, 640], 820, [
      [0, '#ff8a34', 0.5],
      [0.5, '#8a3a16', 0.22],
      [1, '#1a1a18', 0],
    ]),
    glow(sheet, [850, 560], 700, [
      [0, '#f2b24a', 0.4],
      [0.5, '#7a4a1c', 0.18],
      [1, '#1a1a18', 0],
    ]),
    fog(sheet, {
      cloud: { x: 0, y: 0, width: 1200, height: 800 },
      density: 0.45,
      fill: sheet.linear(
        [0, 0],
        [0, shelf],
        [
          [0, '#16343a', 0.9],
          [0.7, '#8a5030', 0.35],
          [1, '#8a5030', 0],
        ],
      ),
    }),
    rect(
      { x: 0, y: shelf - 60, width, height: height - shelf + 60 },
      sheet.linear(
        [0, shelf - 60],
        [0, height],
        [
          [0, '#0b1416'],
          [0.2, '#1c1a16'],
          [1, '#0a0908'],
        ],
      ),
    ),
    rect({ x: 0, y: shelf - 60, width, height: 190 }, boards, { opacity: 0.9 }),
    glow(
      sheet,
      [400, shelf + 40],
      460,
      [
        [0, '#ff9a4a', 0.65],
        [0.5, '#a8501c', 0.25],
        [1, '#2a1410', 0],
      ],
      0.24,
    ),
    glow(
      sheet,
      [850, shelf + 60],
      420,
      [
        [0, '#f6c056', 0.5],
        [0.5, '#8a5a1c', 0.2],
        [1, '#2a1c10', 0],
      ],
      0.24,
    ),
  );
  for (const book of books) sheet.draw(standing(sheet, book));
  // The shelf's front edge, and the key.
  sheet.draw(
    rect(
      { x: 0, y: shelf + 130, width, height: height - shelf - 130 },
      sheet.linear(
        [0, shelf + 130],
        [0, height],
        [
          [0, '#3a2a1c'],
          [0.06, '#1c1611'],
          [1, '#050606'],
        ],
      ),
    ),
    rect({ x: 0, y: shelf + 130, width, height: height - shelf - 130 }, boards, { opacity: 0.8 }),
    stroke(
      line([
        [0, shelf + 130],
        [width, shelf + 130],
      ]),
      '#e8904a',
      3,
      { opacity: 0.6 },
    ),
    brassKey(sheet, [196, shelf + 88], 1.16),
    finish(sheet, '#010304', [560, 800]),
  );
  return sheet.toSvg();
}
