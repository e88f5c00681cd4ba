import { expect, it } from 'vitest';
import { bestEncoding } from './encodings.ts';

const all = ['br', 'gzip', 'identity'] as const;

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5 , br;q=0', 'gzip'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity, gzip;q=0.5', 'identity'],
  ['zstd', 'identity'],
  ['', 'identity'],
  ['br;q=nonsense', 'identity'],
  [undefined, 'identity'],
])('The client that accepts %s gets %s', (accepted, encoding) => {
  expect(bestEncoding(accepted, all)).toBe(encoding);
  // Once more, now that the answer is cached.
  expect(bestEncoding(accepted, all)).toBe(encoding);
});

it('An encoding that is not available is not chosen', () => {
  expect(bestEncoding('br, gzip', ['gzip', 'identity'])).toBe('gzip');
  expect(bestEncoding('br, gzip', ['identity'])).toBe('identity');
});
