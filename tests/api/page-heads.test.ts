import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faqGroups } from '#client/content/faq.ts';
import { listedProducts } from '#shared/catalogue.ts';
import { sekFromOre } from '#shared/money.ts';
import { pressReleases } from '#shared/press.ts';
import { opensOn } from '#shared/release-days.ts';
import { paths } from '#shared/routes.ts';
import { shopDay } from '#shared/shop-day.ts';
import { publicUrlPlaceholder, site } from '#shared/site.ts';
import {
  type Head,
  hidden,
  hiddenPaths,
  indexed,
  openPublishedSite,
  others,
  type PublishedSite,
  publicUrl,
} from '#tests/support/published-site.ts';
import { faultsOfStructuredData, type StructuredNode } from '#tests/support/schema-org.ts';
import { unzip } from '#tests/support/unzip.ts';

let published: PublishedSite;
beforeAll(async () => {
  published = await openPublishedSite();
});
afterAll(() => published.close());

const typesOf = (head: Head) => head.structured.map((node) => node['@type']);
const nodeOf = (head: Head, type: string) => head.structured.find((node) => node['@type'] === type);

describe('the head of every page that search engines are to keep', () => {
  it.each(indexed)('$path has a title, a description, its main address and a link preview', async (page) => {
    const head = await published.headOf(page.path);
    const one = (key: string) => {
      expect(head.meta.get(key), key).toHaveLength(1);
      return head.meta.get(key)?.[0] ?? '';
    };
    expect(head.title).toMatch(new RegExp(`^.{2,80} \\| ${site.name}$`));
    expect(head.robots).toBeUndefined();
    expect(head.canonical).toBe(`${publicUrl}${page.canonical}`);
    const description = one('description');
    expect(description.length).toBeGreaterThanOrEqual(50);
    expect(description.length).toBeLessThanOrEqual(170);
    expect(one('og:title')).toBe(head.title.slice(0, -` | ${site.name}`.length));
    expect(one('og:description')).toBe(description);
    expect(one('og:url')).toBe(head.canonical);
    expect(one('og:site_name')).toBe(site.name);
    expect(one('og:type')).toBe(page.name === 'pressArticle' ? 'article' : 'website');
    expect(one('og:locale')).toBe('en_GB');
    expect(one('og:image:alt')).not.toBe('');
    expect(one('twitter:card')).toBe('summary_large_image');
    const keys = [...head.meta.keys()];
    expect(keys.indexOf('og:image')).toBeLessThan(keys.indexOf('og:image:width'));

    const picture = new URL(one('og:image'));
    expect(picture.origin).toBe(publicUrl);
    const answer = await published.get(picture.pathname);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    // Feed readers and chats show it in their own pages.
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const { format, width, height } = await sharp(await answer.bytes()).metadata();
    expect([format, String(width), String(height)]).toEqual([
      'jpeg',
      one('og:image:width'),
      one('og:image:height'),
    ]);
    expect([width, height]).toEqual([1200, 630]);
  });

  it('is not the same twice: every address has a title, a description and a preview of its own', async () => {
    const main = indexed.filter(({ path, canonical }) => path === canonical);
    const heads = await Promise.all(main.map(({ path }) => published.headOf(path)));
    for (const key of ['og:title', 'og:image', 'description']) {
      expect(new Set(heads.map(({ meta }) => meta.get(key)?.[0])).size, key).toBe(main.length);
    }
  });

  it.each(indexed)('$path has structured data without a fault', async ({ path }) => {
    const { structured } = await published.headOf(path);
    expect(structured.flatMap(faultsOfStructuredData)).toEqual([]);
    expect(JSON.stringify(structured)).not.toContain(publicUrlPlaceholder);
  });
});

