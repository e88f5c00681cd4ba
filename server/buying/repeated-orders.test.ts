import { expect, it } from 'vitest';
import { asked } from '#tests/support/grants.ts';
import { minutes, noon } from '#tests/support/small-shop.ts';
import { lockOrdersOfBuyer, possibleDoubles } from './repeated-orders.ts';

it('An order that went to another buyer while its row was waited for is locked with the orders of that buyer', () => {
  const buyer = (email: string) => ({ email, account_id: null });
  const row = (id: number) => ({
    ...{ id, checkout_session_id: `cs_${id}`, account_id: null, paid_at: noon.toISOString() },
  });
  // PostgreSQL waits for the move, and then leaves out the row that is no longer at the address.
  const questions = asked(lockOrdersOfBuyer(7), [
    buyer('anna@example.com'),
    [row(3)],
    buyer('bo@example.com'),
    [row(5), row(7)],
  ]);
  expect(questions).toEqual([[7], ['anna@example.com'], [7], ['bo@example.com']]);
});

it('Of two orders the one on an account stays, then the one paid first, and of the same moment the one recorded first', () => {
  const order = (id: number, paidAt: Date, accountId: string | null = null) => ({
    ...{ id, paidAt, accountId, checkoutSessionId: `cs_${id}` },
  });
  const orders = [
    order(1, minutes(1)),
    order(2, noon),
    order(3, noon),
    order(4, noon),
    order(5, minutes(-1)),
    order(6, minutes(2), 'sub-anna'),
    order(7, minutes(3), 'sub-anna'),
  ];
  expect(possibleDoubles(3, orders)).toEqual([1, 4]);
  expect(possibleDoubles(6, orders)).toEqual([1, 2, 3, 4, 5, 7]);
  expect(() => possibleDoubles(8, orders)).toThrow('8');
});
