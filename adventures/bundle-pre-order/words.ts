import type { Words } from '../types.ts';

export const words: Words = {
  pictureAlt:
    'Two books lean on each other on a dark shelf. Fire falls out of a fortress gate on one, a torch burns on the other, and both light the iron key that lies before them.',
  shop: {
    description:
      'Two descents, one key: Lone Wolf and F.I.S.T. together, with every expansion of the first twelve months.',
    what: {
      product: 'Two interactive audio adventures and twelve months of expansions',
      card: 'Two audio adventures',
    },
  },
};
