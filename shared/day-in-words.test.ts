import { expect, it } from 'vitest';
import { dayInWords, shopDayInWords } from './day-in-words.ts';

it('A day is written out, with none lost to a time zone', () => {
  expect(dayInWords('2025-08-01')).toBe('1 August 2025');
  expect(dayInWords('2024-09-07')).toBe('7 September 2024');
});

it('The day of a moment is the one where the shop is', () => {
  expect(shopDayInWords('2025-12-31T23:30:00.000Z')).toBe('1 January 2026');
});
