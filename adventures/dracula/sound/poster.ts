import type { Poster } from '#client/sound/posters.ts';

export const poster: Poster = {
  title: 'Stand at the window',
  line: 'Wind in firs, wolves, a coach, a church bell, wings.',
  sources: [
    ['Night wind', -35, -78],
    ['Wolves', -99, 14],
    ['Coach', 69, -10],
    ['Church bell', 42, -87],
    ['Wings', 7, 28],
  ],
};
