import type { Poster } from '#client/sound/posters.ts';

export const poster: Poster = {
  title: 'Stand under the castle',
  line: 'A torch, water, a hoist, rats, a door far below.',
  sources: [
    ['Torch', -20, -15],
    ['Water', 50, -2],
    ['Hoist', 42, -63],
    ['Rats', 8, 45],
    ['Far door', -86, 45],
  ],
};
