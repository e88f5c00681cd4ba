/** The press releases, newest first: their slugs are addresses, their dates order the list, the feed and the sitemap. */
export const pressReleases = [
  { slug: 'fod-released', date: '2025-03-28' },
  { slug: 'first-investment-round', date: '2024-11-20' },
  { slug: 'fist-is-out', date: '2024-09-07' },
  { slug: 'fist-release-date', date: '2024-08-15' },
  { slug: 'fist', date: '2024-03-14' },
  { slug: 'dracula', date: '2023-10-31' },
  { slug: 'fod-ks-complete', date: '2023-06-20' },
  { slug: 'fod-ios-update', date: '2023-06-08' },
  { slug: 'fod-funded', date: '2023-05-25' },
  { slug: 'fighting-fantasy-announcement', date: '2023-05-16' },
  { slug: 'fod-kickstarter', date: '2023-05-09' },
] as const;

export type PressSlug = (typeof pressReleases)[number]['slug'];

/** The slugs of the specification's press articles. */
export const pressSlugs: readonly PressSlug[] = pressReleases.map((release) => release.slug);
