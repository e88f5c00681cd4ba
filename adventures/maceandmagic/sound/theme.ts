import type { Loop, Studio } from '#client/sound/synth/loop.ts';
import { blown, play, plucked } from '#client/sound/synth/music.ts';

/** Long strings in a small frame. */
const harp = plucked(3, 0.3);

/** A tune that trips over its own feet, and gets up as if it had meant to. */
export function theme(studio: Studio): Loop {
  return play(studio, {
    seconds: 63,
    start: 8,
    beat: 0.3,
    parts: [
      {
        instrument: blown,
        gain: 0.7,
        // biome-ignore format: one bar of the tune on each line, as in a score; the formatter would put one note on each
        line: [
          [3, 1], [5, 1], [7, 1], [10, 2], [7, 1],
          [8, 1], [7, 1], [5, 1], [3, 2], [null, 1],
          [3, 1], [5, 1], [7, 1], [12, 2], [10, 1],
          [null, 1], [11, 0.5], [10, 0.5], [8, 1], [7, 2], [null, 1],
          [8, 1], [7, 1], [5, 1], [7, 1], [5, 1], [1, 1],
          [3, 2], [-2, 1], [3, 3],
        ],
      },
      {
        instrument: harp,
        gain: 0.5,
        // biome-ignore format: one bar of the tune on each line, as in a score; the formatter would put one note on each
        line: [
          [-21, 3], [-14, 3],
          [-16, 3], [-14, 3],
          [-21, 3], [-12, 3],
          [-13, 3], [-14, 3],
          [-16, 3], [-20, 3],
          [-21, 3], [-9, 3],
        ],
      },
    ],
  });
}
