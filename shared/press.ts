import { type PressRelease, pressReleases } from '#homes/press';
import { paths } from './routes.ts';

/**
 * The press releases, newest first: their slugs are addresses, their dates order the list, the feed and the sitemap. Titles
 * and summaries are for lists and link previews; each is the top of the article's own file.
 */
export { type PressRelease, pressReleases };

/** The press release at a path. @throws {Error} when there is none */
export function releaseAt(path: string): PressRelease {
  const release = pressReleases.find(({ slug }) => paths.pressArticle(slug) === path);
  if (!release) throw new Error(`There is no press release at ${path}.`);
  return release;
}
