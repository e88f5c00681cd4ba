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
  ...['call tel:+46', 'mailto:anna', 'http:134744072', 'skype:bob?call', 'sms:112', 'x:\\y', 'tel\u200b:112'],
  ...['\\\\134744072\\share', '＼＼host', 'Re:hello'],
  ...[
    '0701234567',
    '070-123 45 67',
    '+46 (0)70 123 45 67',
    '(555) 123-4567',
    '08.123.4567',
    '1234567',
    '1990-12-24 55 1234567',
    '070–123 45 67',
    '٠٧٠١٢٣٤٥٦٧',
  ],
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
  ...['EU:s bästa', 'i S:t Petersburg.', 'på TV:n!', 'kul:D', 'Kram:)', 'at 18:30', 'Re: hello', 'Joh 3:16'],
  ...[
    '2026-12-24',
    'See you 2026-12-24 18:00',
    '24/12 2026 at 18.30',
    '24-12-2026',
    '20261224',
    'Anna 1976 - 2026',
  ],
  ...['Anna 1976–2026', '1 000 000 hugs', 'for 1 000 kr', 'level 10 (2 of 3)', '¯\\_(ツ)_/¯'],
])('"%s" could not', (text) => {
  expect(holdsLink(text)).toBe(false);
});
