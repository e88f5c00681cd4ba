import { expect, it } from 'vitest';
import { givenText } from './given-words.ts';

const fod = { grant: 1, adventureId: 'fod', accountId: null, email: null, accounts: [], isKnown: true };
const email = 'anna@example.com';

it.each([
  [{ accountId: 'sub-1', isKnown: true }, 'fod is on account sub-1.'],
  [
    { accountId: 'sub-1', isKnown: false },
    'fod is on account sub-1. Nothing else is known of this account: make sure that its id is right.',
  ],
  [{ email }, 'fod is given to anna@example.com. It waits until its owner logs in.'],
  [
    { email, accounts: ['sub-1', 'sub-2'] },
    'fod is given to anna@example.com. It waits until its owner logs in. Seen with this address: account sub-1 and sub-2.',
  ],
  [
    { email, isKnown: false },
    'fod is given to anna@example.com. Nothing else is known of this address: it waits until its owner logs in.',
  ],
])('whoever has given something reads whom it reached: %j', (given, said) => {
  expect(givenText({ ...fod, ...given })).toBe(said);
});
