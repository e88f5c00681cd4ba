import { expect, it } from 'vitest';
import { chargedOf } from './charged.ts';

it('What was charged in another currency is told, and nothing where the two belong to no sum', () => {
  const paid = { paidAmount: 2199, paidCurrency: 'eur' };
  expect(chargedOf(paid)).toEqual({ charged: { amount: 2199, currency: 'eur' } });
  expect(chargedOf({ ...paid, paidAmount: null })).toEqual({});
  expect(chargedOf({ ...paid, paidCurrency: null })).toEqual({});
});
