import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PublicConfig } from '#shared/api/config.ts';
import { publicUrlPlaceholder } from '#shared/site.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import type { CachedFile } from './cached-file.ts';
import { cacheBuiltFile, cacheDrawing, cachePage, readStaticFiles } from './static-files.ts';

const ownUse = ['cross-origin-resource-policy', 'same-origin'];
const security = {
  document: ['x-frame-options', 'DENY', ...ownUse],
  resource: ['x-content-type-options', 'nosniff', ...ownUse],
};
const optionsOf = (config: object = {}) => ({
  config: {
    ...{ publicUrl: 'https://shop.example.com', testPayments: false, facts: exampleFacts, ...config },
  } as PublicConfig,
  security,
});
const textOf = (file: CachedFile | undefined) => file?.representation('identity')?.body.toString();
const headerOf = (file: CachedFile | undefined, name: string) =>
  file?.headers[file.headers.indexOf(name) + 1];

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'static-files-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** The files of a build, by path, as they are loaded. */
function load(files: Record<string, string | Buffer>) {
  for (const [path, content] of Object.entries(files)) {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const { files: read, onDisk } = readStaticFiles(directory);
  return { cached: new Map(read.map((file) => [file.path, cacheBuiltFile(file, optionsOf())])), onDisk };
}

describe('a file of the build', () => {
  it.each([
    ['.html', 'text/html; charset=utf-8', 'document'],
    ['.js', 'text/javascript; charset=utf-8', 'resource'],
    ['.css', 'text/css; charset=utf-8', 'resource'],
    ['.svg', 'image/svg+xml; charset=utf-8', 'document'],
    ['.json', 'application/json', 'resource'],
    ['.webmanifest', 'application/manifest+json', 'resource'],
    ['.txt', 'text/plain; charset=utf-8', 'resource'],
    ['.xml', 'application/xml; charset=utf-8', 'document'],
    ['.atom', 'application/atom+xml; charset=utf-8', 'document'],
    ['.woff2', 'font/woff2', 'resource'],
    ['.png', 'image/png', 'resource'],
    ['.jpg', 'image/jpeg', 'resource'],
    ['.webp', 'image/webp', 'resource'],
    ['.avif', 'image/avif', 'resource'],
    ['.ico', 'image/x-icon', 'resource'],
    ['.zip', 'application/zip', 'resource'],
    ['.pdf', 'application/pdf', 'document'],
    ['.mp3', 'audio/mpeg', 'resource'],
    ['.opus', 'audio/ogg', 'resource'],
    ['.ogg', 'audio/ogg', 'resource'],
    ['.m4a', 'audio/mp4', 'resource'],
    ['.wav', 'audio/wav', 'resource'],
  ] as const)(
    '%s is %s, with the headers of what can be opened as a document or not',
    (extension, type, kind) => {
      const { cached } = load({ [`a${extension}`]: 'content' });
      const file = cached.get(`/a${extension}`);
      expect(headerOf(file, 'content-type')).toBe(type);
      const [name = '', value] = security[kind];
      expect(headerOf(file, name)).toBe(value);
      expect(file?.headers).not.toContain(security[kind === 'document' ? 'resource' : 'document'][0]);
    },
  );

  it('may be shown by pages of other sites if it is a picture, and only then', () => {
    const usable = ['.svg', '.png', '.jpg', '.webp', '.avif', '.ico'];
    const others = [
      '.html',
      '.js',
      '.css',
      '.json',
      '.txt',
      '.xml',
      '.atom',
      '.woff2',
      '.zip',
      '.pdf',
      '.mp3',
    ];
    const { cached } = load(Object.fromEntries([...usable, ...others].map((end) => [`a${end}`, 'x'])));
    const policies = [...cached].map(([path, file]) => [
      path,
      headerOf(file, 'cross-origin-resource-policy'),
    ]);
    expect(Object.fromEntries(policies)).toEqual({
      ...Object.fromEntries(usable.map((end) => [`/a${end}`, 'cross-origin'])),
      ...Object.fromEntries(others.map((end) => [`/a${end}`, 'same-origin'])),
    });
  });

  it('of another kind is not served', () => {
    const { cached, onDisk } = load({ 'a.map': '{}', 'a.js.br': 'x', noend: 'x', 'fonts/b.woff2': 'b' });
    expect([[...cached.keys()], onDisk]).toEqual([['/fonts/b.woff2'], []]);
  });

  it('is in memory up to a mebibyte, and sent from disk past it', () => {
    const most = 1024 * 1024;
    const { cached, onDisk } = load({ 'a.zip': Buffer.alloc(most), 'b.zip': Buffer.alloc(most + 1) });
    expect([[...cached.keys()], onDisk]).toEqual([['/a.zip'], ['/b.zip']]);
  });

  it.each([
    ['assets/a.js', 'public, max-age=31536000, immutable'],
    ['a.0123abcd.png', 'public, max-age=31536000, immutable'],
    ['old/assets/a.js', 'public, max-age=3600'],
    ['a.0123abc.png', 'public, max-age=3600'],
    ['a.0123abcde.png', 'public, max-age=3600'],
    ['a.0123abcd.x.png', 'public, max-age=3600'],
    ['a.png', 'public, max-age=3600'],
  ])('%s is kept as %s says: for ever only under a name that its content makes', (path, cacheControl) => {
    expect(headerOf(load({ [path]: 'x' }).cached.get(`/${path}`), 'cache-control')).toBe(cacheControl);
  });

  it('is served in the compressed forms that the build has put beside it', () => {
    const { cached } = load({
      'a.js': 'a',
      'a.js.br': 'br of a',
      'a.js.gz': 'gz of a',
      'b.js': 'b',
      'c.js': 'c',
      'c.js.gz': 'gz of c',
    });
    const file = cached.get('/a.js');
    expect(file?.encodings).toEqual(['br', 'gzip', 'identity']);
    expect(file?.representation('br')?.body.toString()).toBe('br of a');
    expect(file?.representation('gzip')?.body.toString()).toBe('gz of a');
    expect(cached.get('/b.js')?.encodings).toEqual(['identity']);
    expect(cached.get('/c.js')?.encodings).toEqual(['gzip', 'identity']);
  });

  it.each(['.xml', '.atom', '.txt', '.webmanifest'])(
    'with %s names the site’s address and the company, and is looked up anew each time',
    (extension) => {
      const template = `${publicUrlPlaceholder}/shop of fact.company.name.invalid, ${publicUrlPlaceholder}/`;
      const file = load({ [`a${extension}`]: template }).cached.get(`/a${extension}`);
      const { name } = exampleFacts.company;
      expect(textOf(file)).toBe(`https://shop.example.com/shop of ${name}, https://shop.example.com/`);
      expect(headerOf(file, 'cache-control')).toBe('public, no-cache');
      expect(file?.encodings).toContain('br');
    },
  );
});

describe('a page', () => {
  const html = `<!--site-banner--><!--site-config--><a href="${publicUrlPlaceholder}/shop">fact.company.name.invalid</a>`;

  it('holds the settings, which cannot end their element, the address and the facts', () => {
    const options = optionsOf({ webVitalsPath: '</script><script>' });
    const file = cachePage(html, '2026', options);
    const text = textOf(file) ?? '';
    const [, json = '', rest] =
      /^<script type="application\/json" id="site-config">(.*?)<\/script>(.*)$/.exec(text) ?? [];
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toEqual(options.config);
    expect(rest).toBe(`<a href="https://shop.example.com/shop">${exampleFacts.company.name}</a>`);
    expect(headerOf(file, 'content-type')).toBe('text/html; charset=utf-8');
    expect(headerOf(file, 'cache-control')).toBe('public, no-cache');
    expect(headerOf(file, 'x-frame-options')).toBe('DENY');
  });

  it('has the given year in its copyright line, whenever it was built', () => {
    const footer = '<p>founded in 2020</p><p>© 2020 – 2021 Somebody 2019</p>';
    expect(textOf(cachePage(footer, '2026', optionsOf()))).toBe(
      '<p>founded in 2020</p><p>© 2020 – 2026 Somebody 2019</p>',
    );
  });

  it('says that nothing is charged where payments are simulated', () => {
    expect(textOf(cachePage(html, '2026', optionsOf({ testPayments: true })))).toMatch(
      /^<aside class="site-banner" aria-label="Test mode">Test shop\. Payments are simulated and nothing is charged\.<\/aside><script/,
    );
  });
});

it('A picture that is drawn at start can be opened as a document, and is kept for an hour', () => {
  const file = cacheDrawing('<svg/>', optionsOf());
  expect(textOf(file)).toBe('<svg/>');
  expect(headerOf(file, 'content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(headerOf(file, 'cache-control')).toBe('public, max-age=3600');
  expect(headerOf(file, 'x-frame-options')).toBe('DENY');
  expect(file.encodings).toEqual(['br', 'gzip', 'identity']);
});
