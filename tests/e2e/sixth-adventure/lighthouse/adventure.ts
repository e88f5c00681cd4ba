import type { Adventure, Look } from '#adventures/types.ts';

export const adventure: Adventure = {
  id: 'lighthouse',
  place: 55,
  name: 'Skerrin: The Last Lamp',
  shortName: 'The Last Lamp',
  page: { path: '/the-last-lamp', movedFrom: ['/skerrin'] },
  releasedOn: '2099-05-01',
  products: [
    {
      id: 'lighthouse',
      title: 'Skerrin: The Last Lamp',
      type: 'game',
      price: 199,
      slug: 'the-last-lamp',
      hidden: false,
      preOrder: true,
      unlocks: ['lighthouse'],
    },
  ],
};

export const look: Look = { accent: '#8fc7ff', light: 'rgb(110 170 240 / 24%)' };
