import { readdirSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faqGroups } from '#client/content/faq.ts';
import { catalogue, listedProducts } from '#shared/catalogue.ts';
import { concretePaths } from '#shared/concrete-paths.ts';
import { sekFromOre } from '#shared/money.ts';
import { pressReleases } from '#shared/press.ts';
import { pressKitMegabytes, pressKitParts, pressKitPath } from '#shared/press-kit.ts';
import { paths, routes, type SiteRoute } from '#shared/routes.ts';
import { publicUrlPlaceholder, site } from '#shared/site.ts';
import { productPicturePath } from '#shared/social-cards.ts';
import { faultsOfStructuredData, type StructuredNode } from '#tests/support/schema-org.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

const publicUrl = 'https://adventures.example.org';
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ environment: { PUBLIC_URL: publicUrl } });
});
afterAll(() => shop.close());

/** An answer that was read to its end: one that is left unread keeps its connection. */
async function wholeAnswer(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(url, { headers });
  const bytes = await answer.arrayBuffer();
  return new Response(bytes.byteLength > 0 ? bytes : null, answer);
}
const get = (path: string, headers: Record<string, string> = {}) =>
  wholeAnswer(`${shop.url}${path}`, headers);
const text = async (path: string) => (await get(path)).text();

const hidden = catalogue.filter((product) => product.hidden);
const hiddenPaths = hidden.map(({ url }) => paths.product(url));
const isIndexed = ({ name, path }: { name: keyof typeof routes; path: string }) =>
  (routes[name] as SiteRoute).indexed === true && !hiddenPaths.includes(path);
const indexed = concretePaths().filter(isIndexed);
const others = concretePaths().filter((page) => !isIndexed(page));

interface Head {
  title: string;
  canonical: string | undefined;
  robots: string | undefined;
  /** Values of `meta` elements by property or name, in their order. */
  meta: Map<string, string[]>;
  structured: StructuredNode[];
}

/** The head as a robot reads it, from the HTML as it was sent. */
async function headOf(path: string): Promise<Head> {
  const html = await text(path);
  const raw = html.slice(html.indexOf('<head>'), html.indexOf('</head>') + '</head>'.length);
  const parsed = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    allowBooleanAttributes: true,
    htmlEntities: true,
    parseTagValue: false,
    unpairedTags: ['meta', 'link'],
    isArray: (name) => name === 'meta' || name === 'link',
  }).parse(raw.replaceAll(/<script.*?<\/script>/gs, '')) as {
    head: { title: string; meta: Record<string, string>[]; link: Record<string, string>[] };
  };
  const meta = new Map<string, string[]>();
  for (const { property, name, content } of parsed.head.meta) {
    const key = property ?? name ?? '';
    meta.set(key, [...(meta.get(key) ?? []), content ?? '']);
  }
  const canonicals = parsed.head.link.filter(({ rel }) => rel === 'canonical');
  expect(canonicals.length).toBeLessThanOrEqual(1);
  return {
    title: parsed.head.title,
    canonical: canonicals[0]?.['href'],
    robots: meta.get('robots')?.[0],
    meta,
    structured: [...raw.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      (match) => JSON.parse(match[1] ?? '') as StructuredNode,
    ),
  };
}

const typesOf = (head: Head) => head.structured.map((node) => node['@type']);
const nodeOf = (head: Head, type: string) => head.structured.find((node) => node['@type'] === type);

describe('the head of every page that search engines are to keep', () => {
  it.each(indexed)('$path has a title, a description, its main address and a link preview', async (page) => {
    const head = await headOf(page.path);
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
    const answer = await get(picture.pathname);
    expect(answer.headers.get('content-type')).toBe(one('og:image:type'));
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
    const heads = await Promise.all(main.map(({ path }) => headOf(path)));
    for (const key of ['og:image', 'description']) {
      expect(new Set(heads.map(({ meta }) => meta.get(key)?.[0])).size, key).toBe(main.length);
    }
  });

  it.each(indexed)('$path has structured data without a fault', async ({ path }) => {
    const { structured } = await headOf(path);
    expect(structured.flatMap(faultsOfStructuredData)).toEqual([]);
    expect(JSON.stringify(structured)).not.toContain(publicUrlPlaceholder);
  });
});

