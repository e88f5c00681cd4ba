import { XMLParser } from 'fast-xml-parser';
import { catalogue } from '#shared/catalogue.ts';
import { concretePaths } from '#shared/concrete-paths.ts';
import { paths, type RouteName, routeOf } from '#shared/routes.ts';
import type { StructuredNode } from './schema-org.ts';
import { openShop, type Shop } from './shop.ts';

/** The public URL of the tests' published site. */
export const publicUrl = 'https://adventures.example.org';

/** Products that no list shows. */
export const hidden = catalogue.filter((product) => product.hidden);
/** Their pages. */
export const hiddenPaths = hidden.map(({ url }) => paths.product(url));
const isIndexed = ({ name, path }: { name: RouteName; path: string }) =>
  routeOf(name).indexed === true && !hiddenPaths.includes(path);
/** The pages that search engines should index. */
export const indexed = concretePaths().filter(isIndexed);
/** The pages that they should not index. */
export const others = concretePaths().filter((page) => !isIndexed(page));

export interface Head {
  title: string;
  canonical: string | undefined;
  robots: string | undefined;
  /** Values of `meta` elements by property or name, in their order. */
  meta: Map<string, string[]>;
  structured: StructuredNode[];
}

/** A site as search engines see it, with the address `publicUrl`. */
export interface PublishedSite {
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  text(path: string): Promise<string>;
  /** The head of a page, parsed from the HTML that was sent, without scripts. */
  headOf(path: string): Promise<Head>;
  close: Shop['close'];
}

export async function openPublishedSite(): Promise<PublishedSite> {
  const shop = await openShop({ environment: { PUBLIC_URL: publicUrl } });
  const get = (path: string, headers: Record<string, string> = {}) =>
    wholeAnswer(`${shop.url}${path}`, headers);
  const text = async (path: string) => (await get(path)).text();
  return { get, text, headOf: async (path) => readHead(await text(path)), close: shop.close };
}

/** Reads an answer to its end: an unread one keeps its connection. */
export async function wholeAnswer(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(url, { headers });
  const bytes = await answer.arrayBuffer();
  return new Response(bytes.byteLength > 0 ? bytes : null, answer);
}

/** @throws {Error} when the page names more than one main address */
function readHead(html: string): Head {
  const raw = html
    .slice(html.indexOf('<head>'), html.indexOf('</head>') + '</head>'.length)
    .replace(/<style>.*?<\/style>|<script type="module".*?<\/script>/gs, '');
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
  if (canonicals.length > 1) throw new Error(`The page has ${canonicals.length} main addresses.`);
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
