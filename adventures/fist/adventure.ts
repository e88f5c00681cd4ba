import type { Adventure, Look } from '../types.ts';

export const adventure: Adventure = {
  id: 'fist',
  place: 20,
  name: "Steve Jackson's F.I.S.T.",
  shortName: 'F.I.S.T.',
  page: { path: '/fist' },
  releasedOn: '2024-09-07',
  products: [
    {
      id: 'fist',
      title: "Steve Jackson's F.I.S.T.",
      type: 'game',
      price: 250,
      slug: 'fist',
      hidden: false,
      preOrder: false,
      unlocks: ['fist'],
    },
  ],
  // The specification's mapping (section 3).
  rewards: [{ id: 'fist-pre-order', countsAs: 'fist' }],
};

export const look: Look = {
  accent: '#f2c14e',
  light: 'rgb(242 178 60 / 26%)',
  lamp: { wide: [70, 25], tall: [32, 26] },
};
