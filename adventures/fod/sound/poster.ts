import type { Poster } from '#client/sound/posters.ts';

export const poster: Poster = {
  title: 'Stand inside the gate',
  line: 'Embers, chains, wind, boots on stone, a horn behind the wall.',
  sources: [
    ['Embers', -20, -26],
    ['Chains', 50, 32],
    ['Wind', -85, -9],
    ['Footsteps', 4, 64],
    ['Horn', 28, -96],
  ],
};
