import { afterEach, expect, it, vi } from 'vitest';
import { openTab, storageOf } from '#tests/support/browser-storage.ts';
import { keepLastCheckout, lastCheckout, sessionIdOf } from './last-checkout.ts';

afterEach(() => vi.unstubAllGlobals());

it('A tab remembers its last checkout', () => {
  openTab({ sessionStorage: storageOf() });
  expect(lastCheckout()).toBeNull();
  keepLastCheckout({ productIds: ['fod'], from: 'product', sessionId: null });
  const last = { productIds: ['fist', 'fod'], from: 'cart', sessionId: 'cs_test_1' } as const;
  keepLastCheckout(last);
  expect(lastCheckout()).toEqual(last);
});

it.each([
  { productIds: 'fod', from: 'cart', sessionId: null },
  { productIds: ['fod', 7], from: 'cart', sessionId: null },
  { productIds: ['fod'], from: 'elsewhere', sessionId: null },
  { productIds: ['fod'], from: 'cart', sessionId: 7 },
  { productIds: ['fod'], from: 'cart' },
  'fod',
])('%j is no checkout', (stored) => {
  openTab({ sessionStorage: storageOf(new Map([['last-checkout', JSON.stringify(stored)]])) });
  expect(lastCheckout()).toBeNull();
});

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
