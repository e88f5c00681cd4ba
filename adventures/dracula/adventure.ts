import type { Adventure, Look } from '../types.ts';

export const adventure: Adventure = {
  id: 'dracula',
  place: 50,
  name: 'Dracula: Curse of the Vampire',
  shortName: 'Dracula',
  page: {
    path: '/dracula',
    link: { title: 'Go to the backer platform' },
    video: { title: 'Dracula: Curse of the Vampire, the road up to the castle' },
  },
  releasedOn: null,
  products: [],
};

export const look: Look = {
  accent: '#c9d3e0',
  light: 'rgb(160 178 205 / 24%)',
  lamp: { wide: [67, 28], tall: [50, 23] },
};
