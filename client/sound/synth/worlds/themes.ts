import type { World } from '../../world.ts';
import type { Loop, Studio } from '../loop.ts';
import { blown, bowed, type Line, play, plucked, strikes } from '../music.ts';

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
const lute = plucked(2.2, 0.55);
const harp = plucked(3, 0.3);

const times = (count: number, line: Line): Line => Array.from({ length: count }, () => line).flat();

/** The music of each world, four to eight bars that come once in a loop. Half tones are counted from A4. */
export const themes: Readonly<Record<World, (studio: Studio) => Loop>> = {
  // A march that nobody wants to begin: a low string climbs a fifth and is sent back, over a drum.
  fod: (studio) =>
    play(studio, {
      seconds: 67,
      start: 9,
      beat: 0.62,
      parts: [
        {
          instrument: bowed,
          gain: 0.9,
          // biome-ignore format: a bar a line
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
          line: times(8, [
            [-31, 1.5],
            [-31, 0.5],
            [-31, 2],
          ]),
        },
      ],
    }),
  // Five beats to the bar, so that the foot never knows where it is: a lute in the vault.
  fist: (studio) =>
    play(studio, {
      seconds: 71,
      start: 11,
      beat: 0.36,
      parts: [
        {
          instrument: lute,
          gain: 0.8,
          // biome-ignore format: a bar a line
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
            ...times(3, [
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
    }),
  // A tune that trips over its own feet, and gets up as if it had meant to.
  mace: (studio) =>
    play(studio, {
      seconds: 63,
      start: 8,
      beat: 0.3,
      parts: [
        {
          instrument: blown,
          gain: 0.7,
          // biome-ignore format: a bar a line
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
          // biome-ignore format: a bar a line
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
    }),
  // A waltz in steps that are all the same, so that no step is home.
  coc: (studio) =>
    play(studio, {
      seconds: 73,
      start: 12,
      beat: 0.55,
      parts: [
        {
          instrument: glass,
          gain: 0.5,
          // biome-ignore format: a bar a line
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
          gain: 0.42,
          line: [
            [-21, 6],
            [-20, 6],
            [-21, 6],
            [-22, 7],
          ],
        },
      ],
    }),
  // A fiddle alone, and wires that shiver under it: the step and a half of the mountains.
  dracula: (studio) =>
    play(studio, {
      seconds: 71,
      start: 10,
      beat: 0.58,
      parts: [
        {
          instrument: bowed,
          gain: 0.8,
          // biome-ignore format: a bar a line
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
            ...times(2, [
              [-31, 1],
              [-19, 0.5],
              [-16, 0.5],
              [-12, 0.5],
              [-16, 0.5],
              [-19, 1],
            ]),
            ...times(2, [
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
    }),
};
