import { expect, it } from 'vitest';
import type { Erasure } from '#shared/api/customers.ts';
import { erasedText } from './erasure-words.ts';

const [email, accountId] = ['anna@example.com', 'sub-anna'];
const anna = { address: email, identities: [{ accountId, email, username: 'anna' }] };
const counts = { grants: 0, sessions: 0, redemptions: 0, keptOrders: 1 };
const erased = (changes: Partial<Erasure>): Erasure => ({
  ...{ ...counts, accountIds: [], address: email, otherAddresses: [] },
  ...changes,
});

it('An erasure says what is gone, and which user is left to delete', () => {
  const otherAddresses = ['old@example.com'];
  expect(erasedText(anna, erased({ grants: 2, sessions: 1, accountIds: [accountId], otherAddresses }))).toBe(
    '2 unlocks and 1 session erased, 1 payment record kept. Now delete the user sub-anna in the user pool. old@example.com was seen with the account too, and what hangs on that alone is left: look it up, and erase it if it is theirs.',
  );
  expect(erasedText({ address: email, identities: [] }, erased({ grants: 1 }))).toBe(
    '1 unlock erased, 1 payment record kept.',
  );
});

it('An erasure whose first answer was lost still says which user to delete, and that the try before may have erased them', () => {
  const nothing = 'No unlock and no session was left to erase: a try before may have erased them';
  const pool = 'Now delete the user sub-anna in the user pool.';
  expect(erasedText(anna, erased({}))).toBe(`${nothing}, 1 payment record kept. ${pool}`);
  // Looked up by its id, the account is known by nothing any more.
  expect(erasedText(anna, null)).toBe(`${nothing}. ${pool}`);
});

it('An erasure whose first answer was lost names the other addresses that the page showed: the server cannot any more', () => {
  const other = { accountId, email: 'old@example.com', username: null };
  const shown = { address: email, identities: [...anna.identities, other] };
  const look = 'Look old@example.com up too';
  expect(erasedText(shown, erased({}))).toContain(look);
  expect(erasedText(shown, erased({ grants: 1, accountIds: [accountId] }))).not.toContain(look);
});
