import { expect, it } from 'vitest';
import { holdsLink, plainLine, plainText } from './gift-words.ts';

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

it.each([
  ...[
    'https://example.com',
    'ftp://x',
    'see example.com',
    'bücher.de',
    'a@b',
    '1.co',
    'x。jp',
    'x．jp',
    'x｡jp',
  ],
  ...['Happy birthday.Have fun', 'a-.com'],
  // Emoji domains, accents as marks of their own, invisible characters, look-alikes, addresses in numbers.
  ...['💩.la', 'i❤.ws', 'cafe\u0301.fr', 'evil\u00ad.\u200bcom', 'evil\u2024com', 'evil\ufe52com', 'ａ＠ｂ'],
  ...['192.168.1.1/x', '1.2.3.4'],
])('"%s" could become a link', (text) => {
  expect(holdsLink(text)).toBe(true);
});

it.each([
  'Happy birthday. Have fun',
  'at 8.30',
  '3.5',
  'a @ b',
  '...',
  'F.I.S.T.',
  'e.g',
  'on 24.12.2026',
  'wait…and see',
  '...and more',
  'to: Anna',
])('"%s" could not', (text) => {
  expect(holdsLink(text)).toBe(false);
});
