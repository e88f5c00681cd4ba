import type { Loop, Studio } from '#client/sound/synth/loop.ts';
import { bowed, play, repeated, strikes } from '#client/sound/synth/music.ts';

/** A low drum with a skin. */
const drum = strikes(
  [
    [1, 0.7, 1],
    [1.59, 0.4, 0.6],
    [2.14, 0.3, 0.45],
    [2.65, 0.22, 0.3],
    [3.6, 0.15, 0.2],
  ],
  0.5,
);

/** A march that nobody wants to begin: a low string climbs a fifth and is sent back, over a drum. */
export function theme(studio: Studio): Loop {
  return play(studio, {
    seconds: 67,
    start: 9,
    beat: 0.62,
    parts: [
      {
        instrument: bowed,
        gain: 0.9,
        // biome-ignore format: one bar of the tune on each line, as in a score; the formatter would put one note on each
        line: [
          [-19, 3], [-17, 1],
          [-16, 2], [-12, 2],
          [-11, 1.5], [-12, 0.5], [-16, 2],
          [-14, 4],
          [-19, 3], [-17, 1],
          [-16, 2], [-9, 2],
          [-11, 1], [-12, 1], [-16, 1], [-18, 1],
          [-19, 5],
        ],
      },
      {
        instrument: drum,
        gain: 0.5,
        line: repeated(8, [
          [-31, 1.5],
          [-31, 0.5],
          [-31, 2],
        ]),
      },
    ],
  });
}
