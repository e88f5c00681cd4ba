import type { Loop, Studio } from '#client/sound/synth/loop.ts';
import { play, plucked, repeated } from '#client/sound/synth/music.ts';

/** Gut strings, and fingertips. */
const lute = plucked(2.2, 0.55);

/** Five beats to the bar, so that the foot never knows where it is: a lute in the vault. */
export function theme(studio: Studio): Loop {
  return play(studio, {
    seconds: 71,
    start: 11,
    beat: 0.36,
    parts: [
      {
        instrument: lute,
        gain: 0.8,
        // biome-ignore format: one bar of the tune on each line, as in a score; the formatter would put one note on each
        line: [
          [-5, 1], [-4, 1], [-5, 1], [-9, 2],
          [-5, 1], [-4, 1], [-2, 1], [-4, 2],
          [-5, 1], [-4, 1], [-5, 1], [2, 2],
          [0, 1], [-2, 1], [-4, 1], [-5, 2],
          [3, 1], [2, 1], [0, 1], [-2, 2],
          [-4, 1], [-5, 1], [-8, 1], [-9, 2],
          [-8, 1], [-5, 1], [-4, 1], [-5, 5],
        ],
      },
      {
        instrument: lute,
        gain: 0.5,
        line: [
          ...repeated(3, [
            [-29, 3],
            [-22, 2],
          ]),
          [-28, 5],
          [-26, 5],
          [-28, 5],
          [-29, 5],
        ],
      },
    ],
  });
}
