import type { Words } from '../types.ts';

export const words: Words = {
  pictureAlt:
    'A castle court at night. Rose-coloured light falls through one great round window of quartz onto the paving, and in it stands a mace as tall as three people, its copper gone green.',
  page: {
    lead: "You own a mace and have heard of magic. Vemhir's Castle, the demo, is free: bring headphones.",
    line: "Vemhir's Castle: the free demo. Bring a mace.",
    facts: [
      ['Demo', "Vemhir's Castle, free in our app for Android and iOS"],
      ['The game', 'Crowdfunded by its listeners'],
      ['You need', 'A phone, our free app, headphones'],
    ],
    press: ['Mace & Magic', "Crowdfunded; free demo Vemhir's Castle"],
  },
};
