import type { Poster } from '#client/sound/posters.ts';

export const poster: Poster = {
  title: 'Stand in the court',
  line: 'Glass, an anvil, a book, wind, people behind a wall.',
  sources: [
    ['Chimes', 25, -43],
    ['Anvil', -64, -28],
    ['Book', 27, 3],
    ['Wind', 29, 80],
    ['Voices', -54, 60],
  ],
};
