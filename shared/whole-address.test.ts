import { expect, it } from 'vitest';
import { wholeAddressIn } from './whole-address.ts';

it.each([
  ' Anna@Example.COM ',
  'Anna Andersson <anna@example.com>',
  '"Andersson, Anna" <Anna@example.com>;',
  'anna@example.com <mailto:anna@example.com>',
  '"anna@example.com" <anna@example.com>',
  'mailto:anna@example.com',
  'MAILTO:anna@example.com',
  'anna@example.com.',
  'anna@example.com,',
  '<anna@example.com>',
  'anna@example.com>',
  'Anna Andersson [mailto:anna@example.com]',
  'Anna [work] <anna@example.com>',
  'anna@example.com [mailto:anna@example.com]',
  'anna@example.com (Anna Andersson)',
  'an\u200bna@exam\u00adple.com',
  '\u202aanna@example.com\u202c',
  '\ufeff"anna@example.com" <anna\u200e@example.com>',
])('an operator pastes an address as mail programs show it: %j', (pasted) => {
  expect(wholeAddressIn(pasted)).toBe('anna@example.com');
});

it.each([
  ...['', 'anna@', '@example.com', 'anna@example', 'Anna <anna@>', 'Anna <anna'],
  // What was meant is not known here, and another person would be found, given to or erased.
  ...['an na@example.com', 'a@b@example.com', 'a@example.com, b@example.com', 'A <a@b.se>, B <b@b.se>'],
  ...[
    'A [mailto:a@b.se], B [mailto:b@b.se]',
    'a@b.se (b@b.se)',
    '(anna@example.com)',
    'a@b.se (A), b@b.se (B)',
    'anna@example.com, Bo <bo@example.com>',
    'anna@example.com <bo@example.com>',
    'anna@example.com <mailto:bo@example.com>',
    'na@example.com <anna@example.com>',
    'anna@b.se skrev: <bo@b.se>',
    'Not anna@b.se but [bo@b.se]',
    '[anna@b.se] Bo <bo@b.se>',
  ],
])('no address is guessed from %j', (typed) => {
  expect(wholeAddressIn(typed)).toBeNull();
});

it('an address of an account may have a form that guests are not allowed', () => {
  expect(wholeAddressIn("O'Neil <o'neil@example.com>")).toBe("o'neil@example.com");
});
