import type { Words } from '#adventures/types.ts';

export const words: Words = {
  pictureAlt:
    'A lighthouse stands on a bare rock in a blue night. Its beam goes out over black water to the left, and stops where something stands in it.',
  page: {
    lead: 'You keep the lamp on Skerrin. Tonight it has gone out three times, and each time something has come nearer.',
    line: 'A lamp, a rock, and a knock at the sea door.',
    facts: [
      ['Launch', '1 May 2099, for Android and iOS'],
      ['You need', 'A phone, our free app, headphones'],
    ],
    press: ['Skerrin: The Last Lamp', 'Launching 1 May 2099'],
  },
  shop: {
    description: 'You keep the lamp on Skerrin. Tonight it has gone out three times.',
  },
  details: {
    length: '5 to 7 hours',
    languages: ['English', 'Swedish'],
    age: 'From 13 years',
    cast: ['A. Reader', 'B. Listener'],
    reviews: [{ quote: 'I have not slept near water since.', by: 'A keeper of another lamp' }],
  },
};
