import { expect, it } from 'vitest';
import { etagOf, matchesEtag } from './etag.ts';

it('An entity tag is weak, tells contents apart, and is the same for the same content', () => {
  expect(etagOf('a')).toMatch(/^W\/"[\w-]{22}"$/);
  expect(etagOf('a')).toBe(etagOf(Buffer.from('a')));
  expect(etagOf('a')).not.toBe(etagOf('b'));
});

it.each([
  [undefined, false],
  ['', false],
  ['*', true],
  [' * ', true],
  ['W/"one"', true],
  ['"one"', true],
  ['"two", W/"one" , "three"', true],
  ['"two"', false],
  ['one', false],
  ['"W/one"', false],
])('If-None-Match: %s of what has the tag W/"one" matches: %s', (header, matches) => {
  expect(matchesEtag(header, 'W/"one"')).toBe(matches);
});
