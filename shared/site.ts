/**
 * The site's own facts in one place: names, addresses and outside links. The company's name and its real addresses are
 * not part of the specification; whoever runs the shop puts them here.
 */
export const site = {
  /** The site's name, in titles, the wordmark and mails. */
  name: 'Black Ether',
  tagline: 'Audio adventures for the dark',
  description:
    'Interactive audio role-playing adventures with professional voice actors, music and 360-degree sound. You listen, you choose, the story answers.',
  language: 'en',
  foundedYear: 2020,
  company: 'Black Ether Audio AB',
  /** The sound and music company's main shop, behind the logo and "BACK TO MAIN SITE". */
  mainSite: 'https://www.example.com/',
  merchandiseShop: 'https://www.example.com/merchandise',
  communityChat: 'https://chat.example.com/black-ether',
  email: {
    support: 'support@example.com',
    bugs: 'bugs@example.com',
    press: 'press@example.com',
    investors: 'investors@example.com',
    jobs: 'jobs@example.com',
    privacy: 'privacy@example.com',
    security: 'security@example.com',
  },
  stores: {
    android: 'https://play.google.com/store/apps/details?id=com.example.blackether',
    ios: 'https://apps.apple.com/app/black-ether/id0000000000',
  },
  links: {
    pledgeManager: 'https://pledges.example.com/black-ether',
  },
  /** The privacy-friendly host of the adventures' videos. */
  videoHost: 'https://www.youtube-nocookie.com',
} as const;

/**
 * Stands for `PUBLIC_URL` in prerendered pages. The server puts the real address in when it starts, so that one image
 * serves any domain.
 */
export const publicUrlPlaceholder = 'https://public-url.invalid';
