import { expect, it } from 'vitest';
import { isCheckoutSessionId, orderIdIn, orderSearchOf } from './order-id.ts';

it.each([
  ['https://shop.example.com/shop/order?id=cs_test_a1B2', 'cs_test_a1B2'],
  ['https://shop.example.com/shop/success?session_id=cs_live_x9&from=mail#top', 'cs_live_x9'],
  [' cs_test_a1 ', 'cs_test_a1'],
  ['cs_test_a1 B2\nc3', 'cs_test_a1B2c3'],
  [' pi_3 Q ', 'pi_3Q'],
  ['anna cs_1', 'anna cs_1'],
  ['cs_fan@example.com', 'cs_fan@example.com'],
  ['Anna Andersson <Anna@example.com>', 'anna@example.com'],
  ['Anna@exa', 'Anna@exa'],
  ['https://shop.example.com/shop', 'https://shop.example.com/shop'],
  ['', ''],
])('An order is searched by what its buyer sends: %j', (text, wanted) => {
  expect(orderSearchOf(text)).toBe(wanted);
});

it.each([
  ['cs_test_a1B2c3'],
  ['  cs_test_a1B2c3 '],
  ['https://shop.example.com/shop/success?session_id=cs_test_a1B2c3'],
  ['https://shop.example.com/shop/order?id=cs_test_a1B2c3&from=mail#top'],
  ['https://mail.example.com/away?to=https%3A%2F%2Fshop.example.com%2Fshop%2Forder%3Fid%3Dcs_test_a1B2c3'],
  ['https://pay.example.com/c/pay/cs_test_a1B2c3#fidkdWxOYHwnPyd1'],
  // A payment page on the shop's own domain, and the page of an order that was paid meanwhile.
  ['https://pay.example.com/c/pay/cs_test_a1B2c3?locale=sv'],
  ['https://shop.example.com/shop/success?session_id=cs_test_a1B2c3&again=1'],
])('The order is found by its id, or by any address that holds it: %s', (text) => {
  expect(orderIdIn(text)).toBe('cs_test_a1B2c3');
});

it.each([
  '',
  'anna@example.com',
  'cs_',
  'https://shop.example.com/shop/success',
  'https://checkout.stripe.com/c/pay/ppage_1',
])('No order is found where none is named: “%s”', (text) => {
  expect(orderIdIn(text)).toBeNull();
});

it.each([
  ['cs_test_a1B2', true],
  [`cs_${'a'.repeat(200)}`, true],
  [`cs_${'a'.repeat(201)}`, false],
  ['cs_', false],
  ['pi_1', false],
  ['xcs_1', false],
  ['cs_1/..', false],
  ['cs_1\n', false],
])('an order’s id is a checkout session’s: %j %s', (id, result) => {
  expect(isCheckoutSessionId(id)).toBe(result);
});
