import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postCheckout } from '#tests/support/orders.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
const open = () => openShop({ environment: { PUBLIC_URL: 'https://shop.example.com' } });
beforeAll(async () => {
  shop = await open();
});
afterAll(() => shop.close());

/** The directives of a content security policy. */
const directivesOf = (policy: string) =>
  new Map(
    policy.split(';').map((text) => {
      const [name = '', ...values] = text.trim().split(' ');
      return [name, values] as const;
    }),
  );

describe('every answer that a browser could open as a page carries the security headers', () => {
  const pages = ['/', '/nowhere', '/%E0%A4%A'];
  it.each([...pages, '/api/config', '/api/nothing', '/healthz', '/favicon.svg'])('%s', async (path) => {
    const { headers } = await fetch(`${shop.url}${path}`);
    const directives = directivesOf(headers.get('content-security-policy') ?? '');
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('script-src')).toEqual(["'self'", expect.stringMatching(/^'sha256-[\w+/]{43}='$/)]);
    // The page's own style; none for other answers.
    expect(directives.get('style-src')).toEqual([
      "'self'",
      ...(pages.includes(path) ? [expect.stringMatching(/^'sha256-[\w+/]{43}='$/)] : []),
    ]);
    expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
    expect(directives.get('base-uri')).toEqual(["'none'"]);
    expect(directives.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(directives.get('trusted-types')).toEqual(['default']);
    expect(directives.get('report-uri')).toEqual(['/api/csp-reports']);
    expect(directives.get('report-to')).toEqual(['csp']);
    expect([...directives.values()].flat().filter((value) => /unsafe|\*|^https?:$/.test(value))).toEqual([]);
    expect(headers.get('reporting-endpoints')).toBe('csp="/api/csp-reports"');
    expect(headers.get('strict-transport-security')).toMatch(/max-age=63072000/);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    // Other sites may show pictures.
    const use = path.endsWith('.svg') ? 'cross-origin' : 'same-origin';
    expect(headers.get('cross-origin-resource-policy')).toBe(use);
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    expect(headers.get('permissions-policy')).toContain('microphone=()');
  });
});

it('A script carries those that mean something for it, and so do other plain files', async () => {
  const html = await (await fetch(shop.url)).text();
  const script = /data-files="(\/assets\/[^" ]+\.js)/.exec(html)?.[1];
  const { headers } = await fetch(`${shop.url}${script}`);
  expect(headers.get('content-type')).toContain('javascript');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('referrer-policy')).toBe('strict-origin');
  expect(headers.get('strict-transport-security')).toMatch(/max-age=63072000/);
});

it('A picture made of text says in which characters it is written, as every text does', async () => {
  const types = ['/favicon.svg', '/', '/sitemap.xml', '/robots.txt', '/.well-known/security.txt'].map(
    async (path) => (await fetch(`${shop.url}${path}`)).headers.get('content-type'),
  );
  for (const type of await Promise.all(types)) expect(type).toMatch(/; charset=utf-8$/);
});

it.each(['/', '/favicon.svg', '/nowhere', '/api/session', '/api/nothing', '/healthz'])(
  'TRACE is not answered with the request, which could hold what a page may not read: %s',
  async (path) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const { port } = new URL(shop.url);
      const headers = { cookie: 'session=secret', 'x-test': 'secret' };
      request({ port, path, method: 'TRACE', headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(`${response.statusCode} ${text}`));
      })
        .on('error', reject)
        .end();
    });
    expect(answer).toMatch(/^40[45] /);
    expect(answer).not.toContain('secret');
  },
);

