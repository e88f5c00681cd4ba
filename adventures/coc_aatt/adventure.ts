import type { Adventure, Look } from '../types.ts';

export const adventure: Adventure = {
  id: 'coc_aatt',
  place: 40,
  name: 'Call of Cthulhu: Alone Against the Tide',
  shortName: 'Call of Cthulhu',
  page: {
    path: '/call-of-cthulhu',
    movedFrom: ['/coc_aatt'],
    video: { title: 'Call of Cthulhu: Alone Against the Tide, at the end of the jetty' },
  },
  releasedOn: '2025-08-01',
  products: [
    {
      id: 'coc_aatt',
      title: 'Call of Cthulhu: Alone Against the Tide',
      type: 'game',
      price: 250,
      slug: 'alone-against-the-tide',
      hidden: true,
      preOrder: true,
      unlocks: ['coc_aatt'],
    },
  ],
};

export const look: Look = {
  accent: '#7fd0ae',
  light: 'rgb(74 168 132 / 28%)',
  lamp: { wide: [67, 17], tall: [58, 14] },
};
