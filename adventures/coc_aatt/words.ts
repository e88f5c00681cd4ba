import type { Words } from '../types.ts';

export const words: Words = {
  pictureAlt:
    'A man in a hat waits at the end of a jetty, under the one lamp in green fog. The water below him is cut open: something far too long to be a boat has wound itself through the piles.',
  page: {
    lead: 'A polite town on a lake, a professor who drowned, an estate for sale. You came to look. Something below has been listening.',
    line: 'A lakeside town, and what listens below it.',
    facts: [
      ['Launch', '1 August 2025, for Android and iOS'],
      ['You hear', 'Professional voice actors, music, sound from all around'],
      ['You need', 'A phone, our free app, headphones'],
    ],
    press: ['Call of Cthulhu', 'Alone Against the Tide, 1 August 2025'],
  },
  shop: {
    description:
      'A quiet lakeside town, a professor who drowned, an estate for sale. You came to look. Something below has been listening.',
  },
};
