import type { Adventure, Look } from '../types.ts';

const game = {
  title: 'Lone Wolf The Fortress of Death',
  type: 'game',
  unlocks: ['fod'],
} as const;

export const adventure: Adventure = {
  id: 'fod',
  place: 10,
  name: 'Lone Wolf: The Fortress of Death',
  shortName: 'The Fortress of Death',
  page: { path: '/fortressofdeath' },
  releasedOn: '2025-03-28',
  products: [
    { ...game, id: 'fod', price: 250, slug: 'fod', hidden: false, preOrder: false },
    { ...game, id: 'fod-pre-order', price: 215, slug: 'fod-pre-order', hidden: true, preOrder: true },
    {
      ...game,
      id: 'fod-podcast-discount',
      price: 187.5,
      slug: 'fod-podcast-discount',
      hidden: true,
      preOrder: false,
    },
  ],
  // The specification's mapping (section 3): what a backer holds counts as the game and gives the artbook besides.
  rewards: [{ id: 'fod-kickstarter', countsAs: 'fod', downloads: ['fod-artbook'] }],
  downloads: [
    {
      id: 'fod-artbook',
      title: 'The Fortress of Death, digital artbook',
      link: 'Download the artbook',
      file: 'fod-artbook.pdf',
      saveAs: 'The Fortress of Death - Artbook.pdf',
    },
  ],
};

export const look: Look = {
  accent: '#ff9a5c',
  light: 'rgb(255 106 26 / 30%)',
  lamp: { wide: [69, 57], tall: [54, 45] },
};
