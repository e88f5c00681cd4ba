/**
 * The press releases, newest first: their slugs are addresses, their dates order the list, the feed and the sitemap. Titles
 * and summaries are for lists and link previews; each is the top of the article's own file.
 */
export { type PressRelease, pressReleases } from '#homes/press';
