import type { Words } from '../types.ts';

export const words: Words = {
  pictureAlt:
    'You look straight down into a round hall with twelve doors, like a clock. One stands open; its fire falls across the rings of the floor, and somebody in a hood, a sword in hand, stands in the middle and throws a long shadow.',
  shop: {
    description:
      "The first year's chambers, voices and ways to die in The Fortress of Death. Needs the core game.",
    what: { product: 'Twelve months of expansions to an audio adventure', card: 'New doors to open' },
  },
};
