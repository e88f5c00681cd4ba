import type { Adventure, Look } from '../types.ts';

export const adventure: Adventure = {
  id: 'fod-expansions',
  place: 70,
  name: 'Expansions (12 months)',
  shortName: 'Expansions',
  releasedOn: null,
  products: [
    {
      id: 'fod-expansions',
      title: 'Expansions (12 months)',
      type: 'expansion',
      price: 120,
      slug: 'fod-expansions',
      hidden: false,
      preOrder: false,
      unlocks: ['fod-expansions'],
      needs: 'fod',
    },
  ],
};

export const look: Look = { accent: '#ff9a5c', light: 'rgb(255 106 26 / 30%)' };
