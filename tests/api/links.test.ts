import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue.ts';
import { concretePaths } from '#shared/concrete-paths.ts';
import { paths, routeOf } from '#shared/routes.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

const publicUrl = 'https://adventures.example.org';
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ environment: { PUBLIC_URL: publicUrl } });
});
afterAll(() => shop.close());

interface Answer {
  status: number;
  type: string;
  /** Empty for binary content. */
  text: string;
}

const answers = new Map<string, Promise<Answer>>();

/** The site's answer at a path, requested once. */
function answerAt(path: string): Promise<Answer> {
  const asked = answers.get(path);
  if (asked) return asked;
  const asking = fetch(`${shop.url}${path}`, { redirect: 'manual' }).then(async (response) => {
    const type = response.headers.get('content-type') ?? '';
    const body = await response.bytes();
    return {
      status: response.status,
      type,
      text: /^(text|image\/svg)/.test(type) ? Buffer.from(body).toString() : '',
    };
  });
  answers.set(path, asking);
  return asking;
}

const decode = (attribute: string) =>
  attribute.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');

/** The URLs of a page: of links, and of embedded files. */
function addressesIn(html: string): { links: string[]; pictures: string[]; files: string[] } {
  const values = (pattern: RegExp) => [...html.matchAll(pattern)].map((match) => decode(match[1] ?? ''));
  const sets = values(/\s(?:imagesrcset|srcset)="([^"]*)"/gi).flatMap((set) =>
    set.split(',').map((candidate) => candidate.trim().split(/\s/)[0] ?? ''),
  );
  return {
    links: values(/<(?:a|area)\b[^>]*?\shref="([^"]*)"/g),
    pictures: [
      ...values(/<img\b[^>]*?\ssrc="([^"]*)"/g),
      ...values(/\sposter="([^"]*)"/g),
      ...values(/<meta property="og:image" content="([^"]*)"/g),
      ...sets,
    ],
    files: [
      ...values(/<link\b[^>]*?\shref="([^"]*)"/g),
      ...values(/<(?:script|source|audio|video|track|object)\b[^>]*?\ssrc="([^"]*)"/g),
      ...values(/<script\b[^>]*?\sdata-files="([^"]*)"/g).flatMap((files) => files.split(' ')),
    ],
  };
}

const idsIn = (html: string) => [...html.matchAll(/<[a-z][^>]*?\sid="([^"]*)"/gi)].map((match) => match[1]);

/** The fault of a URL on a page; `null` for good ones and for those of other sites. */
async function faultOf(address: string, page: string, kind: 'link' | 'picture' | 'file') {
  const url = new URL(address, `${publicUrl}${page}`);
  if (url.origin !== publicUrl) {
    const known = kind === 'link' && /^(https|mailto):$/.test(url.protocol);
    return known ? null : `${page}: ${address} leads out of the site`;
  }
  const { status, type, text } = await answerAt(`${url.pathname}${url.search}`);
  // A page may point into itself, whatever its own status.
  if (status !== 200 && !address.startsWith('#')) return `${page}: ${address} is answered with ${status}`;
  if (kind === 'picture' && !type.startsWith('image/')) return `${page}: ${address} is ${type}, no picture`;
  const fragment = decodeURIComponent(url.hash.slice(1));
  if (fragment !== '' && kind === 'link' && !idsIn(text).includes(fragment))
    return `${page}: ${address} leads to a place that is not there`;
  return null;
}

describe('on every page of the site', () => {
  const pages = [...concretePaths().map(({ path }) => path), '/a-page-that-is-not-there'];

  it.each(pages)(
    '%s has no dead link, no missing picture, no missing file and no doubled id',
    async (page) => {
      const { text } = await answerAt(page);
      const { links, pictures, files } = addressesIn(text);
      expect(links.length).toBeGreaterThan(5);
      expect(files.length).toBeGreaterThan(3);
      const faults = await Promise.all([
        ...links.map((address) => faultOf(address, page, 'link')),
        ...pictures.map((address) => faultOf(address, page, 'picture')),
        ...files.map((address) => faultOf(address, page, 'file')),
      ]);
      expect(faults.filter((fault) => fault !== null)).toEqual([]);
      const ids = idsIn(text);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    },
  );

  it('the styles find their fonts and pictures', async () => {
    const { text: html } = await answerAt('/');
    const css = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
    const addresses = [...css.matchAll(/url\(["']?([^"')]+)["']?\)/g)].map((match) => match[1] ?? '');
    expect(addresses.length).toBeGreaterThan(1);
    for (const address of addresses) expect(await faultOf(address, '/', 'file')).toBeNull();
  });

  it('every public page but hidden products can be reached from the home page by links alone', async () => {
    const reached = new Set(['/']);
    for (const page of reached) {
      for (const link of addressesIn((await answerAt(page)).text).links) {
        const url = new URL(link, `${publicUrl}${page}`);
        if (url.origin === publicUrl) reached.add(url.pathname);
      }
    }
    const unreached = concretePaths()
      .filter(({ name, path, canonical }) => routeOf(name).indexed && path === canonical)
      .map(({ path }) => path)
      .filter((path) => !reached.has(path));
    expect(unreached).toEqual(catalogue.filter(({ hidden }) => hidden).map(({ url }) => paths.product(url)));
  });
});

describe('the link check itself', () => {
  it('finds a dead link, a missing picture and a missing place', async () => {
    expect(await faultOf('/nowhere', '/', 'link')).toContain('404');
    expect(await faultOf('/art/none.svg', '/', 'picture')).toContain('404');
    expect(await faultOf('/shop', '/', 'picture')).toContain('no picture');
    expect(await faultOf('/faq#no-such-place', '/', 'link')).toContain('not there');
    expect(await faultOf('https://elsewhere.example.com/x.png', '/', 'picture')).toContain('out of the site');
  });
});
