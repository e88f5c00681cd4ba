import { expect, it } from 'vitest';
import { withoutTrailingSlashes } from './trailing-slashes.ts';

it.each([
  ['/shop', '/shop'],
  ['/shop/', '/shop'],
  ['/shop///', '/shop'],
  ['//a//b//', '//a//b'],
  ['https://shop.example.com/', 'https://shop.example.com'],
  ['///', ''],
  ['', ''],
])('%s without the slashes at its end is "%s"', (text, trimmed) => {
  expect(withoutTrailingSlashes(text)).toBe(trimmed);
});
