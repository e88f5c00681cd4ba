import type { Adventure, Look } from '../types.ts';

export const adventure: Adventure = {
  id: 'maceandmagic',
  place: 30,
  name: 'Mace & Magic',
  shortName: 'Mace & Magic',
  page: {
    path: '/maceandmagic',
    link: { title: 'See the crowdfunding campaign' },
    video: { title: 'Mace & Magic, the video of the campaign' },
  },
  demo: { name: "Vemhir's Castle" },
  releasedOn: null,
  products: [],
};

export const look: Look = {
  accent: '#ee9fb4',
  light: 'rgb(226 120 150 / 24%)',
  lamp: { wide: [67, 39], tall: [50, 33] },
};
