import { expect, it } from 'vitest';
import { ownerLocks, paymentLock } from './locks.ts';

it('a payment and its order queue under the payment, whichever comes first; an order without payment under itself', () => {
  expect(paymentLock('pi_1', 'cs_1')).toBe(paymentLock('pi_1', ''));
  expect(paymentLock('pi_1', 'cs_1')).not.toBe(paymentLock('pi_2', 'cs_1'));
  expect(paymentLock(null, 'cs_1')).not.toBe(paymentLock(null, 'cs_2'));
});

it('what a person owns queues under the account and under the address, as far as they are known', () => {
  expect(ownerLocks('a', 'b')).toEqual(['account a', 'address b']);
  expect(ownerLocks('a', null)).toEqual(['account a']);
  expect(ownerLocks(null, 'b')).toEqual(['address b']);
});
