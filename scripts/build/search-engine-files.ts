import { XMLBuilder } from 'fast-xml-parser';
import { facts } from '#facts';
import { documentVersions } from '#shared/document-versions.ts';
import { releaseAt } from '#shared/press.ts';
import { paths } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { manifestIcons } from './icons.ts';
import type { PageFacts } from './page-facts.ts';
import { absolute, publishedOn } from './structured-data.ts';

/** Text files for machines. Their addresses are absolute and begin with the placeholder that the server replaces. */

/** Where the feed of the news answers. */
export const feedPath = '/news.atom';

const xml = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
});
const declaration = { '?xml': { '@version': '1.0', '@encoding': 'UTF-8' } };

/**
 * The sitemap (sitemaps.org 0.9, with Google's image extension): every page that search engines are to keep, once, under
 * its main address. A page carries the day of its last change where that is known, and none otherwise: search engines that
 * find a day to be wrong (the build's, on pages that it did not change) believe none of them.
 */
export function sitemap(pages: readonly PageFacts[]): string {
  const url = pages
    .filter(({ indexed, path, canonical }) => indexed && path === canonical)
    .map((page) => {
      const lastmod = changedOn(page);
      return {
        loc: absolute(page.canonical),
        ...(lastmod && { lastmod }),
        'image:image': page.pictures.map((picture) => ({ 'image:loc': absolute(picture) })),
      };
    });
  return xml.build({
    ...declaration,
    urlset: {
      '@xmlns': 'http://www.sitemaps.org/schemas/sitemap/0.9',
      '@xmlns:image': 'http://www.google.com/schemas/sitemap-image/1.1',
      url,
    },
  });
}

/** The day (`YYYY-MM-DD`) from which a page is as it is: of a press release its own, of a document that of its version. */
function changedOn({ name, canonical }: PageFacts): string | undefined {
  if (name === 'pressArticle') return releaseAt(canonical).date;
  return Object.entries(documentVersions).find(([document]) => document === name)?.[1];
}

/**
 * The press releases as an Atom feed (RFC 4287), newest first; titles and summaries are the pages' own.
 * @throws {Error} when there is no press release
 */
export function newsFeed(pages: readonly PageFacts[]): string {
  const entry = pages
    .filter(({ name, indexed }) => name === 'pressArticle' && indexed)
    .map((page) => ({ page, date: publishedOn(page.canonical) }))
    .sort((one, other) => other.date.localeCompare(one.date))
    .map(({ page: { canonical, title, description }, date }) => ({
      id: absolute(canonical),
      title,
      link: { '@rel': 'alternate', '@type': 'text/html', '@href': absolute(canonical) },
      published: date,
      updated: date,
      summary: description,
    }));
  const newest = entry[0]?.updated;
  if (!newest) throw new Error('There is no press release for the feed.');
  return xml.build({
    ...declaration,
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      '@xml:lang': site.language,
      id: absolute(feedPath),
      title: `${site.name}: press and news`,
      subtitle: site.description,
      updated: newest,
      link: [
        { '@rel': 'self', '@type': 'application/atom+xml', '@href': absolute(feedPath) },
        { '@rel': 'alternate', '@type': 'text/html', '@href': absolute(paths.news()) },
      ],
      author: { name: facts.company.name, uri: absolute('/'), email: facts.email.press },
      icon: absolute('/icons/icon-192.png'),
      rights: `© ${site.foundedYear}–${newest.slice(0, 4)} ${facts.company.name}`,
      entry,
    },
  });
}

/**
 * What robots may ask for: everything but calls. Pages that are not to be kept say so themselves, which a robot must be
 * able to read.
 */
export function robotsTxt(): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${absolute('/sitemap.xml')}\n`;
}

/** The web app manifest. Its addresses are of the origin it came from, as the page's own are. */
export function webManifest(inkDeep: string): string {
  const manifest = {
    id: '/',
    name: `${site.name}, audio adventures`,
    short_name: site.name,
    description: site.description,
    lang: site.language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: inkDeep,
    theme_color: inkDeep,
    categories: ['games', 'entertainment', 'shopping'],
    icons: manifestIcons,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
