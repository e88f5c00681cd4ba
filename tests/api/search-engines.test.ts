import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { concretePaths } from '#shared/concrete-paths.ts';
import { documentVersions } from '#shared/document-versions.ts';
import { pressReleases } from '#shared/press.ts';
import { publicUrlPlaceholder } from '#shared/site.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import {
  indexed,
  openPublishedSite,
  type PublishedSite,
  publicUrl,
  wholeAnswer,
} from '#tests/support/published-site.ts';
import { openShop } from '#tests/support/shop.ts';

let published: PublishedSite;
beforeAll(async () => {
  published = await openPublishedSite();
});
afterAll(() => published.close());

/** Parses XML without conversions, after a check that it is well-formed. */
function parseXml(xml: string): Record<string, unknown> {
  expect(XMLValidator.validate(xml)).toBe(true);
  return new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false }).parse(
    xml,
  ) as Record<string, unknown>;
}

describe('sitemap.xml', () => {
  it('is XML with each kept page once, under its main address at PUBLIC_URL, with its pictures', async () => {
    const answer = await published.get('/sitemap.xml');
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const { urlset } = parseXml(await answer.text()) as {
      urlset: { url: { loc: string; lastmod?: string; 'image:image'?: unknown }[] };
    };
    const expected = indexed
      .filter(({ path, canonical }) => path === canonical)
      .map(({ path }) => `${publicUrl}${path}`);
    expect(urlset.url.map(({ loc }) => loc)).toEqual(expected);
    for (const { 'image:image': images } of urlset.url) {
      for (const image of [images ?? []].flat() as { 'image:loc': string }[]) {
        const picture = new URL(image['image:loc']);
        expect(picture.origin).toBe(publicUrl);
        expect((await published.get(picture.pathname)).headers.get('content-type')).toMatch(/^image\//);
      }
    }
    const changed = urlset.url.flatMap(({ loc, lastmod }) => (lastmod ? [[loc, lastmod]] : []));
    // For other pages the day of the last change is unknown.
    expect(Object.fromEntries(changed)).toEqual({
      ...Object.fromEntries(pressReleases.map(({ slug, date }) => [`${publicUrl}/press/${slug}`, date])),
      ...Object.fromEntries(
        Object.entries(documentVersions).map(([name, day]) => [`${publicUrl}/${name}`, day]),
      ),
    });
    expect(urlset.url.find(({ loc }) => loc.endsWith('/shop/product/fod'))?.['image:image']).toBeDefined();
  });
});

describe('news.atom', () => {
  it('is an Atom feed of all press releases, newest first, with absolute addresses at PUBLIC_URL', async () => {
    const answer = await published.get('/news.atom');
    expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const { feed } = parseXml(await answer.text()) as {
      feed: {
        '@xmlns': string;
        id: string;
        title: string;
        updated: string;
        author: { name: string };
        link: { '@rel': string; '@href': string }[];
        entry: Record<string, unknown>[];
      };
    };
    expect(feed['@xmlns']).toBe('http://www.w3.org/2005/Atom');
    expect(feed.id).toBe(`${publicUrl}/news.atom`);
    expect(feed.link.map((link) => [link['@rel'], link['@href']])).toEqual([
      ['self', `${publicUrl}/news.atom`],
      ['alternate', `${publicUrl}/news`],
    ]);
    expect(feed.author.name).toBe(exampleFacts.company.name);
    const newestFirst = [...pressReleases].sort((one, other) => other.date.localeCompare(one.date));
    expect(feed.updated).toBe(`${newestFirst[0]?.date}T00:00:00Z`);
    expect(feed.entry.map(({ id, published, updated }) => [id, published, updated])).toEqual(
      newestFirst.map(({ slug, date }) => [
        `${publicUrl}/press/${slug}`,
        `${date}T00:00:00Z`,
        `${date}T00:00:00Z`,
      ]),
    );
    for (const { title, summary, link } of feed.entry) {
      expect(title).toEqual(expect.stringMatching(/\w/));
      expect(summary).toEqual(expect.stringMatching(/\w/));
      expect((link as Record<string, string>)['@href']).toMatch(new RegExp(`^${publicUrl}/press/`));
    }
  });

  it('is linked from the head of every page', async () => {
    for (const { path } of concretePaths()) {
      expect(await published.text(path)).toContain(
        '<link rel="alternate" type="application/atom+xml" href="/news.atom"',
      );
    }
  });
});

describe('robots.txt', () => {
  it('lets robots read all pages, noindex ones too, and names the sitemap at PUBLIC_URL', async () => {
    const answer = await published.get('/robots.txt');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const lines = (await answer.text()).trim().split(/\n+/);
    expect(lines).toEqual(['User-agent: *', 'Disallow: /api/', `Sitemap: ${publicUrl}/sitemap.xml`]);
  });
});

describe("texts with the site's address", () => {
  it.each(['/sitemap.xml', '/news.atom', '/robots.txt', '/site.webmanifest'])(
    '%s is compressed, revalidated by its tag, and has no placeholder left',
    async (path) => {
      const answer = await published.get(path, { 'accept-encoding': 'br' });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-encoding')).toBe('br');
      expect(answer.headers.get('cache-control')).toBe('public, no-cache');
      expect(await answer.text()).not.toContain(publicUrlPlaceholder);
      const again = await published.get(path, { 'if-none-match': answer.headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
    },
  );

  it('have another tag on another domain', async () => {
    const elsewhere = await openShop({ environment: { PUBLIC_URL: 'https://elsewhere.example.net' } });
    try {
      const [here, there] = await Promise.all([
        published.get('/robots.txt'),
        wholeAnswer(`${elsewhere.url}/robots.txt`),
      ]);
      expect(await there.text()).toContain('Sitemap: https://elsewhere.example.net/sitemap.xml');
      expect(there.headers.get('etag')).not.toBe(here.headers.get('etag'));
    } finally {
      await elsewhere.close();
    }
  });
});
