import { expect, it } from 'vitest';
import { currency, formatSek, oreFromSek, sekFromOre } from './money.ts';
import { vatInWords } from './vat-words.ts';

it.each([
  [0, '0 SEK'],
  [5, '0.05 SEK'],
  [18_750, '187.50 SEK'],
  [25_000, '250 SEK'],
  [99_999, '999.99 SEK'],
  [700_000, '7\u00a0000 SEK'],
  [123_456_789, '1\u00a0234\u00a0567.89 SEK'],
])('%d öre are written %s', (ore, written) => {
  expect(formatSek(ore)).toBe(written);
});

it('Kronor become whole öre, also those that no float holds exactly, and öre become kronor', () => {
  expect([187.5, 0.29, 1.15, 250].map(oreFromSek)).toEqual([18_750, 29, 115, 25_000]);
  expect(sekFromOre(18_750)).toBe(187.5);
  expect(currency).toBe('sek');
});

it('The VAT within an amount is told by its rates; rates of which nothing is due are left out', () => {
  const none = { rate: 0, vatOre: 0 };
  expect(vatInWords([none])).toBe('no VAT');
  expect(vatInWords([])).toBe('no VAT');
  expect(vatInWords([{ rate: 25, vatOre: 5000 }, none])).toBe('50 SEK VAT (25%)');
  expect(
    vatInWords([
      { rate: 25, vatOre: 5000 },
      { rate: 6, vatOre: 566 },
    ]),
  ).toBe('50 SEK VAT (25%) and 5.66 SEK VAT (6%)');
});
