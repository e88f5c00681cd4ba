import { XMLParser } from 'fast-xml-parser';
import { type RouteName, routeOf } from '#shared/routes.ts';

/** A step of a page's breadcrumbs, as it is shown. */
interface TrailStep {
  title: string;
  /** A path of this site; the page itself has none. */
  href?: string;
}

/** Metadata read from a prerendered page; structured data, the feed and link previews repeat it and invent nothing. */
export interface PageFacts {
  path: string;
  /** The path that search engines keep: an alias's main route. */
  canonical: string;
  name: RouteName;
  indexed: boolean;
  /** Without the site's name. */
  title: string;
  description: string;
  /** Outermost first; empty where no breadcrumbs are shown. */
  trail: TrailStep[];
  /** Paths of the drawings that the page shows. */
  pictures: string[];
}

/** Whether pages of this route have a link preview of their own: all but personal ones, hidden products included. */
export function hasOwnCard(name: RouteName): boolean {
  return routeOf(name).indexed === true;
}

interface Element {
  '#text'?: string;
  [attributeOrChild: string]: unknown;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
  isArray: (name) => name === 'meta' || name === 'li',
});

/**
 * Reads the facts out of a page's HTML, which React has written, so its form is known.
 * @throws {Error} when a page that is to be indexed lacks one
 */
export function factsOf(
  page: Pick<PageFacts, 'path' | 'canonical' | 'name' | 'indexed'>,
  { head, body }: { head: string; body: string },
): PageFacts {
  const parsed = parser.parse(`<head>${head}</head>`) as { head: { meta?: Element[] } };
  const meta = new Map(
    (parsed.head.meta ?? []).map((element) => [
      element['property'] ?? element['name'],
      String(element['content']),
    ]),
  );
  const title = meta.get('og:title');
  const description = meta.get('description');
  if (!title || !description) throw new Error(`The page ${page.path} has no og:title or no description.`);
  return { ...page, title, description, trail: trailOf(page.path, body), pictures: picturesOf(body) };
}

function trailOf(path: string, body: string): TrailStep[] {
  const nav = /<nav aria-label="Breadcrumb".*?<\/nav>/s.exec(body)?.[0];
  if (!nav) return [];
  const parsed = parser.parse(nav) as {
    nav: { ol?: { li?: { a?: Element; span?: Element }[] } };
  };
  const steps = (parsed.nav.ol?.li ?? []).map(({ a, span }): TrailStep => {
    const title = (a ?? span)?.['#text'];
    if (!title) throw new Error(`A step of the breadcrumbs of ${path} has no words.`);
    return a ? { title, href: String(a['href']) } : { title };
  });
  if (steps.length === 0) throw new Error(`The breadcrumbs of ${path} have no steps.`);
  return steps;
}

function picturesOf(body: string): string[] {
  const sources = [...body.matchAll(/<img\b[^>]*?\ssrc="(\/art\/[^"]+)"/g)].map((match) => match[1] ?? '');
  return [...new Set(sources)];
}
