import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PublicConfig } from '#shared/api/config.ts';
import { redirects } from '#shared/routes.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { ownProcessorTime } from '#tests/support/own-processor-time.ts';
import { type BuiltSite, loadSite, type Manifest, readBuiltSite } from './pages.ts';
import type { ContextResponse } from './request-context.ts';

const options = {
  config: { publicUrl: 'https://shop.example.com', testPayments: false, facts: exampleFacts } as PublicConfig,
  security: {
    document: ['content-security-policy', "style-src 'self'", 'referrer-policy', 'strict-origin'],
    resource: ['referrer-policy', 'strict-origin'],
  },
};
const token = 'T'.repeat(43);
/** The last second of 2026 in the shop. */
const lastSecond = new Date('2026-12-31T22:59:59Z');
const aMebibyte = 1024 * 1024;

let directory: string;
/** The site as it is built, which a test may still change. */
let built: Manifest;
const read = (): BuiltSite => {
  writeFileSync(join(directory, 'pages.json'), JSON.stringify(built));
  return readBuiltSite(directory);
};
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'built-site-'));
  for (const folder of ['pages', 'client']) mkdirSync(join(directory, folder));
  const page = (name: string) => {
    writeFileSync(join(directory, 'pages', `${name}.html`), `<p>${name}</p>`);
    return { file: `${name}.html`, style: `sha256-${name}`, indexed: true };
  };
  writeFileSync(join(directory, 'client', 'a.js'), 'a');
  writeFileSync(join(directory, 'client', 'large.zip'), Buffer.alloc(aMebibyte + 1, 'z'));
  const pages = { '/': page('home'), '/shop': page('shop'), '/open/any': page('open') };
  built = { pages, notFound: page('missing'), script: 'sha256-script' };
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Asks the site: of its memory alone, where 501 says that it has not answered, or of all of it. */
async function ask(
  how: 'answer' | 'handler',
  path: string,
  {
    method = 'get',
    ...headers
  }: { method?: 'get' | 'head' | 'post' | 'options' } & Record<string, string> = {},
  site = loadSite(read(), options, lastSecond),
) {
  const locals = {
    ...{ requestId: 'request-1', startedAt: performance.now(), address: '203.0.113.9' },
  } as Express.Locals;
  const app = express().use((asked, plainResponse, next) => {
    const response = Object.assign(plainResponse, { locals }) as typeof plainResponse & ContextResponse;
    if (how === 'handler') void site.handler(asked, response, next);
    else if (!site.answer(asked, response)) response.writeHead(501).end();
  });
  const {
    status,
    text,
    body,
    headers: told,
  } = await request(createServer({ maxHeaderSize: aMebibyte }, app))
    [method](path)
    .redirects(0)
    .set({
      'accept-encoding': 'identity',
      ...headers,
    });
  return { status, text, body, headers: told, name: locals.quietRoute };
}

describe('from memory', () => {
  it.each([
    ['/', '<p>home</p>', '/'],
    ['/shop', '<p>shop</p>', '/shop'],
    ['/shop?from=letter&x=?', '<p>shop</p>', '/shop'],
    ['/a.js', 'a', '/a.js'],
    [`/open/${token}`, '<p>open</p>', '/open/any'],
  ])('%s is answered, and named in figures without what is behind its path', async (path, text, name) => {
    const answer = await ask('answer', path);
    expect([answer.status, answer.name]).toEqual([200, name]);
    expect(answer.text ?? String(answer.body)).toBe(text);
    expect((await ask('answer', path, { method: 'head' })).status).toBe(200);
  });

  it.each([
    ['an address that nothing answers', '/nowhere', {}],
    ['a file on disk', '/large.zip', {}],
    ['another method', '/shop', { method: 'post' }],
  ] as const)('%s is not answered', async (_, path, how) => {
    expect((await ask('answer', path, how)).status).toBe(501);
  });
});

describe('a page', () => {
  it('is sent compressed, with the hash of the style that stands in it', async () => {
    const { status, text, headers, name } = await ask('handler', '/shop', { 'accept-encoding': 'gzip' });
    expect([status, text, name]).toEqual([200, '<p>shop</p>', '/shop']);
    expect(headers).toMatchObject({
      ...{ 'content-encoding': 'gzip', 'content-security-policy': "style-src 'self' 'sha256-shop'" },
      ...{ 'referrer-policy': 'strict-origin' },
    });
  });

  it('whose address holds a secret tells it to no other site', async () => {
    const { headers, text } = await ask('handler', `/open/${token}`);
    expect(text).toBe('<p>open</p>');
    expect(headers).toMatchObject({
      ...{ 'referrer-policy': 'no-referrer' },
      'content-security-policy': "style-src 'self' 'sha256-open'",
    });
  });

  it.each([`/open/${token}x`, `/open/${token}.`, `/open/${token.slice(1)}`, '/open/x'])(
    'for a damaged secret, %s, says what is wrong with it, and tells it to no other site',
    async (path) => {
      const { status, text, headers, name } = await ask('handler', path);
      expect([status, text, name]).toEqual([404, '<p>open</p>', '(not found)']);
      expect(headers).toMatchObject({
        ...{ 'referrer-policy': 'no-referrer' },
        'content-security-policy': "style-src 'self' 'sha256-open'",
      });
    },
  );

  it.each(['/open/', `/open/${token}/x`, `/opens/${token}`, `/${token}`])(
    'with a secret is not at %s',
    async (path) => {
      const { status, text } = await ask('handler', path);
      expect([status, text]).toEqual([404, '<p>missing</p>']);
    },
  );

  it('that is not there is the page that says so', async () => {
    const { status, text, headers, name } = await ask('handler', '/nowhere');
    expect([status, text, name]).toEqual([404, '<p>missing</p>', '(not found)']);
    expect(headers['content-security-policy']).toBe("style-src 'self' 'sha256-missing'");
  });

  it('is only looked at: other methods are 405 and named', async () => {
    for (const method of ['post', 'options'] as const) {
      const { status, headers, name } = await ask('handler', '/shop', { method });
      expect([status, headers['allow'], name]).toEqual([405, 'GET, HEAD', undefined]);
    }
    const head = await ask('handler', '/shop', { method: 'head' });
    expect([head.status, head.headers['allow']]).toEqual([200, undefined]);
  });
});

