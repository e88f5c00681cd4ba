import { expect, it } from 'vitest';
import { holdsLink } from './holds-link.ts';

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
  // Top-level domains whose second character is a vowel sign.
  ...['evil.कॉम', 'evil.भारत', 'evil.ලංකා'],
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
