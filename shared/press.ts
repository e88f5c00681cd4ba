import type { PressSlug } from './press-slugs.ts';

export interface PressRelease {
  slug: PressSlug;
  /** The day it came out, `YYYY-MM-DD`. */
  date: string;
  title: string;
  summary: string;
  /** The world it is about: its banner stands above the text, its cover on the link preview. */
  world?: 'fod' | 'fist' | 'dracula';
}

/**
 * The press releases, newest first: their slugs are addresses, their dates order the list, the feed and the sitemap.
 * Titles and summaries are for lists and link previews; each article's text is `client/content/press/{slug}.md`.
 */
export const pressReleases: readonly PressRelease[] = [
  {
    slug: 'fod-released',
    world: 'fod',
    date: '2025-03-28',
    title: 'The Fortress of Death is open',
    summary:
      'Lone Wolf: The Fortress of Death is released today for Android and iOS. The gate stands ajar, and you can hear what is behind it.',
  },
  {
    slug: 'first-investment-round',
    date: '2024-11-20',
    title: 'A first investment round of 3.8 million SEK',
    summary:
      'We close our first investment round at 3.8 million SEK. It goes where you will hear it: into voices, sound and the next adventures.',
  },
  {
    slug: 'fist-is-out',
    world: 'fist',
    date: '2024-09-07',
    title: 'F.I.S.T. is out',
    summary:
      "Steve Jackson's F.I.S.T. is released today for Android and iOS. Put on headphones. The castle has been expecting your call.",
  },
  {
    slug: 'fist-release-date',
    world: 'fist',
    date: '2024-08-15',
    title: 'F.I.S.T. arrives on September 7',
    summary:
      "Steve Jackson's F.I.S.T. has a date: September 7, 2024. Until then there is time to find your headphones.",
  },
  {
    slug: 'fist',
    world: 'fist',
    date: '2024-03-14',
    title: "We are bringing back Steve Jackson's F.I.S.T.",
    summary:
      "Steve Jackson's F.I.S.T. was an adventure you played by listening. We are making it again, with everything sound can do now.",
  },
  {
    slug: 'dracula',
    world: 'dracula',
    date: '2023-10-31',
    title: 'Dracula: Curse of the Vampire is coming to your ears',
    summary:
      'Our next announcement comes by night coach: Dracula: Curse of the Vampire, an audio adventure that goes to its backers first.',
  },
  {
    slug: 'fod-ks-complete',
    world: 'fod',
    date: '2023-06-20',
    title: '687 backers, 365 %: the campaign is complete',
    summary:
      'The crowdfunding campaign for The Fortress of Death ends at 365 000 SEK from 687 backers, 365 % of its goal.',
  },
  {
    slug: 'fod-ios-update',
    world: 'fod',
    date: '2023-06-08',
    title: 'The Fortress of Death and iOS: an update',
    summary:
      'iPhone and iPad or Android: The Fortress of Death is made for both. What that means for backers, in short.',
  },
  {
    slug: 'fod-funded',
    world: 'fod',
    date: '2023-05-25',
    title: 'The Fortress of Death is funded',
    summary:
      'The crowdfunding campaign for Lone Wolf: The Fortress of Death has reached its goal. The fortress will be built.',
  },
  {
    slug: 'fighting-fantasy-announcement',
    date: '2023-05-16',
    title: 'A partnership with Fighting Fantasy',
    summary:
      'We are working with Fighting Fantasy, the gamebooks in which you are the hero. Now you will hear what that means.',
  },
  {
    slug: 'fod-kickstarter',
    world: 'fod',
    date: '2023-05-09',
    title: 'The Fortress of Death starts its crowdfunding campaign',
    summary:
      'Lone Wolf: The Fortress of Death, an audio adventure for one listener, is open for backers from today.',
  },
];
