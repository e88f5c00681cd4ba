import { expect, it } from 'vitest';
import { asCharged, formatAmount, formatCharged } from './presentment.ts';

it.each([
  [{ amount: 2190, currency: 'eur' }, '21.90 EUR'],
  [{ amount: 5, currency: 'usd' }, '0.05 USD'],
  [{ amount: 3400, currency: 'jpy' }, '3400 JPY'],
  [{ amount: 7215, currency: 'kwd' }, '7.215 KWD'],
])('%j is written as %s, in the units of its currency', (charged, text) => {
  expect(formatCharged(charged)).toBe(text);
});

it('An order is said as it was paid: both amounts for the whole, about for a part, and SEK alone where nothing else was charged', () => {
  const order = { totalOre: 25_000, charged: { amount: 2190, currency: 'eur' } };
  expect(asCharged(25_000, order)).toBe('21.90 EUR (250 SEK)');
  expect(asCharged(10_000, order)).toBe('about 8.76 EUR (100 SEK)');
  expect(asCharged(25_000, { totalOre: 25_000 })).toBe('250 SEK');
  expect(asCharged(0, { ...order, totalOre: 0 })).toBe('0 SEK');
});

it('An amount of an order is said in its currency', () => {
  expect(formatAmount(18_750, 'sek')).toBe('187.50 SEK');
  expect(formatAmount(25_000, 'sek')).toBe('250 SEK');
  expect(formatAmount(2190, 'eur')).toBe('21.90 EUR');
  expect(formatAmount(3400, 'jpy')).toBe('3400 JPY');
});