it('A file on disk is sent from there, in part too, and kept for an hour', async () => {
  const whole = await ask('handler', '/large.zip', { method: 'head' });
  expect([whole.status, whole.name]).toEqual([200, '/large.zip']);
  expect(whole.headers).toMatchObject({
    ...{ 'content-length': String(aMebibyte + 1), 'cache-control': 'public, max-age=3600' },
    'server-timing': expect.stringMatching(/^app;dur=/),
  });
  const part = await ask('handler', '/large.zip', { range: 'bytes=0-2' });
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 0-2/${aMebibyte + 1}`]);
});

it('A file on disk that cannot be sent is a fault that is handed on, and its client has an answer', async () => {
  const range = await ask('handler', '/large.zip', { range: 'bytes=9999999-' });
  expect(range.status).toBe(416);
  const site = loadSite(read(), options, lastSecond);
  rmSync(join(directory, 'client', 'large.zip'));
  expect((await ask('handler', '/large.zip', {}, site)).status).toBe(404);
});

it('The pictures that lead a phone’s camera to the app are drawn and there', async () => {
  const { status, headers } = await ask('handler', '/qr/android.svg');
  expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
});

describe('an address without a page', () => {
  const [old, now] = [...redirects][0] ?? [];

  it.each([
    [`${old}`, 301, `${now}`],
    [`${old}/?from=letter`, 301, `${now}?from=letter`],
    ['/shop/', 301, '/shop'],
    ['/shop//?a=b?c', 301, '/shop?a=b?c'],
    [`/open/${token}/`, 301, `/open/${token}`],
    ['//', 301, '/'],
    [`/${old}`.toUpperCase(), 301, `${now}`],
    ['/SHOP?From=Poster', 301, '/shop?From=Poster'],
    ['//Shop//', 301, '/shop'],
    [`//open//${token}`, 301, `/open/${token}`],
    ['/Shop/Product/Unknown', 302, '/shop'],
    ['/shop/product/unknown', 302, '/shop'],
    ['/operator/unknown', 302, '/operator'],
    ['/shop/product/unknown/', 302, '/shop'],
    ['/checkout/unknown?from=letter', 302, '/shop?from=letter'],
  ])('%s leads on with %i to %s, what stands behind it too', async (path, status, to) => {
    const answer = await ask('handler', path);
    expect([answer.status, answer.headers['location'], answer.name]).toEqual([status, to, '(redirect)']);
    expect(answer.headers['server-timing']).toMatch(/^app;dur=/);
  });

  it.each([
    '/shop/product/a/b',
    '/Open/ABC',
    '//example.com',
    '/nowhere/',
    '/press/unknown',
    '/shop/produc',
    '/constructor',
  ])('leads nowhere from %s', async (path) => {
    const answer = await ask('handler', path);
    expect([answer.status, answer.name]).toEqual([404, '(not found)']);
  });

  it('of nothing but slashes, to the last letter, takes no longer than any other', async () => {
    const begun = ownProcessorTime();
    expect((await ask('handler', `${'/'.repeat(50_000)}x`)).status).toBe(404);
    expect(ownProcessorTime() - begun).toBeLessThan(1000);
  });
});

describe('the copyright line', () => {
  it('of every page names the new year once it has begun in the shop, also when the files were replaced meanwhile', async () => {
    for (const { file } of [...Object.values(built.pages), built.notFound])
      writeFileSync(join(directory, 'pages', file), '© 2020 – 2021 Somebody');
    const site = loadSite(read(), options, lastSecond);
    rmSync(join(directory, 'pages'), { recursive: true });
    const lines = () =>
      Promise.all(
        ['/shop', `/open/${token}`, '/nowhere'].map(
          async (path) => (await ask('handler', path, {}, site)).text,
        ),
      );
    site.updateYear(lastSecond);
    expect(new Set(await lines())).toEqual(new Set(['© 2020 – 2026 Somebody']));
    site.updateYear(new Date(lastSecond.getTime() + 1000));
    expect(new Set(await lines())).toEqual(new Set(['© 2020 – 2027 Somebody']));
  });
});

describe('a site that was not built', () => {
  it('is said to be so, with the way out', () => {
    expect(() => readBuiltSite(directory)).toThrow(
      `There is no built site in ${directory}: run "npm run build" first.`,
    );
    delete built.pages['/open/any'];
    expect(() => loadSite(read(), options, lastSecond)).toThrow('The built site lacks the page /open/any');
  });

  it('is read as the build has left it', () => {
    const { pages, notFound, script, templates, files, onDisk } = read();
    expect({ pages, notFound, script }).toEqual(built);
    expect([...templates]).toContainEqual(['shop.html', '<p>shop</p>']);
    expect(files.map(({ path }) => path)).toEqual(['/a.js']);
    expect([...onDisk]).toEqual(['/large.zip']);
  });
});
