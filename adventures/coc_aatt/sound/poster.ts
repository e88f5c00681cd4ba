import type { Poster } from '#client/sound/posters.ts';

export const poster: Poster = {
  title: 'Sit in the boat',
  line: 'Surf, a bell buoy, a rope, gulls, something below.',
  sources: [
    ['Surf', 11, -80],
    ['Bell buoy', -80, -29],
    ['Rope', 28, -9],
    ['Gulls', 47, 81],
    ['Something below', -14, 52],
  ],
};
