import { expect, it } from 'vitest';
import type { GiftCard } from '#shared/api/orders.ts';
import { whereItIs } from './gift-card-words.ts';

const card: GiftCard = {
  ...{ recipient: 'bo@example.com', sendOn: '2026-12-24', sender: null, message: null },
  ...{ letter: 'waiting', lettersLeft: 9, lettersWritten: 1 },
};

it.each([
  ['2026-12-23', /^The letter goes to bo@example\.com on 24 December 2026, from eight in the morning/],
  ['2026-12-24', /^The letter goes to bo@example\.com today\. Nobody has opened it yet/],
  // The mail service has not taken it so far.
  ['2026-12-25', /^The letter was to go to bo@example\.com on 24 December 2026, and could not go yet\./],
])('On %s, a letter of 24 December that waits is spoken of as of that day', (today, words) => {
  expect(whereItIs(card, today)).toMatch(words);
});

it.each<[Partial<GiftCard>, RegExp]>([
  [{ letter: 'sent' }, /^The letter has gone to bo@example\.com\. Nobody has opened it yet/],
  [{ letter: 'undelivered' }, /^The letter could not be delivered to bo@example\.com\. Look for a slip/],
  [{ letter: null }, /^It waits, and belongs to whoever first puts it on an account/],
  [{ recipient: null, letter: 'undelivered' }, /^It waits, and belongs to whoever first/],
  [{ recipient: null, sendOn: null, letter: null }, /^It waits, and belongs to whoever first/],
])('The page of a gift says where it is: %j', (over, words) => {
  expect(whereItIs({ ...card, ...over }, '2026-12-25')).toMatch(words);
});