describe('structured data', () => {
  it('tells of the company and the site on the home page', async () => {
    expect(typesOf(await headOf('/'))).toEqual(['Organization', 'WebSite']);
  });

  it.each(listedProducts(['game', 'bundle', 'expansion']))(
    "tells of $id with the catalogue's price and availability",
    async (product) => {
      const head = await headOf(paths.product(product.url));
      expect(nodeOf(head, 'Product')).toMatchObject({
        name: product.title,
        sku: product.id,
        url: head.canonical,
        offers: {
          price: sekFromOre(product.priceOre).toFixed(2),
          priceCurrency: 'SEK',
          availability: `https://schema.org/${product.preOrder ? 'PreOrder' : 'InStock'}`,
          priceSpecification: { valueAddedTaxIncluded: true },
        },
      });
      const pictures = nodeOf(head, 'Product')?.['image'] as string[];
      expect(pictures).toHaveLength(2);
      for (const picture of pictures) {
        const answer = await get(new URL(picture).pathname);
        expect(answer.headers.get('content-type')).toBe('image/jpeg');
      }
    },
  );

  it('lists what the shop lists, at both of its addresses', async () => {
    const listed = listedProducts(['game', 'bundle', 'expansion']).map(
      ({ url }) => `${publicUrl}${paths.product(url)}`,
    );
    for (const path of ['/shop', '/games']) {
      const items = nodeOf(await headOf(path), 'ItemList')?.['itemListElement'] as StructuredNode[];
      expect(items.map(({ url }) => url)).toEqual(listed);
    }
  });

  it.each(pressReleases.map(({ slug, date }) => ({ slug, date })))(
    'tells when the press release $slug came out',
    async ({ slug, date }) => {
      const head = await headOf(paths.pressArticle(slug));
      expect(nodeOf(head, 'NewsArticle')).toMatchObject({ datePublished: `${date}T00:00:00Z` });
      expect(head.meta.get('article:published_time')).toEqual([`${date}T00:00:00Z`]);
    },
  );

  it('has every question of the FAQ', async () => {
    const questions = nodeOf(await headOf('/faq'), 'FAQPage')?.['mainEntity'] as StructuredNode[];
    expect(questions.map(({ name }) => name)).toEqual(
      faqGroups.flatMap(({ entries }) => entries.map(({ question }) => question)),
    );
    expect(questions.length).toBeGreaterThanOrEqual(12);
  });

  it('repeats the breadcrumbs wherever they are shown, and only there', async () => {
    let shown = 0;
    for (const { path } of indexed) {
      const hasTrail = (await text(path)).includes('aria-label="Breadcrumb"');
      shown += Number(hasTrail);
      expect([path, typesOf(await headOf(path)).includes('BreadcrumbList')]).toEqual([path, hasTrail]);
    }
    expect(shown).toBeGreaterThanOrEqual(pressReleases.length);
  });
});

describe('pages that search engines are not to keep', () => {
  it.each(others)('$path says noindex, has no main address and no structured data', async ({ path }) => {
    const head = await headOf(path);
    expect(head.robots).toBe('noindex');
    expect(head.canonical).toBeUndefined();
    expect(head.structured).toEqual([]);
  });

  it('are the personal ones and the hidden products', () => {
    expect(others.map(({ path }) => path)).toEqual(expect.arrayContaining([...hiddenPaths, '/account']));
    expect(hidden.map(({ id }) => id)).toEqual(['coc_aatt', 'fod-pre-order', 'fod-podcast-discount']);
  });

  it('are named in no list: not in the sitemap, the feed, the press kit, the shop or its structured data', async () => {
    const kit = await unzip(await (await get('/press-kit.zip')).bytes());
    const lists = [
      await text('/sitemap.xml'),
      await text('/news.atom'),
      await text('/shop'),
      await text('/'),
      kit.get('fact-sheet.txt')?.toString() ?? '',
      [...kit.keys()].join('\n'),
    ];
    for (const list of lists) {
      expect(list.length).toBeGreaterThan(100);
      for (const path of hiddenPaths) expect(list).not.toContain(path);
    }
  });
});

/** Parses XML as it is, after a check that it is well-formed. */
function parseXml(xml: string): Record<string, unknown> {
  expect(XMLValidator.validate(xml)).toBe(true);
  return new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false }).parse(
    xml,
  ) as Record<string, unknown>;
}

