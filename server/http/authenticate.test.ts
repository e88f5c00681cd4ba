import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { bearerToken, requireOwnSite } from './authenticate.ts';

const allowed = ['https://shop.example.com'];
const from = (headers: Record<string, string>) => () =>
  requireOwnSite({ get: (name: string) => headers[name] } as Request, allowed);

describe('a request that relies on the cookie (CSRF)', () => {
  it('comes from the site itself, as the browser says', () => {
    expect(from({ 'sec-fetch-site': 'same-origin', origin: 'https://shop.example.com' })).not.toThrow();
  });

  it.each(['cross-site', 'same-site', 'none'])(
    'is refused from %s, whatever origin it names besides',
    (site) => {
      const refused = from({ 'sec-fetch-site': site, origin: 'https://shop.example.com' });
      expect(refused).toThrow(expect.objectContaining({ code: 'cross_site_request' }));
    },
  );

  it('of an older browser is judged by its origin', () => {
    expect(from({ origin: 'https://shop.example.com' })).not.toThrow();
    for (const origin of ['https://evil.example', 'null', 'https://shop.example.com.evil.example'])
      expect(from({ origin })).toThrow(expect.objectContaining({ code: 'cross_site_request' }));
  });

  it('of a client that is no browser says neither, and is let in', () => {
    expect(from({})).not.toThrow();
  });
});

describe('the bearer token', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER abc'])('is read from "%s"', (header) => {
    expect(bearerToken(header)).toBe('abc');
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'abc'])('is none in %j', (header) => {
    expect(bearerToken(header)).toBeNull();
  });
});
