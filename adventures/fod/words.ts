import type { Words } from '../types.ts';

export const words: Words = {
  pictureAlt:
    'Heat comes towards you along a basalt causeway. One small figure with a drawn sword stands on it; ahead, a fortress glows from inside like a furnace whose iron door stands ajar.',
  page: {
    lead: 'A fortress that breathes heat, the last of the Kai, and you between them in the dark. An audio adventure in the world of Lone Wolf.',
    line: 'The last Kai Lord. A gate that closes behind you.',
    facts: [
      ['Out', '28 March 2025, for Android and iOS'],
      ['You hear', 'Professional voice actors, music, sound from all around'],
      ['You need', 'A phone, our free app, headphones'],
    ],
    press: [
      'The Fortress of Death',
      '687 backers, 365 000 SEK, 365 % of the goal; released on 28 March 2025',
    ],
  },
  shop: {
    proof: '687 backers paid for it before it was made: 365 000 SEK, 365 % of the goal.',
    description:
      'The last Kai Lord, a fortress that breathes heat, and you in the dark between them. A Lone Wolf adventure to hear and to decide.',
  },
  opening: {
    title: 'The fortress breathes. You listen.',
    lead: 'Lone Wolf, in the dark, between your ears. An audio adventure where you choose what happens.',
    button: 'Enter The Fortress of Death',
    bannerAlt:
      'Night, and heat on your face. A basalt causeway leads to a fortress whose iron gate stands ajar; white fire falls out of it onto one small figure with a drawn sword, and chains as thick as tree trunks hang over the road.',
  },
};
