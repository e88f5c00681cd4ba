/**
 * The slugs of the specification's press articles, newest first. They are addresses, so the list of routes reads them,
 * and every page of the site carries that list: titles and summaries are beside it, in `press.ts`.
 */
export const pressSlugs = [
  'fod-released',
  'first-investment-round',
  'fist-is-out',
  'fist-release-date',
  'fist',
  'dracula',
  'fod-ks-complete',
  'fod-ios-update',
  'fod-funded',
  'fighting-fantasy-announcement',
  'fod-kickstarter',
] as const;

export type PressSlug = (typeof pressSlugs)[number];
