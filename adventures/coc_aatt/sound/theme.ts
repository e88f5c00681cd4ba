import type { Loop, Studio } from '#client/sound/synth/loop.ts';
import { bowed, play, strikes } from '#client/sound/synth/music.ts';

/** Bowls of glass. */
const glass = strikes(
  [
    [1, 3, 1],
    [1.002, 2.8, 0.8],
    [2.71, 1.2, 0.3],
    [5.15, 0.5, 0.12],
  ],
  0.08,
);

/** A waltz in steps that are all the same, so that no step is home. */
export function theme(studio: Studio): Loop {
  return play(studio, {
    seconds: 73,
    start: 12,
    beat: 0.55,
    parts: [
      {
        instrument: glass,
        gain: 0.5,
        // biome-ignore format: one bar of the tune on each line, as in a score; the formatter would put one note on each
        line: [
          [3, 2], [7, 1],
          [9, 2], [5, 1],
          [1, 3],
          [3, 2], [-1, 1],
          [1, 2], [5, 1],
          [11, 2], [7, 1],
          [8, 3],
          [3, 4],
        ],
      },
      {
        instrument: bowed,
        gain: 0.34,
        line: [
          [-21, 6],
          [-20, 6],
          [-21, 6],
          [-22, 7],
        ],
      },
    ],
  });
}