describe('structured data', () => {
  it('tells of the company and the site on the home page', async () => {
    expect(typesOf(await published.headOf('/'))).toEqual(['Organization', 'WebSite']);
  });

  it.each(listedProducts(['game', 'bundle', 'expansion']))(
    "tells of $id with the catalogue's price and availability",
    async (product) => {
      const head = await published.headOf(paths.product(product.url));
      expect(nodeOf(head, 'Product')).toMatchObject({
        name: product.title,
        sku: product.id,
        url: head.canonical,
        offers: {
          price: sekFromOre(product.priceOre).toFixed(2),
          priceCurrency: 'SEK',
          availability: `https://schema.org/${opensOn(product, shopDay(new Date())) ? 'PreOrder' : 'InStock'}`,
          priceSpecification: { valueAddedTaxIncluded: true },
        },
      });
      const pictures = nodeOf(head, 'Product')?.['image'] as string[];
      expect(pictures).toHaveLength(2);
      for (const picture of pictures) {
        const answer = await published.get(new URL(picture).pathname);
        expect(answer.headers.get('content-type')).toBe('image/jpeg');
      }
    },
  );

  it('lists what the shop lists, at both of its addresses', async () => {
    const listed = listedProducts(['game', 'bundle', 'expansion']).map(
      ({ url }) => `${publicUrl}${paths.product(url)}`,
    );
    for (const path of ['/shop', '/games']) {
      const items = nodeOf(await published.headOf(path), 'ItemList')?.['itemListElement'] as StructuredNode[];
      expect(items.map(({ url }) => url)).toEqual(listed);
    }
  });

  it.each(pressReleases.map(({ slug, date }) => ({ slug, date })))(
    'tells when the press release $slug came out',
    async ({ slug, date }) => {
      const head = await published.headOf(paths.pressArticle(slug));
      expect(nodeOf(head, 'NewsArticle')).toMatchObject({ datePublished: `${date}T00:00:00Z` });
      expect(head.meta.get('article:published_time')).toEqual([`${date}T00:00:00Z`]);
    },
  );

  it('has every question of the FAQ', async () => {
    const questions = nodeOf(await published.headOf('/faq'), 'FAQPage')?.['mainEntity'] as StructuredNode[];
    expect(questions.map(({ name }) => name)).toEqual(
      faqGroups.flatMap(({ entries }) => entries.map(({ question }) => question)),
    );
    expect(questions.length).toBeGreaterThanOrEqual(12);
  });

  it('repeats the breadcrumbs wherever they are shown, and only there', async () => {
    let shown = 0;
    for (const { path } of indexed) {
      const hasTrail = (await published.text(path)).includes('aria-label="Breadcrumb"');
      shown += Number(hasTrail);
      expect([path, typesOf(await published.headOf(path)).includes('BreadcrumbList')]).toEqual([
        path,
        hasTrail,
      ]);
    }
    expect(shown).toBeGreaterThanOrEqual(pressReleases.length);
  });
});

describe('pages that search engines are not to keep', () => {
  it.each(others)('$path says noindex, has no main address and no structured data', async ({ path }) => {
    const head = await published.headOf(path);
    expect(head.robots).toBe('noindex');
    expect(head.canonical).toBeUndefined();
    expect(head.structured).toEqual([]);
  });

  it('are the personal ones and the hidden products', () => {
    expect(others.map(({ path }) => path)).toEqual(expect.arrayContaining([...hiddenPaths, '/account']));
    expect(hidden.map(({ id }) => id)).toEqual(['fod-pre-order', 'fod-podcast-discount', 'coc_aatt']);
  });

  it('are named in no list: not in the sitemap, the feed, the press kit, the shop or its structured data', async () => {
    const kit = unzip(await (await published.get('/press-kit.zip')).bytes());
    const lists = [
      await published.text('/sitemap.xml'),
      await published.text('/news.atom'),
      await published.text('/shop'),
      await published.text('/'),
      kit.get('fact-sheet.txt')?.toString() ?? '',
      [...kit.keys()].join('\n'),
    ];
    for (const list of lists) {
      expect(list.length).toBeGreaterThan(100);
      for (const path of hiddenPaths) expect(list).not.toContain(path);
    }
  });
});
