import { expect, it } from 'vitest';
import { orderIdIn } from './order-id-in.ts';

it.each([
  ['cs_test_a1B2c3'],
  ['  cs_test_a1B2c3 '],
  ['https://shop.example.com/shop/success?session_id=cs_test_a1B2c3'],
  ['https://shop.example.com/shop/order?id=cs_test_a1B2c3&from=mail#top'],
  ['https://pay.example.com/c/pay/cs_test_a1B2c3#fidkdWxOYHwnPyd1'],
])('The order is found by its number or by any address that holds it: %s', (text) => {
  expect(orderIdIn(text)).toBe('cs_test_a1B2c3');
});

it.each(['', 'anna@example.com', 'cs_', 'https://shop.example.com/shop/success'])(
  'No order is found where none is named: “%s”',
  (text) => {
    expect(orderIdIn(text)).toBeNull();
  },
);
