import { expect, it } from 'vitest';
import { plainLine, plainText } from './gift-words.ts';

it('A greeting keeps its lines, whatever system wrote them, without spaces at their ends and without empty ones around', () => {
  expect(plainText('\n  Dear Anna, \r\n\r\nhave fun!\rBo  \n\n')).toBe('Dear Anna,\n\nhave fun!\nBo');
});

it('A greeting has twelve lines at most', () => {
  const lines = Array.from({ length: 13 }, (_, index) => `line ${index}`);
  expect(plainText(lines.join('\n'))).toBe(lines.slice(0, 12).join('\n'));
});

it('What nobody sees becomes a space', () => {
  expect(plainText('one\u202etwo\u0007three')).toBe('one two three');
});

it('A name is one line, with one space between its words', () => {
  expect(plainLine(' Anna \n  of\tthe  wood ')).toBe('Anna of the wood');
});
