import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBuiltSite } from '#server/http/pages.ts';
import { concretePaths } from '#shared/concrete-paths.ts';
import { pressKitPath } from '#shared/press-kit.ts';
import { publicUrlPlaceholder } from '#shared/site.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ environment: { PUBLIC_URL: 'https://shop.example.com' } });
});
afterAll(() => shop.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.url}${path}`, { redirect: 'manual', headers });

describe('every page', () => {
  it.each(concretePaths().map(({ path }) => path))(
    '%s is HTML that names this site and no other',
    async (path) => {
      const response = await get(path);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(html).toContain('<script type="application/json" id="site-config">');
      expect(html).toContain('https://shop.example.com');
      expect(html).not.toContain(publicUrlPlaceholder);
      expect(html).not.toMatch(/<!--site-/);
      expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    },
  );
});

describe('every public page', () => {
  /** The bytes that a server sends before the first acknowledgement: ten packets (RFC 6928). */
  const firstRoundTrip = 10 * 1460;
  const { pages } = readBuiltSite('dist');

  it.each(concretePaths().flatMap(({ path }) => (pages[path]?.indexed ? [path] : [])))(
    '%s comes with its headers in the first round trip of its connection, even as gzip',
    async (path) => {
      const { headers } = await get(path, { 'accept-encoding': 'gzip' });
      expect(headers.get('content-encoding')).toBe('gzip');
      const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`);
      const headBytes = Buffer.byteLength(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`);
      expect(headBytes + Number(headers.get('content-length'))).toBeLessThanOrEqual(firstRoundTrip);
    },
  );
});

it('A built page has the copyright line in the form in which the server finds its year', () => {
  expect(readFileSync('dist/pages/jobs.html', 'utf8')).toMatch(/<p>© 2020 – \d{4} [^<]+<\/p>/);
});

describe('addresses', () => {
  it('that nothing answers are real 404s with the Game Over page', async () => {
    for (const path of [
      '/nowhere',
      '/press/no-such-article',
      '/assets/none.js',
      '/constructor',
      '/__proto__',
    ]) {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('Game Over');
    }
  });

  it('of unknown products lead to the shop', async () => {
    for (const path of ['/shop/product/no-such-product', '/checkout/no-such-product']) {
      const response = await get(path);
      expect([response.status, response.headers.get('location')]).toEqual([302, '/shop']);
    }
  });

  it('that moved redirect for good, and a slash at the end is taken away', async () => {
    expect((await get('/coc_aatt')).headers.get('location')).toBe('/call-of-cthulhu');
    expect((await get('/coc_aatt')).status).toBe(301);
    expect((await get('/shop/')).headers.get('location')).toBe('/shop');
    // The query parameters of campaigns are kept.
    expect((await get('/faq/?utm=x&y=%20')).headers.get('location')).toBe('/faq?utm=x&y=%20');
    expect((await get('/coc_aatt?utm=x')).headers.get('location')).toBe('/call-of-cthulhu?utm=x');
    expect((await get('//evil.example.com/')).headers.get('location')).toBeNull();
  });

  it('with a broken percent sign are a 4xx, not a failure', async () => {
    expect((await get('/%E0%A4%A')).status).toBeLessThan(500);
  });
});

describe('files', () => {
  it('are immutable when their name holds a hash, compressed as the client likes, and revalidated otherwise', async () => {
    const page = await get('/shop', { 'accept-encoding': 'br' });
    expect(page.headers.get('content-encoding')).toBe('br');
    expect(page.headers.get('cache-control')).toBe('public, no-cache');
    const script = /data-files="(\/assets\/[^" ]+\.js)/.exec(await page.text())?.[1] ?? '';
    const asset = await get(script, { 'accept-encoding': 'gzip' });
    expect(asset.status).toBe(200);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('gzip');
    expect(asset.headers.get('vary')).toBe('Accept-Encoding');
    const again = await get('/shop', { 'if-none-match': page.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });
});

describe('the press kit', () => {
  it('comes whole, in parts for downloads that were broken off, and not again when it is still the same', async () => {
    const whole = await get(pressKitPath);
    const bytes = await whole.bytes();
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('application/zip');
    expect(whole.headers.get('content-length')).toBe(String(bytes.length));
    expect(whole.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    const rest = await get(pressKitPath, { range: `bytes=${bytes.length - 100}-` });
    expect(rest.status).toBe(206);
    expect(await rest.bytes()).toEqual(bytes.slice(-100));
    // Like browsers; without it, fetch adds "no-cache" by itself.
    const asBrowser = { 'cache-control': 'max-age=0' };
    const since = { ...asBrowser, 'if-modified-since': whole.headers.get('last-modified') ?? '' };
    expect((await get(pressKitPath, since)).status).toBe(304);
  });
});

describe('the answers around the pages', () => {
  it('carry a content security policy without unsafe-inline that names the identity service, and HSTS with https', async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`connect-src 'self' ${shop.sandboxUrl}`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('strict-transport-security')).toContain('max-age=');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('tell the browser how long they took here (Server-Timing)', async () => {
    expect((await get('/favicon.ico')).headers.get('server-timing')).toBe('memory');
    expect((await get('/api/config')).headers.get('server-timing')).toMatch(/^app;dur=\d+\.\d$/);
    expect((await get('/nowhere')).headers.get('server-timing')).toBe('memory');
  });

  it('say how the site is: /healthz, /readyz, /api/config, /api/openapi.json', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' });
    expect(await (await get('/api/config')).json()).toMatchObject({
      testPayments: true,
      identity: { clientId: 'testwebclient' },
    });
    const document = (await (await get('/api/openapi.json')).json()) as { openapi: string; paths: object };
    expect(document.openapi).toMatch(/^3\.1/);
    expect(Object.keys(document.paths)).toContain('/api/unlocked-content');
  });

  it('are problems for calls that do not exist', async () => {
    const response = await get('/api/nothing');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  });
});
