import { expect, it } from 'vitest';
import { sessionIdOf } from './last-checkout.ts';

it.each([
  ['https://checkout.stripe.com/c/pay/cs_live_a1B2c3#fidkdXx', 'cs_live_a1B2c3'],
  ['http://localhost:3001/c/pay/cs_test_a1b2', 'cs_test_a1b2'],
  // A payment page on the shop's own domain, and the page of an order that was paid meanwhile.
  ['https://pay.example.com/c/pay/cs_live_a1?locale=sv', 'cs_live_a1'],
  ['https://shop.example.com/shop/success?session_id=cs_live_a1&again=1', 'cs_live_a1'],
  ['https://checkout.stripe.com/c/pay/ppage_1', null],
])('The payment page %s is of the checkout %s', (page, id) => {
  expect(sessionIdOf(page)).toBe(id);
});