describe('an answer with somebody’s tokens or orders is kept by nobody, and neither is a refusal', () => {
  it.each(['/api/session', '/api/orders', '/api/unlocked-content', '/api/operator/figures', '/api/nothing'])(
    '%s',
    async (path) => {
      const { headers } = await fetch(`${shop.url}${path}`);
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );
});

it('The cookie that knows a paying browser again is Secure, out of reach of scripts and of this host alone', async () => {
  const email = 'reader@example.com';
  const order = { products: [{ id: 'fod' }], baseUrl: 'https://shop.example.com', email };
  const response = await postCheckout(shop, order).expect(200);
  expect(response.get('Set-Cookie')?.join()).toMatch(
    /^__Host-browser=[\w-]{22}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
  );
});

describe('what stands in a page itself is what the policy knows by its hash, and nothing else', () => {
  it.each(['/', '/shop', '/faq', '/account', '/nowhere'])('%s', async (path) => {
    const response = await fetch(`${shop.url}${path}`);
    const directives = directivesOf(response.headers.get('content-security-policy') ?? '');
    const html = await response.text();
    const hashes = (element: RegExp) =>
      [...html.matchAll(element)].map(
        ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
      );
    expect(["'self'", ...hashes(/<style>(.*?)<\/style>/gs)]).toEqual(directives.get('style-src'));
    expect(["'self'", ...hashes(/<script (?!type="application\/)[^>]*>(.*?)<\/script>/gs)]).toEqual(
      directives.get('script-src'),
    );
    expect(html).not.toMatch(/\s(?:style|on\w+)="/);
  });
});

describe('the report endpoint of the content security policy', () => {
  /** One a test: past some lines a minute, a shop logs no more of them. */
  let shop: Shop;
  beforeEach(async () => {
    shop = await open();
  });
  afterEach(() => shop.close());
  const report = (body: unknown, type = 'application/csp-report') =>
    fetch(`${shop.url}/api/csp-reports`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const logged = () =>
    shop
      .logText()
      .split('\n')
      .filter((line) => line.includes('a page broke the content security policy'));
  const secret = 'reader@example.com';

  it('takes both formats and keeps the directive, a page of the site and an origin, nothing personal', async () => {
    const old = {
      'csp-report': {
        'document-uri': `https://shop.example.com/shop?mail=${secret}`,
        'effective-directive': 'img-src',
        'blocked-uri': `https://evil.example.com/pixel?mail=${secret}`,
        'script-sample': secret,
      },
    };
    const list = [
      {
        type: 'csp-violation',
        body: {
          documentURL: `https://shop.example.com/${secret}`,
          effectiveDirective: `script-src-elem`,
          blockedURL: 'inline',
        },
      },
      { type: 'deprecation', body: { documentURL: secret } },
    ];
    expect((await report(old)).status).toBe(204);
    expect((await report(list, 'application/reports+json')).status).toBe(204);
    expect(logged().map((line) => JSON.parse(line))).toMatchObject([
      { directive: 'img-src', page: '/shop', blocked: 'https://evil.example.com' },
      { directive: 'script-src-elem', page: '(other)', blocked: 'inline' },
    ]);
    expect(shop.logText()).not.toContain(secret);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['a number', '7'],
    ['other JSON', '{"csp-report":[]}'],
    ['a list of nonsense', '[null,{"type":7}]'],
    ['a prototype', '{"csp-report":{"__proto__":{"effective-directive":"x"}}}'],
  ])('is not hurt by %s', async (_, body) => {
    expect((await report(body)).status).toBeLessThan(500);
  });

  it('is bounded in size, in what it logs, and takes no other method or type', async () => {
    const large = { 'csp-report': { 'blocked-uri': 'x'.repeat(20_000) } };
    expect((await report(large)).status).toBe(413);
    const before = logged().length;
    const one = { 'csp-report': { 'effective-directive': 'font-src', 'document-uri': 'https://a.example/' } };
    for (let sent = 0; sent < 60; sent += 1) expect((await report(one)).status).toBe(204);
    const list = Array.from({ length: 80 }, () => ({ type: 'csp-violation', body: {} }));
    expect((await report(list, 'application/reports+json')).status).toBe(204);
    expect(logged().length - before).toBeLessThanOrEqual(40);
    expect((await fetch(`${shop.url}/api/csp-reports`)).status).toBe(405);
  });
});

describe('/.well-known/security.txt', () => {
  it('names a contact, and a date within a year until when it holds (RFC 9116)', async () => {
    const response = await fetch(`${shop.url}/.well-known/security.txt`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
    expect(text).toMatch(/^Canonical: https:\/\/shop\.example\.com\/\.well-known\/security\.txt$/m);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
    const days = (expires - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(150);
    expect(days).toBeLessThan(365);
  });
});
