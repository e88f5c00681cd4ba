import { expect, it } from 'vitest';
import { asked } from '#tests/support/grants.ts';
import { lockOrdersOfBuyer } from './repeated-orders.ts';

it('An order that went to another buyer while its row was waited for is locked with the orders of that buyer', () => {
  const buyer = (email: string) => ({ email, account_id: null });
  // PostgreSQL waits for the move, and then leaves out the row that is no longer at the address.
  const questions = asked(lockOrdersOfBuyer(7), [
    buyer('anna@example.com'),
    [{ id: 3 }],
    buyer('bo@example.com'),
    [{ id: 5 }, { id: 7 }],
  ]);
  expect(questions).toEqual([[7], ['anna@example.com'], [7], ['bo@example.com']]);
});
