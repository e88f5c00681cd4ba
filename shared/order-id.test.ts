import { expect, it } from 'vitest';
import { orderSearchOf } from './order-id.ts';

it.each([
  ['https://shop.example.com/shop/order?id=cs_test_a1B2', 'cs_test_a1B2'],
  ['https://shop.example.com/shop/success?session_id=cs_live_x9&from=mail#top', 'cs_live_x9'],
  [' cs_test_a1 ', 'cs_test_a1'],
  ['cs_test_a1 B2\nc3', 'cs_test_a1B2c3'],
  [' pi_3 Q ', 'pi_3Q'],
  ['anna cs_1', 'anna cs_1'],
  ['cs_fan@example.com', 'cs_fan@example.com'],
  ['https://shop.example.com/shop', 'https://shop.example.com/shop'],
  ['', ''],
])('An order is searched by what its buyer sends: %j', (text, wanted) => {
  expect(orderSearchOf(text)).toBe(wanted);
});
