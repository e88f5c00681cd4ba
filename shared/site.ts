/**
 * The brand: the site's name and description, which are also drawn in its pictures. The facts of the company that runs it
 * are settings (`shared/api/facts.ts`).
 */
export const site = {
  /** The site's name, in titles, the wordmark and mails. */
  name: 'Black Ether',
  tagline: 'Audio adventures for the dark',
  description:
    'Interactive audio role-playing adventures with professional voice actors, music and 360-degree sound. You listen, you choose, the story answers.',
  language: 'en',
  foundedYear: 2020,
  /** The privacy-friendly host of the adventures' videos. */
  videoHost: 'https://www.youtube-nocookie.com',
} as const;

/**
 * The placeholder for `PUBLIC_URL` in prerendered pages. The server fills in the real URL at start, so that one image
 * serves any domain.
 */
export const publicUrlPlaceholder = 'https://public-url.invalid';
