import { afterEach, expect, it, vi } from 'vitest';
import { openTab, storageOf } from '#tests/support/browser-storage.ts';
import { keepLastCheckout, lastCheckout } from './last-checkout.ts';

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