describe('sitemap.xml', () => {
  it('is XML with each kept page once, under its main address at PUBLIC_URL, with a day and pictures', async () => {
    const answer = await get('/sitemap.xml');
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const { urlset } = parseXml(await answer.text()) as {
      urlset: { url: { loc: string; lastmod: string; 'image:image'?: unknown }[] };
    };
    const expected = indexed
      .filter(({ path, canonical }) => path === canonical)
      .map(({ path }) => `${publicUrl}${path}`);
    expect(urlset.url.map(({ loc }) => loc)).toEqual(expected);
    for (const { loc, lastmod, 'image:image': images } of urlset.url) {
      expect(lastmod, loc).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(new Date(lastmod).getTime(), loc).toBeLessThanOrEqual(Date.now());
      for (const image of [images ?? []].flat() as { 'image:loc': string }[]) {
        const picture = new URL(image['image:loc']);
        expect(picture.origin).toBe(publicUrl);
        expect((await get(picture.pathname)).headers.get('content-type')).toMatch(/^image\//);
      }
    }
    const article = urlset.url.find(({ loc }) => loc.endsWith('/press/fod-released'));
    expect(article?.lastmod).toBe('2025-03-28');
    expect(urlset.url.find(({ loc }) => loc.endsWith('/shop/product/fod'))?.['image:image']).toBeDefined();
  });
});

describe('news.atom', () => {
  it('is an Atom feed of all press releases, newest first, with absolute addresses at PUBLIC_URL', async () => {
    const answer = await get('/news.atom');
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
    expect(feed.author.name).toBe(site.company);
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
      expect(await text(path)).toContain(
        '<link rel="alternate" type="application/atom+xml" href="/news.atom"',
      );
    }
  });
});

describe('robots.txt', () => {
  it('lets robots read all pages, noindex ones too, and names the sitemap at PUBLIC_URL', async () => {
    const answer = await get('/robots.txt');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const lines = (await answer.text()).trim().split(/\n+/);
    expect(lines).toEqual(['User-agent: *', 'Disallow: /api/', `Sitemap: ${publicUrl}/sitemap.xml`]);
  });
});

describe("texts with the site's address", () => {
  it.each(['/sitemap.xml', '/news.atom', '/robots.txt', '/site.webmanifest'])(
    '%s is compressed, revalidated by its tag, and has no placeholder left',
    async (path) => {
      const answer = await get(path, { 'accept-encoding': 'br' });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-encoding')).toBe('br');
      expect(answer.headers.get('cache-control')).toBe('public, no-cache');
      expect(await answer.text()).not.toContain(publicUrlPlaceholder);
      const again = await get(path, { 'if-none-match': answer.headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
    },
  );

  it('have another tag on another domain', async () => {
    const elsewhere = await openShop({ environment: { PUBLIC_URL: 'https://elsewhere.example.net' } });
    try {
      const [here, there] = await Promise.all([
        get('/robots.txt'),
        wholeAnswer(`${elsewhere.url}/robots.txt`),
      ]);
      expect(await there.text()).toContain('Sitemap: https://elsewhere.example.net/sitemap.xml');
      expect(there.headers.get('etag')).not.toBe(here.headers.get('etag'));
    } finally {
      await elsewhere.close();
    }
  });
});

describe('the web app manifest and the icons', () => {
  it('name the site and pictures of the sizes they promise', async () => {
    const answer = await get('/site.webmanifest');
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json\b/);
    const manifest = (await answer.json()) as {
      name: string;
      start_url: string;
      icons: { src: string; sizes: string; type: string; purpose?: string }[];
    };
    expect(manifest.name).toContain(site.name);
    expect(manifest.start_url).toBe('/');
    expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ]);
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await get(src);
      expect(icon.headers.get('content-type')).toBe(type);
      const { width, height } = await sharp(await icon.bytes()).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });

  it('fill a maskable icon to its corners and keep the sign inside the safe circle', async () => {
    const icon = await (await get('/icons/icon-maskable-512.png')).bytes();
    const { data, info } = await sharp(icon).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const ground = [...data.subarray(0, 3)];
    expect((await sharp(icon).stats()).isOpaque).toBe(true);
    for (let pixel = 0; pixel < info.width * info.height; pixel++) {
      const x = (pixel % info.width) - info.width / 2;
      const y = Math.floor(pixel / info.width) - info.height / 2;
      if (Math.hypot(x, y) <= 0.4 * info.width) continue;
      // The edge of one layer over another of the same colour may be off by one.
      const off = ground.map((value, channel) => Math.abs(value - (data[pixel * 3 + channel] ?? 255)));
      expect(Math.max(...off)).toBeLessThanOrEqual(2);
    }
  });

  it('are linked from the head, and there for those who ask by custom', async () => {
    const html = await text('/');
    const linked = [...html.matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]+)"/g)];
    expect(linked.map((match) => match[1])).toEqual(['icon', 'apple-touch-icon', 'manifest']);
    for (const [, , path = ''] of linked) expect((await get(path)).status).toBe(200);
    const apple = await sharp(await (await get('/icons/apple-touch-icon.png')).bytes()).metadata();
    expect([apple.width, apple.height]).toEqual([180, 180]);
    expect((await get('/favicon.ico')).headers.get('content-type')).toBe('image/x-icon');
  });
});

