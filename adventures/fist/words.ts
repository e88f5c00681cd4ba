import type { Words } from '../types.ts';

export const words: Words = {
  pictureAlt:
    'A mailed fist lifts a spitting torch in a passage of blood-red brick. Beside it steps go down under an arch; the light gives up on them long before they end.',
  page: {
    lead: 'It was always a game for the ear. Go down into the castle of a demon prince by the light of one torch, and come back up.',
    line: 'Down into the castle of a demon prince, by torch.',
    facts: [
      ['Out', '7 September 2024, for Android and iOS'],
      ['You hear', 'Professional voice actors, music, sound from all around'],
      ['You need', 'A phone, our free app, headphones'],
    ],
    press: ["Steve Jackson's F.I.S.T.", 'Released on 7 September 2024'],
  },
  shop: {
    description:
      'Once it was played over a telephone line. Now the castle has you by both ears: torches, footsteps, and a voice that asks what you do next.',
  },
};
