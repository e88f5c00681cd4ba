import { expect, it } from 'vitest';
import { wholeAddressIn } from './whole-address.ts';

it.each([
  ' Anna@Example.COM ',
  'Anna Andersson <anna@example.com>',
  '"Andersson, Anna" <Anna@example.com>;',
  'anna@example.com <mailto:anna@example.com>',
  'mailto:anna@example.com',
  'MAILTO:anna@example.com',
  'anna@example.com.',
  'anna@example.com,',
  '<anna@example.com>',
  'anna@example.com>',
])('an operator pastes an address as mail programs show it: %j', (pasted) => {
  expect(wholeAddressIn(pasted)).toBe('anna@example.com');
});

it.each([
  ...['', 'anna@', '@example.com', 'anna@example', 'Anna <anna@>', 'Anna <anna'],
  // What was meant is not known here, and another person would be found, given to or erased.
  ...['an na@example.com', 'a@b@example.com', 'a@example.com, b@example.com', 'A <a@b.se>, B <b@b.se>'],
])('no address is guessed from %j', (typed) => {
  expect(wholeAddressIn(typed)).toBeNull();
});

it('an address of an account may have a form that guests are not allowed', () => {
  expect(wholeAddressIn("O'Neil <o'neil@example.com>")).toBe("o'neil@example.com");
});