describe('the pictures of products for the payment page', () => {
  it.each(catalogue)('$id has a square one', async ({ id }) => {
    const answer = await get(productPicturePath(id));
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    const { format, width, height } = await sharp(await answer.bytes()).metadata();
    expect([format, width, height]).toEqual(['jpeg', 800, 800]);
  });
});

describe('the press kit', () => {
  it('is an archive of wordmark and symbol, covers in print and web sizes, screenshots, facts and terms, of the size the press page says', async () => {
    const answer = await get(pressKitPath);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const bytes = await answer.bytes();
    expect(bytes.length).toBeLessThan(pressKitMegabytes * 1_000_000);
    const kit = await unzip(bytes);
    const worlds = ['call-of-cthulhu', 'dracula', 'fist', 'mace-and-magic', 'the-fortress-of-death'];
    const each = (folder: string, names: readonly string[]) => names.map((name) => `${folder}/${name}.jpg`);
    expect([...kit.keys()]).toEqual([
      ...each('banners', worlds),
      ...each('covers/print', worlds),
      ...each('covers/web', worlds),
      'fact-sheet.txt',
      'licence.txt',
      'logo/icon-512.png',
      'logo/sign-on-dark.svg',
      'logo/sign-on-light.svg',
      'logo/wordmark-on-dark.svg',
      'logo/wordmark-on-light.svg',
      ...each('previews', ['home', 'shop-product-bundle-pre-order', 'shop-product-fist', 'shop-product-fod']),
      ...readdirSync('art/press/screenshots')
        .toSorted()
        .map((file) => `screenshots/${file}`),
    ]);
    for (const part of pressKitParts) {
      if (!('width' in part)) continue;
      for (const [name, content] of kit) {
        if (!name.startsWith(`${part.folder}/`)) continue;
        const { width, height } = await sharp(content).metadata();
        expect([width, height], name).toEqual([part.width, part.height]);
      }
    }
    const print = await sharp(kit.get('covers/print/dracula.jpg')).metadata();
    expect([print.density, print.space, print.icc !== undefined]).toEqual([300, 'srgb', true]);
    const listed = (await (await get(paths.news())).text()).replaceAll('<!-- -->', '');
    for (const { title } of pressKitParts) expect(listed).toContain(title);
    expect(listed).toContain('3000 × 4000 pixels, JPEG, sRGB, 300 dpi');
    const facts = kit.get('fact-sheet.txt')?.toString() ?? '';
    for (const fact of [site.company, site.email.press, '250 SEK, VAT included', '/fortressofdeath', '687']) {
      expect(facts).toContain(fact);
    }
    expect(kit.get('licence.txt')?.toString()).toContain(site.company);
  });
});

/** The files of a zip archive by name, in the order of its directory (APPNOTE 4.3); sizes are checked. */
async function unzip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const archive = Buffer.from(bytes);
  const end = archive.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  expect(end).toBeGreaterThan(0);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    expect(archive.toString('latin1', at, at + 4)).toBe('PK\u0001\u0002');
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    const content = archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    expect(content.length).toBe(archive.readUInt32LE(at + 24));
    files.set(name, content);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
