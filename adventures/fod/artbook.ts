import { site } from '#shared/site.ts';
import type { Artbook } from '../artbook-types.ts';
import { words as cthulhu } from '../coc_aatt/words.ts';
import { words as fist } from '../fist/words.ts';
import { words as expansions } from '../fod-expansions/words.ts';
import { words } from './words.ts';

/** The Fortress of Death's artbook, page by page. */
export const artbook: Artbook = {
  download: 'fod-artbook',
  title: 'The Fortress of Death: Artbook',
  pages: [
    {
      kind: 'cover',
      picture: { drawing: 'fod', alt: words.pictureAlt },
      kicker: 'Artbook',
      title: 'The Fortress of Death',
      line: 'Pictures for an adventure that is played with the eyes closed',
    },
    {
      kind: 'words',
      title: 'Why draw a game nobody sees?',
      paragraphs: [
        'You play The Fortress of Death in the dark. The walls are made of echoes, the distances of footsteps, and the monsters of whatever your own mind keeps in the cellar. It is better at that than any painter.',
        'So these pictures show no monsters. They show the places where a sound begins: a gate, a grate, a door that is not quite shut. Each was drawn by ear, with one light in it, and that light stands exactly where the sound would.',
        'Look at a page for a while. Then close the book, put your headphones on, and go in.',
      ],
    },
    {
      kind: 'plate',
      picture: { drawing: 'fod', alt: words.pictureAlt },
      side: 'left',
      title: 'The causeway',
      paragraphs: [
        'This is where you begin: alone, on stone, with the whole weight of the place in front of you. The fortress does not burn. It is lit from inside, like a furnace whose door was left ajar by someone who means to come back.',
        'You are drawn small on purpose. Sound works the same way here. Before the first word is spoken you hear how far away the walls are.',
      ],
    },
    {
      kind: 'detail',
      picture: {
        drawing: 'fod',
        alt: 'A closer look at the fortress: the light of the furnace between walls of dark stone.',
        part: { left: 0.14, top: 0.3, width: 0.72, height: 0.3417 },
      },
      caption: 'One light. Everything else is what it leaves out.',
    },
    {
      kind: 'room',
      title: 'A room, heard from above',
      paragraphs: [
        'Every room was planned like this before anything was drawn: you in the middle, looking up the page, and the sounds where they would stand.',
        'Turn your head in the game and the rings turn with you. The rule for the pictures came from here. If it makes no sound, it gives no light.',
      ],
      sounds: [
        { name: 'Iron, above', angle: 18, ring: 3 },
        { name: 'Embers in the grate', angle: 292, ring: 2 },
        { name: 'Someone breathing', angle: 78, ring: 2 },
        { name: 'The gate you came through', angle: 184, ring: 3 },
        { name: 'Your own heart', angle: 225, ring: 1 },
      ],
    },
    {
      kind: 'plate',
      picture: { drawing: 'fod-expansions', alt: expansions.pictureAlt },
      side: 'right',
      title: 'Twelve doors',
      paragraphs: [
        'The fortress is larger than one night. The expansions open it door by door: twelve ways in, eleven of them shut, one that lets a line of fire out across the floor.',
        'The line points at you. So does everything you hear in that room.',
      ],
    },
    {
      kind: 'row',
      title: 'Other nights, other lights',
      paragraph:
        'Each of our worlds has one light that is its own. Put side by side they look like windows in the same dark house.',
      pictures: [
        { drawing: 'fist', alt: fist.pictureAlt, caption: 'F.I.S.T.: torch gold' },
        { drawing: 'coc_aatt', alt: cthulhu.pictureAlt, caption: 'Against the Tide: a sodium lamp' },
        {
          drawing: 'dracula',
          alt: 'The world of Dracula: moonlight the colour of silver.',
          caption: 'Dracula: the moon',
        },
        {
          drawing: 'maceandmagic',
          alt: 'The world of Mace & Magic: rose quartz in green copper.',
          caption: 'Mace & Magic: rose quartz',
        },
      ],
    },
    {
      kind: 'end',
      picture: { drawing: 'banner', alt: 'Darkness, and far off in it a light.' },
      title: 'Thank you',
      paragraphs: [
        '687 people wanted to hear this fortress before it could be heard. They funded it to 365 percent, and this book is for them.',
        `Drawings and words: ${site.name}. Set in Imbue and Atkinson Hyperlegible Next. Lone Wolf is Joe Dever’s creation; the pictures in this book are our own.`,
      ],
    },
  ],
};
