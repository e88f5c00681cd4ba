import type { Words } from '../types.ts';

export const words: Words = {
  pictureAlt:
    'A mountain stands against the night like somebody in a cloak, one side of the collar high and the other broken off, the moon where a face would be. Red light out of a gate falls on the rock; at the hem a coach with one red lantern hurries through the fog.',
  page: {
    lead: 'A coach, a mountain road, and a host who never eats. Horror for the ear, funded by its backers.',
    line: 'A coach, a mountain road, a host who never eats.',
    facts: [
      ['The game', 'Crowdfunded on a backer platform'],
      ['You hear', 'Professional voice actors, music, sound from all around'],
      ['You need', 'A phone, our free app, headphones'],
    ],
    press: ['Dracula: Curse of the Vampire', 'Crowdfunded on a backer platform'],
  },
};
