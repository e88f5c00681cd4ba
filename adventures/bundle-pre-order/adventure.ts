import type { Adventure, Look } from '../types.ts';

export const adventure: Adventure = {
  id: 'bundle-pre-order',
  place: 60,
  name: 'The Fortress of Death + F.I.S.T. Bundle',
  shortName: 'Bundle',
  // The later of its two adventures (scripts/check/homes-together.ts).
  releasedOn: '2025-03-28',
  products: [
    {
      id: 'bundle-pre-order',
      title: 'The Fortress of Death + F.I.S.T. Bundle',
      type: 'bundle',
      price: 500,
      slug: 'bundle-pre-order',
      hidden: false,
      preOrder: true,
      unlocks: ['fod', 'fist', 'fod-expansions'],
    },
  ],
};

/** A phone sees both lights of the cover above the title: the gate and the torch. */
export const look: Look = { accent: '#ff9a5c', light: 'rgb(255 106 26 / 30%)', crop: 66 };
