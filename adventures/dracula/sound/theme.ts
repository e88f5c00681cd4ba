import type { Loop, Studio } from '#client/sound/synth/loop.ts';
import { bowed, play, repeated, strikes } from '#client/sound/synth/music.ts';

/** Wires under wooden hammers. */
const dulcimer = strikes(
  [
    [1, 1.6, 1],
    [1.004, 1.5, 0.7],
    [2.002, 1.1, 0.6],
    [3.01, 0.8, 0.45],
    [4.03, 0.5, 0.3],
    [5.06, 0.4, 0.25],
    [7.2, 0.2, 0.15],
  ],
  0.25,
);

/** A fiddle alone, and wires that shiver under it: the step and a half of the mountains. */
export function theme(studio: Studio): Loop {
  return play(studio, {
    seconds: 71,
    start: 10,
    beat: 0.58,
    parts: [
      {
        instrument: bowed,
        gain: 0.8,
        // biome-ignore format: one bar of the tune on each line, as in a score; the formatter would put one note on each
        line: [
          [-7, 1.5], [-5, 0.5], [-4, 1], [-1, 1],
          [0, 3], [-1, 0.5], [-4, 0.5],
          [-5, 1.5], [-4, 0.5], [-7, 2],
          [null, 1], [-7, 0.5], [-4, 0.5], [0, 1], [5, 1],
          [6, 1.5], [5, 0.5], [1, 0.5], [0, 0.5], [-1, 1],
          [0, 0.5], [-1, 0.5], [-4, 1], [-5, 1], [-8, 1],
          [-7, 5],
        ],
      },
      {
        instrument: dulcimer,
        gain: 0.3,
        line: [
          ...repeated(2, [
            [-31, 1],
            [-19, 0.5],
            [-16, 0.5],
            [-12, 0.5],
            [-16, 0.5],
            [-19, 1],
          ]),
          ...repeated(2, [
            [-26, 1],
            [-19, 0.5],
            [-16, 0.5],
            [-14, 0.5],
            [-16, 0.5],
            [-19, 1],
          ]),
          [-29, 4],
          [-20, 4],
          [-31, 5],
        ],
      },
    ],
  });
}
