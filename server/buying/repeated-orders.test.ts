import { expect, it } from 'vitest';
import { asked } from '#tests/support/grants.ts';
import { minutes, noon } from '#tests/support/small-shop.ts';
import { lockOrdersOfBuyer, paidAfter } from './repeated-orders.ts';

it('An order that went to another buyer while its row was waited for is locked with the orders of that buyer', () => {
  const buyer = (email: string) => ({ email, account_id: null });
  const row = (id: number) => ({ id, paid_at: noon.toISOString() });
  // PostgreSQL waits for the move, and then leaves out the row that is no longer at the address.
  const questions = asked(lockOrdersOfBuyer(7), [
    buyer('anna@example.com'),
    [row(3)],
    buyer('bo@example.com'),
    [row(5), row(7)],
  ]);
  expect(questions).toEqual([[7], ['anna@example.com'], [7], ['bo@example.com']]);
});

it('Paid after an order is what was paid later, and of the same moment what was recorded later', () => {
  const orders = [
    { id: 1, paidAt: minutes(1) },
    { id: 2, paidAt: noon },
    { id: 3, paidAt: noon },
    { id: 4, paidAt: noon },
    { id: 5, paidAt: minutes(-1) },
  ];
  expect(paidAfter(3, orders)).toEqual([1, 4]);
  expect(() => paidAfter(6, orders)).toThrow('6');
});
